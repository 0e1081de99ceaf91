import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cart } from '../../basket/cart/cart.ts';
import { aLine } from '../../basket/matching/testing.ts';
import { hasLeft, type PurchaseBody } from './placing.ts';

const sent = aLine();
const other = aLine();
const body = { listId: 'cart', lineIds: [sent._id] } as PurchaseBody;
const cartOf = (fields: Partial<Cart>): Cart => ({
  ...{ lines: [other], boards: null, status: 'saved', unsaved: 0 },
  ...fields,
});

test('what was sent has left the cart when none of its lines is there any more', () => {
  assert.equal(hasLeft(body, cartOf({})), true);
  assert.equal(hasLeft(body, cartOf({ lines: [] })), true);
  assert.equal(hasLeft(body, cartOf({ lines: [other, sent] })), false);
  assert.equal(
    hasLeft({ ...body, lineIds: [other._id, sent._id] }, cartOf({})),
    false,
    'one of them is there',
  );
});

test('it is not known while a change is on its way to the server, or where no lines were named', () => {
  assert.equal(hasLeft(body, cartOf({ unsaved: 1 })), false);
  for (const status of ['loading', 'saving'] as const) assert.equal(hasLeft(body, cartOf({ status })), false);
  assert.equal(hasLeft({ ...body, lineIds: undefined }, cartOf({})), false);
});
