// Costs no database: what moves of pieces leave, from rows as they are locked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeMoves, type Move, type StockRows } from './stock.ts';

const rows: StockRows = {
  products: [
    { id: 'a', available: 100, revision: 7 },
    { id: 'b', available: 0, revision: 1 },
  ],
  receipts: [{ id: 'r', quantity: 300, promised: 200 }],
};
const move = (productId: string, pieces: number, awaited = 0): Move => ({
  ...{ id: 'line', productId, pieces, awaited, receiptId: awaited === 0 ? null : 'r' },
});

test('moves add up by product and by what is expected', () => {
  assert.deepEqual(judgeMoves([move('a', -60), move('a', -40), move('b', 5, 50)], rows), {
    stock: [
      { productId: 'a', available: 0, revision: 8, isExpected: false },
      { productId: 'b', available: 5, revision: 2, isExpected: true },
    ],
    promised: [{ id: 'r', pieces: 150 }],
  });
});

test('more than there is moves nothing', () => {
  assert.equal(judgeMoves([move('a', -60), move('a', -41), move('b', 5, 50)], rows), undefined);
  assert.equal(judgeMoves([move('a', 1), move('b', 0, -101)], rows), undefined);
  assert.ok(judgeMoves([move('a', 1), move('b', 0, -100)], rows));
});

test('a sum that no column holds is one that the database refuses', () => {
  const most = judgeMoves([move('a', 2_147_483_647), move('b', 0)], rows);
  assert.equal(most!.stock[0]!.available, 2_147_483_647);
});
