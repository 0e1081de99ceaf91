/** What tables put into the order without a question, and what is asked about them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Product } from '#contract/products/schema.ts';
import { partsInMemory } from '../fixtures/parts-in-memory.ts';
import { plainProduct } from '../fixtures/products.ts';
import { order } from './ordered.ts';

const part = (sku: string, name: string, facts: Partial<Product> = {}): Product => ({
  ...{ ...plainProduct, _id: `id-${sku}`, sku, name, available: 100_000, ...facts },
});
const parts = partsInMemory([
  part('NB-E64', 'DDR5 RDIMM 64GB', { mpn: 'M321R8GA0BB0', maker: 'Samsung' }),
  part('NB-E32', 'DDR5 RDIMM 32GB', { mpn: 'M321R4GA3BB6', maker: 'Samsung' }),
  part('AF-120', 'Axial fan 120 mm'),
  part('AF-140', 'Axial fan 140 mm'),
  part('PB-1000', 'Shipping carton 30 x 20 cm'),
]);

/** Lines in short: '200 NB-E64' for what is taken, otherwise what is said and in brackets what can be chosen. */
async function ordered(...rows: string[]): Promise<string[]> {
  const { pasted, lines } = await order(parts, rows.join('\n'));
  return [
    ...(pasted.table?.questions ?? []).map(({ is, places, leaves }) =>
      [`${is}? ${places}`, ...(leaves ?? [])].join(' '),
    ),
    ...lines.map(({ line, choices }) => {
      const known = `${line.quantity ?? '?'} ${line.productId?.replace('id-', '') ?? '?'}`;
      return choices.length > 0 ? `${known} [${choices.join(', ')}]` : known;
    }),
    ...pasted.left.map(({ row, why }) => `${row} ${why}`),
  ];
}

