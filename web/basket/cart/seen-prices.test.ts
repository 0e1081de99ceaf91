import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aLine, found, partOf } from '../matching/testing.ts';
import { withSeen } from './seen-prices.ts';

const part = partOf('A', { source: { kind: 'company', name: '2026-B' } });
const line = aLine({ productId: part._id, quantity: 100 });
const at = (unitPrice: number) => new Map([[line._id, found(part, { unitPrice })]]);
const first = { productId: part._id, quantity: 100, unitPrice: 1.2, source: '2026-B' };

test('what is shown of a line is noted with its part, quantity and price list, and stays as it was first shown', () => {
  const seen = withSeen({}, [line], at(1.2));
  assert.deepEqual(seen, { [line._id]: first });
  assert.equal(withSeen(seen, [line], at(1.35)), seen);
  assert.equal(withSeen(seen, [line], new Map()), seen, 'not known at the moment');
});

test('another quantity or part of a line, and another line, are noted anew; lines that are gone are left out', () => {
  const seen = withSeen({}, [line], at(1.2));
  const more = { ...line, quantity: 200 };
  assert.deepEqual(withSeen(seen, [more], at(1.1)), {
    [line._id]: { ...first, quantity: 200, unitPrice: 1.1 },
  });
  const other = partOf('B');
  const replaced = { ...line, productId: other._id };
  assert.deepEqual(withSeen(seen, [replaced], new Map([[line._id, found(other, { unitPrice: 2 })]])), {
    [line._id]: { productId: other._id, quantity: 100, unitPrice: 2 },
  });
  const added = aLine({ productId: other._id, quantity: 50 });
  const states = new Map([[added._id, found(other, { unitPrice: 2 })]]);
  assert.deepEqual(Object.keys(withSeen(seen, [added], states)), [added._id]);
});

test('nothing is noted while the part, the price or the quantity is not known', () => {
  const none = {};
  assert.equal(withSeen(none, [line], new Map()), none);
  assert.equal(withSeen(none, [line], new Map([[line._id, found(part)]])), none);
  assert.equal(withSeen(none, [{ ...line, quantity: null }], at(1.2)), none);
  assert.equal(withSeen(none, [aLine({ raw: '100x A', quantity: 100 })], at(1.2)), none);
});
