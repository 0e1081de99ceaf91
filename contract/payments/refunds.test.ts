import assert from 'node:assert/strict';
import { test } from 'node:test';
import { piecesError, piecesLeft, refundCents } from './refunds.ts';

test('refunds of pieces come to the line’s total exactly, however they are cut, and each to its share within a cent', () => {
  for (let n = 0; n < 2_000; n += 1) {
    const quantity = 1 + Math.floor(Math.random() ** 4 * 100_000_000);
    const totalCents = Math.floor(Math.random() ** 2 * 99_999_999);
    let [refundedQuantity, refundedCents, parts] = [0, 0, 0];
    while (refundedQuantity < quantity) {
      const left = quantity - refundedQuantity;
      const pieces = parts < 8 ? 1 + Math.floor(Math.random() * left) : left;
      const cents = refundCents({ quantity, totalCents, refundedQuantity, refundedCents }, pieces);
      const share = (totalCents * pieces) / quantity;
      assert.ok(Math.abs(cents - share) <= 1, `${pieces} of ${quantity} for ${totalCents}: ${cents}`);
      refundedQuantity += pieces;
      refundedCents += cents;
      parts += 1;
    }
    assert.equal(refundedCents, totalCents, `${quantity} for ${totalCents}`);
  }
});

test('a part that was given up is made up for by those after it', () => {
  const line = { quantity: 3, totalCents: 100 };
  const first = refundCents({ ...line, refundedQuantity: 0, refundedCents: 0 }, 1);
  const second = refundCents({ ...line, refundedQuantity: 1, refundedCents: first }, 1);
  // The first is given up: one piece is left refunded, by the second's money.
  const rest = refundCents({ ...line, refundedQuantity: 1, refundedCents: second }, 2);
  assert.deepEqual([first, second, second + rest], [33, 34, 100]);
});

test('as many pieces are left as what is left of the payment pays for, and one more comes to more', () => {
  for (let n = 0; n < 2_000; n += 1) {
    const quantity = 1 + Math.floor(Math.random() ** 4 * 100_000_000);
    const totalCents = Math.floor(Math.random() ** 2 * 99_999_999);
    const refundedQuantity = Math.floor(Math.random() * (quantity + 1));
    const refundedCents = refundCents(
      { quantity, totalCents, refundedQuantity: 0, refundedCents: 0 },
      refundedQuantity,
    );
    const line = { quantity, totalCents, refundedQuantity, refundedCents };
    const leftCents = Math.floor(Math.random() * (totalCents + 1));
    const left = piecesLeft(line, leftCents);
    assert.ok(refundCents(line, left) <= leftCents, JSON.stringify([line, leftCents]));
    if (left < quantity - refundedQuantity) assert.ok(refundCents(line, left + 1) > leftCents);
    else assert.equal(left, quantity - refundedQuantity);
  }
});

test('one piece that is left is told as one', () => {
  const line = { quantity: 3, totalCents: 300, refundedQuantity: 2, refundedCents: 200 };
  assert.equal(piecesError(2, line), 'pieces_left {"left":1}');
  assert.equal(piecesError(1, line), undefined);
});