describe('of a table', () => {
  const tables: [what: string, rows: string[], lines: string[]][] = [
    [
      'a cell of two quantities is neither, also where only one of them can be ordered',
      ['Part;Qty', 'NB-E64;50 or 200', 'NB-E32;"40; 200"', 'AF-120;20 - 150', 'AF-140;min 50 max 200'],
      ['? NB-E64 [200 pcs]', '? NB-E32 [200 pcs]', '? AF-120 [150 pcs]', '? AF-140 [200 pcs]'],
    ],
    [
      'a unit that is not known makes its quantity a question, and no other one',
      ['Part;Qty;Unit', 'NB-E64;2;Pack of 100', 'NB-E32;5;pkt/50', 'AF-120;200;pcs', 'AF-140;200;per 100'],
      ['? NB-E64 [100 pcs]', '? NB-E32 [5 pcs]', '200 AF-120', '? AF-140 [200 pcs, 100 pcs]'],
    ],
    [
      'short words beside units may be units in another language',
      ['Part;Qty;Xyz', 'NB-E64;200;pcs', 'NB-E32;5;CX'],
      ['200 NB-E64', '? NB-E32 [5 pcs]'],
    ],
    [
      'a part number that is described as a carton for shipping is no total',
      [
        'Description;Part;Qty',
        'Shipping carton;PB-1000;200',
        'Axial fan;AF-120;100',
        'Shipping;;12',
        'Total;;312',
      ],
      ['200 PB-1000', '100 AF-120', '4 total', '5 total'],
    ],
    [
      'a number of two readings is the one that can be ordered',
      ['Part;Qty', 'NB-E64;1.000', 'NB-E32;250'],
      ['1000 NB-E64', '250 NB-E32'],
    ],
    [
      'a row that names another part in a column of its own is asked about, and no other row',
      ['Part;Use;Qty', 'NB-E64;NB-E64;200', 'NB-E32;AF-120;200', 'AF-140;AF-140;200'],
      ['200 NB-E64', '200 ? [NB-E32, AF-120]', '200 AF-140'],
    ],
    [
      'so is one where few have a new number',
      ['Part number;New part number;Qty', 'NB-E64;;200', 'NB-E32;AF-120;300', 'AF-140;;200', 'AF-120;;200'],
      ['200 NB-E64', '300 ? [NB-E32, AF-120]', '200 AF-140', '200 AF-120'],
    ],
    [
      'or each one has',
      ['Part;Superseded by;Qty', 'NB-E64;NB-E32;200', 'AF-120;AF-140;300'],
      ['200 ? [NB-E64, NB-E32]', '300 ? [AF-120, AF-140]'],
    ],
    [
      'a substitute takes no place',
      ['Part;Substitute;Qty', 'NB-E64;NB-E32;200', 'AF-120;;300'],
      ['200 NB-E64', '300 AF-120'],
    ],
    [
      'a remark that calls its row off, or says what is to be bought, is asked about',
      [
        'Part;Qty;Remarks',
        'NB-E64;200;please by May',
        'AF-120;200;do not order any more',
        'AF-140;300;replaced by AF-120',
      ],
      ['200 NB-E64', '? ? [AF-120 × 200]', '? ? [AF-140 × 300, AF-120 × 300]'],
    ],
    [
      'whatever the column is called',
      [
        'Part;Qty;Xyz',
        'NB-E64;200;',
        'AF-120;200;already ordered',
        'AF-140;300;replaced by AF-120',
        'NB-E32;200;cancelled',
      ],
      ['200 NB-E64', '200 ? [AF-120]', '300 ? [AF-140, AF-120]', '5 unplaced'],
    ],
    [
      'a state that is not known to be open is asked about, and waits',
      ['Part;Qty;Status', 'NB-E64;200;open', 'NB-E32;150;geliefert', 'AF-120;100;Cancelled', 'AF-140;100;'],
      ['bought? 2 geliefert', '200 NB-E64', '? NB-E32 [150 pcs]', '100 AF-140', '4 unplaced'],
    ],
    [
      'what is not ordered yet is asked about, too, and what is not approved',
      ['Part;Qty;Status', 'NB-E64;200;not ordered', 'NB-E32;150;not approved', 'AF-120;100;not fitted'],
      [
        'bought? 2 not ordered',
        'bought? 2 not approved',
        '? NB-E64 [200 pcs]',
        '? NB-E32 [150 pcs]',
        '4 unplaced',
      ],
    ],
    [
      'states of the part, such as of its revision, are none of the order',
      ['Part;Qty;Revision Status;RoHS Status', 'NB-E64;200;Not managed;Not applicable'],
      ['200 NB-E64'],
    ],
    [
      'yes and no are known as spreadsheets write them in other languages',
      ['Part;Qty;DNP;Fitted', 'NB-E64;200;FAUX;WAHR', 'NB-E32;150;VERO;', 'AF-120;100;;ONWAAR'],
      ['200 NB-E64', '3 unplaced', '4 unplaced'],
    ],
    [
      'so are ones and zeros below a header that is not known',
      ['Part;Qty;Approved;Rows', 'NB-E64;200;1;1', 'NB-E32;150;0;2'],
      ['bought? 2 1 0', '? NB-E64 [200 pcs]', '? NB-E32 [150 pcs]'],
    ],
    [
      'flags that call off all rows alike are asked about',
      ['Part;Qty;Cancelled;Approved', 'NB-E64;200;yes;no', 'NB-E32;150;yes;no'],
      ['bought? 2 yes', 'bought? 3 no', '? NB-E64 [200 pcs]', '? NB-E32 [150 pcs]'],
    ],
    [
      'so is a column of yes and no that is not known',
      ['Part;Qty;Approved;RoHS', 'NB-E64;200;yes;no', 'NB-E32;150;no;yes'],
      ['bought? 2 yes no', '? NB-E64 [200 pcs]', '? NB-E32 [150 pcs]'],
    ],
    [
      'a part that is set aside by a sign which others do without is asked about',
      ['Part;Qty', '//NB-E64;200', 'NB-E32;150', '(AF-120);100', '#AF-140;100'],
      ['? NB-E64 [200 pcs]', '150 NB-E32', '? AF-120 [100 pcs]', '? AF-140 [100 pcs]'],
    ],
    [
      'the sum of a group is no line',
      ['Site;Part;Qty', 'Berlin;NB-E64;200', 'Berlin Total;;200', 'Total;;200'],
      ['200 NB-E64', '3 total', '4 total'],
    ],
    [
      'one that says the same of all rows is none',
      ['Part;Qty;Checked', 'NB-E64;200;yes', 'NB-E32;150;Yes'],
      ['200 NB-E64', '150 NB-E32'],
    ],
  ];
  for (const [what, rows, lines] of tables)
    test(what, async () => {
      assert.deepEqual(await ordered(...rows), lines);
    });
});

test('a single row without headers is read as a line of text', async () => {
  const rows: [row: string, lines: string[]][] = [
    ['NB-E64;200', ['200 NB-E64']],
    ['NB-E64;DDR5 RDIMM 64GB;200;189.50', ['200 NB-E64']],
    ['NB-E64,200,300', ['? ? [NB-E64 × 200, NB-E64 × 300]']],
    ['7;NB-E64;200', ['? ? [NB-E64 × 7, NB-E64 × 200]']],
  ];
  for (const [row, lines] of rows) assert.deepEqual(await ordered(row), lines, row);
});

