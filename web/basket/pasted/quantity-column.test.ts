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
    ['the sum of the others that is called so', 'Part;Qty A;Qty B;Total Qty', ['A;100;50;150', 'B;1;2;3'], 3],
    ['one that is asked for', 'Part;Quantité demandée (pcs)', ['A;100', 'B;200'], 1],
    ['one to be bought, in Chinese', '型号;采购数量;库存数量', ['A;100;900', 'B;200;800'], 1],
    ['one beside a number of the shop', 'Order Code;Part;Quantity', ['2345;A;100', '2346;B;200'], 2],
    ['one beside its total of money', 'Part;Qty;Price;Amount', ['A;100;2;200', 'B;3;5;15'], 1],
    ['one beside a total of money', 'Part;Qty;Total', ['A;4;40.20', 'B;20;200.10'], 1],
    ['one beside a whole total of money', 'Part;Price;Qty;Total', ['A;2;4;8', 'B;2;20;40'], 2],
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
    [
      'it is needed, in house or to buy',
      'Part;Qty Required;Qty In House;Qty To Buy',
      ['A;500;300;200', 'B;400;100;300'],
      [1, 2, 3],
    ],
    [
      'some of it was dispatched',
      'Part;Qty ordered;Qty dispatched;Qty remaining',
      ['A;500;300;200', 'B;400;100;300'],
      [1, 2, 3],
    ],
    [
      'some of it was dispatched, in German',
      'Teil;Bestellmenge;Gelieferte Menge;Rest Menge',
      ['A;500;300;200', 'B;400;100;300'],
      [1, 2, 3],
    ],
    ['some of what is needed is there', 'Part;Qty needed;On hand', ['A;500;300', 'B;400;100'], [1, 2]],
    [
      'one is the product of another',
      'Part;Quantity;Multiplier;Order Quantity',
      ['A;100;5;500', 'B;200;3;600'],
      [1, 3, 2],
    ],
    ['there is one for each build', 'Part;Qty;Builds;Total Qty', ['A;2;100;200', 'B;3;100;300'], [1, 3, 2]],
    ['the sum is not called so', 'Part;Qty A;Qty B;Qty', ['A;100;50;150', 'B;1;2;3'], [1, 2, 3]],
    ['months say the same', 'Part;Qty Jan;Qty Feb', ['A;100;100', 'B;200;200'], [1, 2]],
    ['it was cancelled', 'Part;Qty cancelled', ['A;100', 'B;200'], [1]],
    ['it came back', 'Part;Qty returned', ['A;100', 'B;200'], [1]],
    ['it was invoiced', 'Part;Invoiced Qty', ['A;100', 'B;200'], [1]],
    ['it was sold', 'Part;Qty sold 2025', ['A;100', 'B;200'], [1]],
    ['it was sold, in French', 'Pièce;Quantité vendue', ['A;100', 'B;200'], [1]],
    ['a total may be of pieces', 'Part;Qty;Total', ['A;4;40', 'B;20;200'], [1, 2]],
    ['or is beside pieces of a board', 'Part;Qty per board;Total', ['A;4;400', 'B;20;2100'], [1, 2]],
    ['others are the same times as many', 'Part;Qty;x 10 boards', ['A;100;1000', 'B;200;2000'], [1, 2]],
    ['others are ordered', 'Part;Menge;Bestellt', ['A;100;1000', 'B;200;2500'], [1, 2]],
    ['a word beside it is not known', 'Part;Qty damaged', ['A;100', 'B;200'], [1]],
    ['the same in Chinese', '型号;损坏数量', ['A;100', 'B;200'], [1]],
    ['it is measured', 'Part;Menge [m]', ['A;1000', 'B;200'], [1]],
    ['it is counted in tens', 'Part;Menge / 10', ['A;100', 'B;200'], [1]],
    ['it is of another year', 'Part;Qty 2025', ['A;100', 'B;200'], [1]],
    ['it has cents', 'Part;Qty', ['A;290.00', 'B;4.10'], [1]],
    ['a header may say something else', 'Part;Pedido', ['A;10045', 'B;10046'], [1]],
    ['numbers have no header', '', ['A;200;5', 'B;150;7'], [1, 2]],
    ['all are prices, totals or numbers of rows', 'Part;Pos;Price;Total', ['A;1;2;4', 'B;2;3;9'], []],
    [
      'it is what is in stock, in a pack or for a board',
      'Part;Qty on hand;Qty per board;MOQ',
      ['A;9;2;5'],
      [1, 2, 3],
    ],
    ['it is money', '', ['A;$5', 'B;$7'], []],
  ];
  for (const [what, header, rows, ask] of asked)
    test(what, () => {
      assert.deepEqual(quantityOf(header, ...rows), { ask });
    });
});
