/** Tables of parts of the demo catalogue, changed in many ways: the right part and quantity are taken, or asked for, and never others. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inTurns } from '../../server/limits/turns.ts';
import { findCells } from '../../server/lines/cells.ts';
import type { LookUp } from '../../web/pasted/paste.ts';
import { readPasted } from '../../web/pasted/pasted.ts';
import { demoParts } from '../fixtures/parts-in-memory.ts';

const { parts, products } = demoParts();
const takeTurn = inTurns();
const lookUp: LookUp = (cells) => findCells(parts, cells, takeTurn, () => true);

const ROWS = 8;
const some = products.slice(0, ROWS * 2);

interface Column {
  header: string;
  cell: (n: number) => string;
}

const quantity = (n: number) => 100 + n * 37;
const price = (n: number) => 3.15 + n * 1.4;
const whole = (n: number) => 180 + n * 11;

const COLUMNS: Record<string, Column> = {
  row: { header: 'Pos', cell: (n) => String(n + 1) },
  part: { header: 'Part number', cell: (n) => some[n]!.sku },
  quantity: { header: 'Qty', cell: (n) => String(quantity(n)) },
  pieces: { header: 'Menge', cell: (n) => `${quantity(n)} Stk.` },
  price: { header: 'Unit price', cell: (n) => price(n).toFixed(2) },
  wholePrice: { header: 'Price', cell: (n) => String(whole(n)) },
  total: { header: 'Total', cell: (n) => (price(n) * quantity(n)).toFixed(2) },
  wholeTotal: { header: 'Amount', cell: (n) => String(whole(n) * quantity(n)) },
  stock: { header: 'Qty on hand', cell: (n) => String(900 - n * 13) },
  order: { header: 'Order', cell: () => '10045' },
  substitute: { header: 'Substitute', cell: (n) => some[n + ROWS]!.sku },
  text: { header: 'Description', cell: (n) => `Thing, carton of ${200 + n} pcs` },
};

const TABLES: (keyof typeof COLUMNS)[][] = [
  ['part', 'quantity'],
  ['row', 'part', 'text', 'quantity', 'price', 'total'],
  ['row', 'part', 'quantity', 'wholePrice', 'wholeTotal'],
  ['quantity', 'part', 'text'],
  ['part', 'text', 'pieces', 'wholePrice'],
  ['part', 'stock', 'quantity', 'order'],
  ['part', 'substitute', 'quantity'],
  ['text', 'quantity', 'substitute', 'part', 'price'],
];

/** What is done with the columns and headers of a table. */
const CHANGES: Record<string, (columns: Column[]) => { columns: Column[]; hasHeaders: boolean }> = {
  'as they are': (columns) => ({ columns, hasHeaders: true }),
  reversed: (columns) => ({ columns: [...columns].reverse(), hasHeaders: true }),
  'without headers': (columns) => ({ columns, hasHeaders: false }),
  'with headers that nobody knows': (columns) => ({
    columns: columns.map((column, n) => ({ ...column, header: `Zzq ${'abcdefgh'[n]}` })),
    hasHeaders: true,
  }),
  'with a header of quantities that nobody knows': (columns) => ({
    columns: columns.map((column) =>
      /Qty$|Menge/.test(column.header) ? { ...column, header: 'Zzq' } : column,
    ),
    hasHeaders: true,
  }),
};

const DELIMITERS = ['\t', ';'];

describe('tables of parts are read rightly or asked about', () => {
  for (const [name, change] of Object.entries(CHANGES))
    for (const names of TABLES)
      test(`${names.join(', ')}: ${name}`, async () => {
        const { columns, hasHeaders } = change(names.map((one) => COLUMNS[one]!));
        for (const delimiter of DELIMITERS) {
          const rows = [...Array(ROWS).keys()].map((n) => columns.map(({ cell }) => cell(n)).join(delimiter));
          const header = columns.map((column) => column.header).join(delimiter);
          const { lines, table } = await readPasted(
            [...(hasHeaders ? [header] : []), ...rows].join('\n'),
            lookUp,
          );
          assert.equal(lines.length, ROWS);
          const isAsked = (is: string) => table!.questions.some((question) => question.is === is);
          for (const [n, line] of lines.entries()) {
            if (!isAsked('part')) assert.equal(line.mpn, some[n]!.sku);
            if (!isAsked('quantity')) assert.equal(line.quantity, quantity(n));
            else assert.equal(line.quantity, undefined);
          }
          if (name === 'as they are') assert.deepEqual(table!.questions, []);
        }
      });
});
