// Costs no database: what is decided of pieces that are cancelled, and of those that are shipped after all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { refundable } from '#contract/purchases/line-pieces.ts';
import { anyLines, isSound, lineOf } from '../../tests/fixtures/purchase-lines.ts';
import { cancelPieces, judgeRevivals } from './cancel.ts';

const NEVER = new Map<string, number>();
const cancelledAt = new Date(600_000);

test('pieces are cancelled once, and go back where they came from', () => {
  fc.assert(
    fc.property(anyLines, fc.nat(99), fc.boolean(), ([any], share, restock) => {
      const pieces = Math.floor((refundable(any!, 'unshipped') * share) / 99);
      const { line, move } = cancelPieces(any!, pieces, restock);
      assert.ok(isSound(line));
      assert.equal(refundable(any!, 'unshipped') - refundable(line, 'unshipped'), pieces);
      assert.equal(move.awaited, Math.min(any!.awaited, pieces));
      assert.equal(move.pieces, restock ? pieces - move.awaited : 0);
    }),
  );
});

test('pieces of a withdrawn refund are the line’s again as far as they are there, and no more are taken than there are', () => {
  fc.assert(
    fc.property(anyLines, fc.nat(99), fc.nat(20), fc.nat(20), ([any], share, expected, stock) => {
      const { id, productId, receiptId, quantity, awaited, shippedQuantity } = any!;
      const before = lineOf(productId, quantity, { id, receiptId, awaited, shippedQuantity });
      const pieces = Math.floor((refundable(before, 'unshipped') * share) / 99);
      const { line, move } = cancelPieces(before, pieces, false);
      const revival = { orderId: line.id, pieces, here: pieces - move.awaited, cancelledAt };
      const left = new Map([
        ['receipt', expected],
        [line.productId, stock],
      ]);
      const [revived] = judgeRevivals([line], [revival], left, NEVER);
      if (pieces === 0) return assert.equal(revived, undefined);
      assert.ok(isSound(revived!.line));
      const taken = { awaited: -revived!.move.awaited, pieces: -revived!.move.pieces };
      assert.ok(taken.awaited <= expected && taken.pieces <= stock);
      assert.equal(taken.awaited + taken.pieces + revived!.lost, move.awaited);
      if (expected >= move.awaited) assert.deepEqual(revived!.line, before);
    }),
  );
});

test('pieces that were here when the shelf was counted stay cancelled', () => {
  const line = lineOf('a', 100, { cancelledQuantity: 30 });
  const revival = { orderId: line.id, pieces: 30, here: 30, cancelledAt };
  const revive = (countedAt: number) =>
    judgeRevivals([line], [revival], new Map([['a', 50]]), new Map([['a', countedAt]]))[0]!;
  assert.deepEqual([revive(540_000).line.cancelledQuantity, revive(540_000).lost], [0, 0]);
  const { counted, lost, line: left } = revive(540_001);
  assert.deepEqual([counted, lost, left.cancelledQuantity], [30, 30, 30]);
});
