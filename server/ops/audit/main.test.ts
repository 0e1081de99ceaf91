import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarize } from './main.ts';

const product = { productId: 'p', putIn: 100, available: 60, held: 30, sold: 10, ledger: 60 };
const stock = [
  { ...product, name: 'A good part' },
  { ...product, name: 'A part of which pieces are gone', sold: 9 },
  { ...product, name: 'A part that the ledger knows otherwise', ledger: 61 },
];

test('names the products whose numbers do not agree, the sums of all, and every fault', () => {
  const said = summarize({ stock, faults: ['one', 'another'] });
  assert.ok(!said.includes('A good part'));
  assert.match(said, /A part of which pieces are gone +100 +60 +30 +9\n/);
  assert.match(said, /A part that the ledger knows otherwise +100 +60 +30 +10\n/);
  assert.match(said, /all 3 products +300 +180 +90 +29\n\n2 faults:\none\nanother$/);
});

test('lists every product when asked to', () => {
  assert.match(
    summarize({ stock: stock.slice(0, 1), faults: [] }, true),
    /A good part +100 [\s\S]*All is well/,
  );
});
