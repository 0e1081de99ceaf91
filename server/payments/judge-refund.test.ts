// Costs no database: what is decided of refunds, from lines and payments as they are locked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toDollars } from '#contract/kernel/money.ts';
import { refundCents } from '#contract/payments/refunds.ts';
import { refundable } from '#contract/purchases/line-pieces.ts';
import { anyLines, decided, isSound, lineOf, piecesFor } from '../../tests/fixtures/purchase-lines.ts';
import { Problem } from '../ground/handling/problem.ts';
import type { PurchaseLine } from '../purchases/state.ts';
import { judgeAmount, judgePieces } from './judge-refund.ts';

const refuse = (errors: NonNullable<Problem['errors']>) =>
  new Problem('more_than_left', { lines: errors.length }, { errors });
const codeOf = (judged: unknown) => judged instanceof Problem && judged.code;
const anyPieces = fc.array(fc.nat(20), { minLength: 4, maxLength: 4 });
const anyOf = fc.constantFrom('shipped', 'unshipped', undefined);
/** A payment of lines, of which so much has gone back besides what their pieces have. */
const paymentOf = (lines: PurchaseLine[], besides = 0) => ({
  amountCents: lines.reduce((sum, { totalCents }) => sum + totalCents, 0),
  refundedCents: lines.reduce((sum, { refundedCents }) => sum + refundedCents, besides),
});
const unshipped = (lines: readonly PurchaseLine[]) =>
  lines.reduce((sum, line) => sum + refundable(line, 'unshipped'), 0);

test('no more is refunded than was paid, and every line with fewer pieces left is named', () => {
  fc.assert(
    fc.property(
      ...[anyLines, anyPieces, anyOf, fc.boolean(), fc.nat(1000)],
      (lines, pieces, of, restock, besides) => {
        const payment = paymentOf(lines, besides);
        const left = payment.amountCents - payment.refundedCents;
        const wanted = piecesFor(lines, pieces).map((one) => ({ ...one, of, restock }));
        const wrong = wanted.flatMap(({ orderId, quantity }, nth) =>
          quantity > refundable(lines.find(({ id }) => id === orderId)!, of) ? [`lines.${nth}.quantity`] : [],
        );
        const judged = decided(() => judgePieces(lines, payment, wanted, refuse));
        if (judged instanceof Problem && judged.code === 'more_than_left')
          return assert.deepEqual(
            judged.errors!.map(({ field }) => field),
            wrong,
          );
        assert.deepEqual(wrong, []);
        if (judged instanceof Problem) return;
        const { cents, refunded } = judged;
        assert.ok(cents > 0 && cents <= left);
        assert.equal(
          refunded.reduce((sum, line) => sum + line.cents, 0),
          cents,
        );
        const byId = new Map(refunded.map(({ line }) => [line.id, line]));
        const after = lines.map((line) => byId.get(line.id) ?? line);
        assert.ok(after.every(isSound));
        assert.equal(paymentOf(after, besides).refundedCents, payment.refundedCents + cents);
        if (cents === left) assert.equal(unshipped(after), 0);
        for (const { line, move, cancelled } of refunded) {
          const before = lines.find(({ id }) => id === line.id)!;
          assert.equal(unshipped([before]) - unshipped([line]), cancelled);
          assert.equal(before.awaited - line.awaited, move.awaited);
          assert.equal(move.pieces, restock ? cancelled - move.awaited : 0);
        }
      },
    ),
  );
});

test('pieces that are refunded one after the other come to the total of their line, to the cent', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (totalCents, parts) => {
        const quantity = parts.reduce((sum, part) => sum + part, 0);
        let line = lineOf('a', quantity, { totalCents: totalCents + 1 });
        let sum = 0;
        for (const part of parts) {
          const wanted = [{ orderId: line.id, quantity: part }];
          // Other money is left, so that the last pieces of the line are not the last of the payment.
          const payment = { amountCents: totalCents + 2, refundedCents: sum };
          if (refundCents(line, part) === 0) {
            assert.equal(
              codeOf(decided(() => judgePieces([line], payment, wanted, refuse))),
              'invalid_input',
            );
            // They come to nothing by themselves, and are refunded with others.
            line = { ...line, refundedQuantity: line.refundedQuantity + part };
            continue;
          }
          const judged = judgePieces([line], payment, wanted, refuse);
          sum += judged.cents;
          line = { ...judged.refunded[0]!.line, cancelledQuantity: 0 };
        }
        assert.equal(sum, totalCents + 1);
      },
    ),
  );
});

test('nothing is refunded that others have refunded meanwhile, of no line, or with the last of the money while pieces are to ship', () => {
  const lines = [lineOf('a', 100, { refundedQuantity: 10, refundedCents: 2_000, cancelledQuantity: 10 })];
  const payment = paymentOf(lines);
  const pieces = (quantity: number, refundedPieces?: number, orderId = 'line a') =>
    decided(() => judgePieces(lines, payment, [{ orderId, quantity, refundedPieces }], refuse));
  assert.equal(codeOf(pieces(5, 9)), 'refund_changed');
  assert.equal(codeOf(pieces(5, 10, 'line b')), 'invalid_input');
  assert.ok(!(pieces(5, 10) instanceof Problem));
  const amount = (dollars: number, refunded?: number) =>
    decided(() => judgeAmount(lines, payment, { amount: dollars, refunded }));
  assert.equal(codeOf(amount(1, 19.99)), 'refund_changed');
  assert.equal(amount(1, 20), 100);
  assert.equal(codeOf(amount(180)), 'refund_takes_last');
  assert.equal(codeOf(amount(180.01)), 'refund_too_large');
  const shipped = lines.map((line) => ({ ...line, shippedQuantity: 90 }));
  assert.equal(judgeAmount(shipped, payment, { amount: 180 }), 18_000);
});

test('an amount leaves no less of the payment than nothing, to the cent', () => {
  fc.assert(
    fc.property(anyLines, fc.integer({ min: 1, max: 400_000 }), fc.nat(1000), (lines, cents, besides) => {
      const payment = paymentOf(lines, besides);
      const left = payment.amountCents - payment.refundedCents;
      const judged = decided(() => judgeAmount(lines, payment, { amount: toDollars(cents) }));
      const isLast = cents === left && unshipped(lines) > 0;
      assert.equal(
        judged instanceof Problem ? judged.code : judged,
        cents > left ? 'refund_too_large' : isLast ? 'refund_takes_last' : cents,
      );
    }),
  );
});
