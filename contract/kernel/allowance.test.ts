import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Allowance, mayPlace, unprovenWords } from './allowance.ts';

const FREE: Allowance = { unpaidOrders: 0, mostUnpaid: 20, held: 0, mostHeld: null };

test('whoever has confirmed their email address may place as many orders as may be unpaid', () => {
  assert.deepEqual(mayPlace(Array(20).fill(900_000), FREE), { count: 20 });
  const buyer = { ...FREE, unpaidOrders: 18 };
  assert.deepEqual(mayPlace([1, 1, 1], buyer), { count: 2, why: 'too_many_unpaid' });
  assert.deepEqual(mayPlace([], { ...FREE, unpaidOrders: 20 }), { count: 0 });
});

test('before, they may place one order of any value, or several up to a sum', () => {
  const buyer = { ...FREE, mostHeld: 500_000 };
  assert.deepEqual(mayPlace([999_999.99], buyer), { count: 1 });
  assert.deepEqual(mayPlace([600_000, 0.01], buyer), { count: 1, why: 'address_unproven' });
  assert.deepEqual(mayPlace([200_000, 299_999.99, 0.01, 0.01], buyer), { count: 3, why: 'address_unproven' });
  assert.deepEqual(mayPlace([1], { ...buyer, held: 500_000 }), { count: 0, why: 'address_unproven' });
  assert.deepEqual(mayPlace([999_999, 1], { ...buyer, mostHeld: 0 }), { count: 1, why: 'address_unproven' });
});

test('the sum is told where there is one', () => {
  assert.match(unprovenWords(500_000), /or several of \$500,000\.00 in total$/);
  assert.doesNotMatch(unprovenWords(0), /several/);
});
