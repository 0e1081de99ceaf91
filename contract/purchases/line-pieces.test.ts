import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledBy, howReturned, type LineCounters, refundable, returnable } from './line-pieces.ts';

const line = (counters: Partial<LineCounters>): LineCounters => ({
  ...{ quantity: 100, refundedQuantity: 0, cancelledQuantity: 0, shippedQuantity: 0 },
  ...{ returningQuantity: 0, returnedQuantity: 0, declinedQuantity: 0, ...counters },
});

test('shipped pieces may be sent back once', () => {
  assert.equal(returnable(line({})), 0);
  assert.equal(returnable(line({ shippedQuantity: 60, returningQuantity: 10, returnedQuantity: 20 })), 30);
});

test('a refund is of pieces that are not shipped, of shipped ones, or of both', () => {
  const sent = line({ shippedQuantity: 60, cancelledQuantity: 10, refundedQuantity: 15 });
  assert.deepEqual(
    [refundable(sent), refundable(sent, 'unshipped'), refundable(sent, 'shipped')],
    [85, 30, 55],
  );
});

test('a refund cancels pieces that are not shipped, after those whose money is owed', () => {
  const owed = line({ shippedQuantity: 60, returnedQuantity: 20, refundedQuantity: 5 });
  assert.deepEqual([cancelledBy(owed, 15), cancelledBy(owed, 25), cancelledBy(owed, 95)], [0, 10, 40]);
  assert.deepEqual([cancelledBy(owed, 15, 'unshipped'), cancelledBy(owed, 15, 'shipped')], [15, 0]);
});

test('what was shipped has come back in part, or all of it', () => {
  assert.deepEqual(
    [howReturned(0, 0), howReturned(60, 0), howReturned(60, 59), howReturned(60, 60)],
    [undefined, undefined, 'part', 'all'],
  );
});
