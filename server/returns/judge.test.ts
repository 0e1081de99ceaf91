// Costs no database: what is decided of returns, from lines as they are locked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MOST_STOCK } from '#contract/kernel/pieces.ts';
import { declinable, returnable } from '#contract/purchases/line-pieces.ts';
import { anyLines, decided, isSound, lineOf, piecesFor } from '../../tests/fixtures/purchase-lines.ts';
import { Problem } from '../ground/handling/problem.ts';
import { sumPieces } from '../purchases/pieces.ts';
import type { PurchaseLine } from '../purchases/state.ts';
import { judgeAsked, judgeDeclined, judgeReceived } from './judge.ts';

const anyPieces = fc.array(fc.nat(20), { minLength: 4, maxLength: 4 });

/** Pieces of lines that came back, some of them fit for sale, of products of which 5 are on sale and so many on the shelf. */
function receive(lines: PurchaseLine[], left: number[], [fit, unfit]: [number[], number[]], shelf = 5) {
  const received = [
    ...piecesFor(lines, fit).map((one) => ({ ...one, condition: 'as new', restock: true })),
    ...piecesFor(lines, unfit).map((one) => ({ ...one, condition: 'bent', restock: false })),
  ];
  const onSale = lines.filter((_, nth) => fit[nth]! > 0);
  const products = onSale.map(({ productId }) => ({ id: productId, available: 5, revision: 1 }));
  const shelves = new Map(products.map(({ id }) => [id, shelf]));
  const to = lines.map(({ id }, nth) => ({ orderId: id, quantity: left[nth]! }));
  const locked = { state: 'accepted' as const, purchase: { lines }, left: to };
  return decided(() => judgeReceived(locked, received, products, shelves));
}

test('no more is to come back than was shipped, and every line with too few is named with what is left', () => {
  fc.assert(
    fc.property(anyLines, anyPieces, (lines, pieces) => {
      const wanted = piecesFor(lines, pieces);
      const lefts = wanted.map(({ orderId }) => returnable(lines.find(({ id }) => id === orderId)!));
      const judged = decided(() => judgeAsked({ state: 'refunded', lines }, wanted));
      const tooMany = wanted.flatMap(({ quantity }, nth) =>
        quantity > lefts[nth]! ? [[`lines.${nth}.quantity`, lefts[nth]]] : [],
      );
      if (judged instanceof Problem)
        return assert.deepEqual(
          judged.errors!.map(({ field, params }) => [field, params?.left]),
          tooMany,
        );
      assert.deepEqual([tooMany, judged.length, judged.every(isSound)], [[], wanted.length, true]);
      assert.deepEqual(
        judged.map(returnable),
        wanted.map(({ quantity }, nth) => lefts[nth]! - quantity),
      );
    }),
  );
  const lines = [lineOf('a', 100, { shippedQuantity: 100 })];
  for (const state of ['held', 'released'] as const)
    assert.equal((decided(() => judgeAsked({ state, lines }, [])) as Problem).code, 'not_paid');
});

test('no more comes back than is to, in all conditions together, and what is fit for it goes on sale', () => {
  fc.assert(
    fc.property(anyLines, anyPieces, anyPieces, anyPieces, (lines, shares, fit, unfit) => {
      const left = lines.map(({ returningQuantity }, nth) => Math.min(returningQuantity, shares[nth]!));
      const judged = receive(lines, left, [fit, unfit]);
      const isMore = lines.some((_, nth) => fit[nth]! + unfit[nth]! > left[nth]!);
      if (judged instanceof Problem) return assert.deepEqual([judged.code, isMore], ['more_than_left', true]);
      assert.equal(isMore, false);
      assert.ok(judged.counted.every(isSound));
      assert.deepEqual(
        judged.stock.map(({ productId, available, revision }) => [productId, available, revision]),
        piecesFor(lines, fit).map(({ orderId, quantity }) => [
          orderId.replace('line', 'product'),
          5 + quantity,
          2,
        ]),
      );
      const sum = (pieces: number[]) => sumPieces(piecesFor(lines, pieces));
      assert.equal(judged.isAll, sum(left) === sum(fit) + sum(unfit));
    }),
  );
});

test('lines for which a shelf has no room are named, with what those before them put there', () => {
  const lines = [lineOf('a', 100, { returningQuantity: 60, shippedQuantity: 100 })];
  assert.ok(!(receive(lines, [60], [[20], [40]], MOST_STOCK - 20) instanceof Problem));
  const refused = receive(lines, [60], [[21], [39]], MOST_STOCK - 20) as Problem;
  assert.deepEqual(
    refused.errors?.map(({ field, code }) => [field, code]),
    [['lines.0.quantity', 'stock_too_many']],
  );
});

test('a refund is declined of all that came back and is not refunded, and of nothing else', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const all = lines.reduce((sum, line) => sum + declinable(line), 0);
      const { pieces, counted } = judgeDeclined({ state: 'paid', lines }, all);
      assert.equal(sumPieces(pieces), all);
      assert.deepEqual(
        counted.map((line) => [isSound(line), declinable(line)]),
        pieces.map(() => [true, 0]),
      );
      assert.throws(() => judgeDeclined({ state: 'paid', lines }, all + 1), { code: 'refund_changed' });
      assert.throws(() => judgeDeclined({ state: 'refunded', lines }, all), { code: 'refund_changed' });
    }),
  );
});
