import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListLine } from '#contract/lists/schema.ts';
import { aLine } from '../matching/testing.ts';
import { inOrder } from './in-order.ts';

const PART = { minOrder: 100, multiple: 50 };

/** Returns how many lines have pieces in the order, and what is missing of which, by the places of the lines. */
function told(lines: ListLine[], order: ListLine[], part: typeof PART | undefined = PART) {
  const { count, missing } = inOrder(lines, order, () => part);
  const places = lines.flatMap(({ _id }, n) => (missing.has(_id) ? [[n, missing.get(_id)]] : []));
  return [count, Object.fromEntries(places)];
}
const fan = (fields: Partial<ListLine>) => aLine({ productId: 'fan', ...fields });

test('pieces of a line are looked for in all lines of the order with its part and marks, each once', () => {
  const lines = [fan({ quantity: 200 }), fan({ quantity: 200, customerRef: 'K-1' }), fan({ quantity: 300 })];
  assert.deepEqual(told(lines, []), [0, { 0: 200, 1: 200, 2: 300 }]);
  assert.deepEqual(told(lines, [fan({ quantity: 400 }), fan({ quantity: 300, designators: 'R1' })]), [
    2,
    { 1: 200, 2: 100 },
  ]);
  assert.deepEqual(told(lines, [...lines.map((line) => aLine(line))]), [3, {}]);
});

test('a rest that cannot be ordered by itself is not missing, unless the part is not known', () => {
  const lines = [fan({ quantity: 200 })];
  for (const has of [150, 90]) assert.deepEqual(told(lines, [fan({ quantity: has })]), [1, {}]);
  assert.deepEqual(told(lines, [fan({ quantity: 100 })]), [1, { 0: 100 }]);
  const { missing } = inOrder(lines, [fan({ quantity: 150 })], () => undefined);
  assert.deepEqual([...missing.values()], [50]);
});

test('a text is in the order as a whole, also once its part is found there', () => {
  const text = { raw: '5 x no such thing' };
  const found = aLine({ ...text, productId: 'fan', quantity: 5 });
  assert.deepEqual(told([aLine(text), aLine(text)], [aLine(text)]), [1, { 1: undefined }]);
  assert.deepEqual(told([aLine({ ...text, quantity: 7 })], [found]), [1, {}]);
  assert.deepEqual(told([aLine({ ...text, customerRef: 'K-1' })], [found]), [0, { 0: undefined }]);
  // A line of the order stands for one line only.
  assert.deepEqual(told([aLine(text), fan({ quantity: 5 })], [found]), [1, { 1: 5 }]);
});

test('a line for boards is in the order whatever the number of boards there', () => {
  const lines = [fan({ quantity: 300, perBoard: 3 }), fan({ quantity: 100 })];
  assert.deepEqual(told(lines, [fan({ quantity: 600, perBoard: 3 })]), [1, { 1: 100 }]);
  assert.deepEqual(told(lines, [fan({ quantity: 600, perBoard: 4 })])[1], { 0: 300 });
});

test('a line without a quantity is in the order when its part is', () => {
  assert.deepEqual(told([fan({})], [fan({ quantity: 100 })]), [1, {}]);
  assert.deepEqual(told([fan({})], [aLine({ productId: 'rail', quantity: 100 })]), [0, { 0: undefined }]);
});
