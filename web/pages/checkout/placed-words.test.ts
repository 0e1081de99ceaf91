import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isToPay, type PlacedState, poWords, stateOf } from './placed-words.ts';
import { usedBefore } from './placing.ts';

const heldUntil = '2026-11-23T12:00:00.000Z';
const toPay = (...lines: PlacedState['lines']): PlacedState => ({ state: 'to_pay', heldUntil, lines });

test('stock is held, and pieces that are all expected are promised', () => {
  const expected = { quantity: 200, expectedPieces: 200 };
  assert.match(stateOf(toPay(expected)), /^Its pieces are promised until /);
  assert.match(stateOf(toPay(expected, { quantity: 100 })), /^Its stock is held for you until /);
  assert.match(stateOf(toPay({ quantity: 200, expectedPieces: 50 })), /^Its stock is held for you until /);
  const ended = { ...toPay(expected), state: 'hold_ended' as const, heldUntil: null };
  assert.match(stateOf(ended), /^The promise of its pieces has ended/);
  assert.equal(stateOf({ ...toPay(expected), state: 'paid' }), 'Paid.');
  const asked = { ...toPay(expected), state: 'to_approve' as const, approval: 'waiting' as const };
  assert.match(stateOf(asked), /^It needs an approval .* held until /);
  assert.equal(isToPay(asked), false);
  // Its hold has ended without an approval.
  assert.equal(isToPay({ ...ended, approval: 'waiting' }), false);
  assert.equal(isToPay(ended), true);
});

test('orders that are placed in one go do not count as earlier ones of their PO number', () => {
  const one = { id: '1', number: 'NB-1', total: 1, poUsedBefore: 0, poNumber: 'po-7' };
  assert.equal(usedBefore(0, 'PO-7', []), 0);
  assert.equal(usedBefore(1, 'PO-7', [one]), 0);
  assert.equal(usedBefore(4, 'PO-7', [one, { ...one, id: '2' }, { ...one, id: '3', poNumber: 'other' }]), 2);
  assert.equal(usedBefore(0, undefined, [one]), 0);
  assert.equal(poWords(one), '');
  assert.match(poWords({ ...one, poUsedBefore: 2 }), /before, on 2 orders\.$/);
});
