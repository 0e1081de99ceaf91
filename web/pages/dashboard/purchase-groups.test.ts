import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '#contract/purchases/orders.ts';
import { groupsOf } from './purchase-groups.ts';

const line = (purchaseId: string, n: number, purchaseLines?: number) =>
  ({ _id: `${purchaseId}${n}`, purchaseId, purchaseLines }) as Order;
const told = (orders: Order[], goesOn = false) =>
  groupsOf(orders, goesOn).map(({ orders, more }) => [orders.map(({ _id }) => _id).join(' '), more]);

test('orders of one purchase stand together, with how many lines it has besides', () => {
  assert.deepEqual(told([]), []);
  const orders = [line('a', 1, 6), line('a', 2, 6), line('b', 1, 1), line('c', 1, 2), line('c', 2, 2)];
  assert.deepEqual(told(orders), [
    ['a1 a2', 4],
    ['b1', 0],
    ['c1 c2', 0],
  ]);
  // From a server that does not say how many there are.
  assert.deepEqual(told([line('a', 1)]), [['a1', 0]]);
});

test('a purchase that a page ends within waits for the next page', () => {
  const torn = [line('a', 1, 1), line('b', 1, 3), line('b', 2, 3)];
  assert.deepEqual(told(torn, true), [['a1', 0]]);
  assert.deepEqual(told([...torn, line('b', 3, 3)], true), [
    ['a1', 0],
    ['b1 b2 b3', 0],
  ]);
  // As many as are shown of each are all that will come.
  const four = [1, 2, 3, 4].map((n) => line('b', n, 9));
  assert.deepEqual(told([line('a', 1, 1), ...four], true).at(-1), ['b1 b2 b3 b4', 5]);
  // The end of the list: a search has found two of its lines.
  assert.deepEqual(told(torn, false).at(-1), ['b1 b2', 1]);
});
