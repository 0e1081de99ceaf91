import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findQuantity } from './quantity-column.ts';

/** The column of quantities in a table of which the first column has the parts. */
function quantityOf(header: string, ...rows: string[]) {
  const headers = header === '' ? [] : header.split(';');
  return findQuantity(
    rows.map((row) => row.split(';')),
    headers,
    new Set([0]),
  );
}

describe('the quantity is taken from', () => {
  const taken: [what: string, header: string, rows: string[], place: number][] = [
    ['a column that is called so', 'Part;Price;Qty', ['A;2;100', 'B;3;200'], 2],
    ['one of several that say the same', 'Part;Qty;Menge', ['A;100;100', 'B;200;200'], 1],
    ['the sum of the others', 'Part;Qty A;Qty B;Qty', ['A;100;50;150', 'B;1;2;3'], 3],
    ['a total of pieces', 'Part;Qty per board;Total Qty', ['A;2;200', 'B;1;100'], 2],
    ['numbers with a word of pieces', '', ['A;120 pcs;290', 'B;150 pcs;185'], 1],
    ['the only whole factor of a total', 'Part;a;b;c', ['A;200;1.25;250.00', 'B;100;3.15;315.00'], 1],
  ];
  for (const [what, header, rows, place] of taken)
    test(what, () => {
      assert.deepEqual(quantityOf(header, ...rows), { place });
    });
});

describe('it is asked for where', () => {
  const asked: [what: string, header: string, rows: string[], ask: number[]][] = [
    ['two columns say so', 'Part;Menge;Bestellmenge', ['A;100;400', 'B;150;600'], [1, 2]],
    ['a header may say something else', 'Part;Pedido', ['A;10045', 'B;10046'], [1]],
    ['numbers have no header', '', ['A;200;5', 'B;150;7'], [1, 2]],
    ['all are prices, totals or numbers of rows', 'Part;Pos;Price;Total', ['A;1;2;4', 'B;2;3;9'], []],
    [
      'it is what is in stock, in a pack or for a board',
      'Part;Qty on hand;Qty per board;MOQ',
      ['A;9;2;5'],
      [],
    ],
    ['it is money', '', ['A;$5', 'B;$7'], []],
  ];
  for (const [what, header, rows, ask] of asked)
    test(what, () => {
      assert.deepEqual(quantityOf(header, ...rows), { ask });
    });
});
