/** Tables of parts of the demo catalogue, changed in many ways: the right part and quantity are taken, or asked for, and never others. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readPieceCell } from '#contract/matching/piece-cell.ts';
import { inTurns } from '../../server/ground/limits/turns.ts';
import { findCells } from '../../server/matching/cells.ts';
import { matchLines } from '../../server/matching/match.ts';
import type { LookUp } from '../../web/basket/pasted/paste.ts';
import { readPasted } from '../../web/basket/pasted/pasted.ts';
import { partOf } from '../../web/pages/order/pasting/pasted-ops.ts';
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

/** Lines in short: '200 NB-C8', what is offered for a quantity that is not known in brackets, and rows that were left with why. */
async function read(...rows: string[]): Promise<string[]> {
  const { lines, left, table } = await readPasted(rows.join('\n'), lookUp);
  return [
    ...table!.questions.map(({ is, places }) => `${is}? ${places}`),
    ...lines.map(({ raw, quantity, quantityText, offered, text, mpn = text ?? raw }) => {
      const cell = readPieceCell(quantityText ?? '');
      const isDoubtful = 'question' in cell && !cell.packages && cell.question.length > 0;
      const doubt = isDoubtful ? cell.question : offered;
      return `${quantity ?? quantityText ?? '?'} ${mpn}${doubt ? ` [${doubt}]` : ''}`;
    }),
    ...left.filter(({ why }) => why !== 'rule').map(({ row, why }) => `${row} ${why}`),
  ];
}

