import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf } from './span.ts';
import { summaryOf } from './statement.ts';

test('a statement is summed up by what it writes, or else by what it reads', () => {
  assert.equal(
    summaryOf('select "a" from "products" left join orders on true'),
    'select products, select orders',
  );
  assert.equal(summaryOf('insert into "reviews" ("a") values ($1)'), 'insert reviews');
  assert.equal(summaryOf('DELETE FROM carts'), 'delete carts');
  assert.equal(summaryOf('begin'), 'begin');
  assert.equal(summaryOf('notify products'), 'notify');
});

test('names of its own, functions and words that come before no table are left out', () => {
  const text = `with found as (select * from "products" for update skip locked),
    added as materialized (insert into purchases (id) select * from found on conflict do update set x = 1)
    update orders set a = 1 from unnest($1) where b is distinct from c`;
  assert.equal(summaryOf(text), 'insert purchases, update orders');
});

test('a failure is a code or the name of a class, and no message', () => {
  assert.equal(failureOf(Object.assign(new Error('of jane'), { code: '23505' })), '23505');
  assert.equal(failureOf(Object.assign(new Error('of jane'), { code: 'said by jane' })), 'Error');
  assert.equal(failureOf('jane'), 'error');
  assert.equal(failureOf(undefined), 'error');
});