test('cells one a line belong to the part that they stand above or below, and are asked about where either may be', async () => {
  const texts: [text: string, lines: string[]][] = [
    ['200 pcs|NB-E64|150 pcs|NB-E32|100 pcs|AF-120', ['200 NB-E64', '150 NB-E32', '100 AF-120']],
    ['Qty: 200|NB-E64|DDR5|Qty: 150|NB-E32|DDR5', ['200 NB-E64', '150 NB-E32']],
    ['NB-E64|200 pcs|NB-E32|150 pcs', ['200 NB-E64', '150 NB-E32']],
    ['Qty|Part|200|NB-E64|150|NB-E32', ['200 NB-E64', '150 NB-E32']],
    ['200 pcs|NB-E64|8 boxes|NB-E32', ['? ?', '? NB-E64', '? ?', '? NB-E32']],
    ['200 pcs|NB-E64|150 pcs|NB-E32|9 pcs', ['? ?', '? NB-E64', '? ?', '? NB-E32', '? ?']],
  ];
  for (const [text, lines] of texts) assert.deepEqual(await ordered(...text.split('|')), lines, text);
});

test('pairs below a header of which only the quantity is known are a table', async () => {
  assert.deepEqual(await ordered('Qty,DK', '200,NB-E64', '150,NB-E32'), ['200 NB-E64', '150 NB-E32']);
});

test('numbers alone are no names and no phones of a sender', async () => {
  assert.deepEqual(await ordered('200 NB-E64', '08-50-0114', '0039301020', '150 NB-E32'), [
    '200 NB-E64',
    '? ?',
    '? ?',
    '150 NB-E32',
  ]);
});

test('a cart that is copied from a shop has one part before each quantity, and other lines between', async () => {
  const carts: [text: string, lines: string[]][] = [
    [
      'Cart|DDR5 RDIMM 64GB|$189.50|Qty: 200|Delete|NB-E32|In stock|Quantity:150|Save for later',
      ['200 NB-E64', '150 NB-E32', '1 text', '3 text', '5 text', '7 text', '9 text'],
    ],
    [
      'Basket|NB-E64|In stock|Qty: 200|D5R-4800-128|Qty: 150',
      ['? ?', '? NB-E64', '? ?', '? ?', '? ?', '? ?'],
    ],
    ['NB-E64|In stock|Qty: 200|50 x AF-120|Delete', ['? NB-E64', '? ?', '? ?', '50 AF-120', '? ?']],
    ['NB-E64|NB-E32|Remove|Qty: 200|Delete', ['? NB-E64', '? NB-E32', '? ?', '? ?', '? ?']],
    [
      'NB-E64|Qty: 200|Delete|2 x NB-E32|Qty: 150|For you|AF-120|$33.90|Add',
      ['? NB-E64', '? ?', '? ?', '2 NB-E32', '? ?', '? AF-120', '? ?', '6 text', '9 text'],
    ],
    ['NB-E64|Unit: box|Qty: 20|Delete', ['? NB-E64', '? ?', '? ?', '? ?']],
  ];
  for (const [text, lines] of carts) assert.deepEqual(await ordered(...text.split('|')), lines, text);
});

test('a line between blocks that may be of the order stays a line', async () => {
  assert.deepEqual(
    await ordered('Part: NB-E64', 'Qty: 200', 'Delete', '50 x AF-120', 'Part: NB-E32', 'Qty: 150'),
    ['200 NB-E64', '50 AF-120', '150 NB-E32', '3 text'],
  );
});

test('a column that begins below the rows by which the table was found is read all the same', async () => {
  const table = (header: string, cell: string) => [
    `Part;${header};Qty`,
    ...Array.from({ length: 60 }, (_, n) => `${n % 2 ? 'NB-E64' : 'NB-E32'};${n === 50 ? cell : ''};200`),
  ];
  const last = async (header: string, cell: string) => (await ordered(...table(header, cell))).slice(50);
  assert.equal((await last('Use', 'AF-120'))[0], '200 ? [NB-E32, AF-120]');
  for (const [header, cell] of [
    ['Status', 'On hold'],
    ['DNP', '1'],
    ['Buy?', 'no'],
  ] as const)
    assert.equal((await last(header, cell)).at(-1), '52 unplaced', header);
  assert.equal((await last('Unit', 'box'))[0], '? NB-E32 [200 pcs]');
});
