import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StripeError } from './errors.ts';
import { parseForm } from './form-body.ts';

const plain = (text: string) => JSON.parse(JSON.stringify(parseForm(text)));

test('reads names, groups and lists', () => {
  assert.deepEqual(
    plain(
      'amount=100&metadata[order]=7&metadata[a b]=%26&payment_method_types[0]=card&expand[]=x&expand[]=y',
    ),
    {
      amount: '100',
      metadata: { order: '7', 'a b': '&' },
      payment_method_types: ['card'],
      expand: ['x', 'y'],
    },
  );
});

test('reads groups in groups and lists of groups', () => {
  assert.deepEqual(plain('payment_method_data[card][number]=4242&a[0][b]=1&a[1][b]=2'), {
    payment_method_data: { card: { number: '4242' } },
    a: [{ b: '1' }, { b: '2' }],
  });
});

test('an empty group is an empty string', () => {
  assert.deepEqual(plain('metadata='), { metadata: '' });
});

test('names that are special in JavaScript are ordinary names', () => {
  const params = parseForm('__proto__[polluted]=1&metadata[constructor]=2&metadata[__proto__]=3');
  assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  assert.equal(Object.keys(params.metadata!).length, 2);
});

test('a name that is nested too deeply is refused', () => {
  assert.throws(() => parseForm(`a${'[b]'.repeat(50)}=1`), StripeError);
});