describe('a table is read by what its columns say', () => {
  const tables: [what: string, rows: string[], lines: string[]][] = [
    [
      'a column of units is known by its cells',
      ['Código;Cant.;Embal', 'PC6A-020-BU;250;cajas', 'NB-C8;300;uds', 'NB-N25D;20;DZ'],
      ['250 cajas PC6A-020-BU', '300 NB-C8', '240 NB-N25D'],
    ],
    [
      'and by its header',
      ['Código;Cant.;Ud.', 'PC6A-020-BU;250;bobina', 'NB-C8;300;uds'],
      ['250 bobina PC6A-020-BU [250]', '300 NB-C8'],
    ],
    ['packages of a header', ['Artikel;Menge (Kartons)', 'NB-C8;200'], ['200 kartons NB-C8']],
    ['packages before the word', ['Part;Boxes qty', 'NB-C8;200'], ['200 boxes NB-C8']],
    ['dozens of a header', ['Part;Qty in dozens', 'NB-C8;20'], ['240 NB-C8']],
    ['thousands of a header', ['Part;Qty (thousands)', 'NB-C8;2'], ['2000 NB-C8']],
    ['thousands in a letter', ['Part;Qty (k)', 'NB-C8;1.5'], ['1500 NB-C8']],
    [
      'and by what it says of packages',
      ['Qty;Part;Unit', '200;NB-C8;carton of 10', '300;NB-N25D;each'],
      ['200 carton of 10 NB-C8 [200,10]', '300 NB-N25D'],
    ],
    [
      'numbers of two readings may be quantities',
      ['NB-C8;1.250;4,50 €', 'NB-N25D;2.000;3,10 €'],
      ['quantity? 1', '? NB-C8 [1250]', '? NB-N25D [2000,2]'],
    ],
    [
      'whole numbers beside parts, without headers, may be prices',
      ['NB-C8\t290', 'NB-P850G\t185', 'NB-N25D\t228'],
      ['quantity? 1', '? NB-C8 [290]', '? NB-P850G [185]', '? NB-N25D [228]'],
    ],
    [
      'with commas, too',
      ['NB-C8,2024', 'NB-N25D,2022'],
      ['quantity? 1', '? NB-C8 [2024]', '? NB-N25D [2022]'],
    ],
    [
      'with spaces, too',
      ['10112    NB-C8', '10207    NB-N25D'],
      ['quantity? 0', '? NB-C8 [10112]', '? NB-N25D [10207]'],
    ],
    [
      'remarks that may change the quantity are asked about with it',
      [
        'Part;Qty;Remarks',
        'NB-C8;150;make it 200',
        'NB-N25D;120;urgent',
        'NB-P850G;300;on hold',
        'NB-T120;300;cancelled',
      ],
      ['150 (make it 200) NB-C8 [150,200]', '120 NB-N25D', '300 (on hold) NB-P850G [300]', '5 unplaced'],
    ],
    [
      'a cell that says that a row may not be wanted is asked about',
      ['Part;Qty;Type', 'NB-C8;150;', 'NB-N25D;120;optional'],
      ['150 NB-C8', '120 (optional) NB-N25D [120]'],
    ],
    [
      'a table below another is read by its own headers',
      ['Part;Qty;Price', 'NB-C8;150;290', 'Part;Price;Qty', 'NB-N25D;228;120', 'Part;Stock', 'NB-P850G;900'],
      ['150 NB-C8', '120 NB-N25D', '? NB-P850G', '3 header', '5 header'],
    ],
    [
      'pairs in a mail are a sheet, too',
      ['Hello,', 'please quote:', 'NB-C8\t150', 'NB-N25D\t300', 'Regards'],
      ['quantity? 1', '? NB-C8 [150]', '? NB-N25D [300]', '1 title', '2 title', '5 signature'],
    ],
    [
      'a title may multiply what stands below it',
      ['Assembly A x 10;', 'Part;Qty', 'NB-C8;15', 'NB-N25D;20'],
      ['? NB-C8 [15,150]', '? NB-N25D [20,200]', '1 title'],
    ],
    [
      'but no size of a title, and no total',
      ['Fans 120 x 25 mm;', 'Boards: 100', 'Part;Total qty', 'NB-C8;15'],
      ['15 NB-C8', '1 title', '2 title'],
    ],
    ['how it is packed is no unit', ['Part;Qty;Packaging', 'NB-C8;200;Tray'], ['200 NB-C8']],
    [
      'outline numbers settle no thousands',
      ['Pos;Artikel;Menge', '1.1;NB-C8;250.000'],
      ['250.000 NB-C8 [250000,250]'],
    ],
    ['prices settle them', ['Artikel;Menge;Preis', 'NB-C8;1.250;4,50'], ['1250 NB-C8']],
    [
      'cells are no thousands of each other',
      ['NB-C8,200,189', 'NB-P850G,150,184', 'NB-N25D,300,125'],
      ['quantity? 1,2', '? NB-C8 [200,189]', '? NB-P850G [150,184]', '? NB-N25D [300,125]'],
    ],
    [
      'a state leaves rows out',
      ['Part,Qty,Status', 'NB-C8,200,Cancelled', 'NB-N25D,300,Open', 'NB-P850G,300,On hold'],
      ['300 NB-N25D', '2 unplaced', '4 unplaced'],
    ],
    [
      'in German',
      ['Teil;Menge;Status', 'NB-C8;2;storniert', 'NB-N25D;300;offen'],
      ['300 NB-N25D', '2 unplaced'],
    ],
    ['a decision, too', ['Part;Qty;Buy?', 'NB-C8;200;No', 'NB-N25D;300;yes'], ['300 NB-N25D', '2 unplaced']],
    [
      'where it says yes, a blank says no',
      ['Part;Qty;Buy?', 'NB-C8;200;x', 'NB-N25D;300;', 'NB-P850G;300;x', 'Total;800;'],
      ['200 NB-C8', '300 NB-P850G', '3 unplaced', '5 total'],
    ],
    [
      'beside a no, too',
      ['Part;Qty;Buy?', 'NB-C8;200;yes', 'NB-N25D;300;', 'NB-P850G;300;-'],
      ['200 NB-C8', '3 unplaced', '4 unplaced'],
    ],
    [
      'where it only says no, a blank says yes',
      ['Part;Qty;Buy?', 'NB-C8;200;no', 'NB-N25D;300;', 'NB-P850G;300;no'],
      ['300 NB-N25D', '2 unplaced', '4 unplaced'],
    ],
    [
      'and a line through a row',
      ['| Part | Qty |', '|---|---|', '| ~~NB-C8~~ | ~~200~~ |', '| NB-N25D | 300 |'],
      ['300 NB-N25D', '3 unplaced'],
    ],
    [
      'a row of two parts is none of a table without headers',
      ['NB-C8,200,first', 'NB-P850G,150,second', '300 NB-C8, NB-N25D each'],
      ['quantity? ', '? NB-C8', '? NB-P850G', '? 300 NB-C8, NB-N25D each'],
    ],
  ];
  for (const [what, rows, lines] of tables)
    test(what, async () => {
      assert.deepEqual(await read(...rows), lines);
    });

  test('no line is ready while it is asked which column has the parts', async () => {
    const { lines } = await readPasted('NB-C8;NB-N25D;200\nNB-P850G;NB-T120;300', lookUp);
    const asked = lines.map((line) => ({ ...partOf(line), quantity: 200 }));
    const matches = await matchLines(parts, asked, takeTurn, () => true);
    assert.deepEqual(
      matches.map((json) => JSON.parse(json).match),
      ['several', 'several'],
    );
  });
});

test('sentences of a mail without any part are told as text, and no line of its order is', async () => {
  const prose = [
    'Thanks for the quick turnaround last time',
    'Please confirm the dates',
    `Our new lab ${'as we have said on the phone '.repeat(12)}has to be ready when they arrive`,
  ];
  const order = [
    '200 NB-C8',
    'some desktop processors for the lab',
    'the ones of last week, but not so loud',
    'NB-N25D',
  ];
  const { lines, left } = await readPasted([prose[0], ...order, ...prose.slice(1)].join('\n'), lookUp);
  assert.deepEqual(
    lines.map(({ raw }) => raw),
    order,
  );
  assert.deepEqual(
    left.map(({ raw, why }) => [raw, why]),
    prose.map((raw) => [raw, 'text']),
  );
  const table = await readPasted(`NB-C8;200\nNB-N25D;300\n${prose[0]}`, lookUp);
  assert.deepEqual([table.lines.length, table.left.map(({ why }) => why)], [2, ['text']]);
});
