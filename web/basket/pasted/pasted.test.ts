import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { MOST_LIST_LINES } from '#contract/lists/limits.ts';
import { readPieceCell } from '#contract/matching/piece-cell.ts';
import { boms } from '../../../tests/pasted/boms.ts';
import { mails } from '../../../tests/pasted/mails.ts';
import { signatures } from '../../../tests/pasted/signatures.ts';
import { tables } from '../../../tests/pasted/tables.ts';
import type { PastedLine } from './paste.ts';
import { readPasted } from './pasted.ts';
import { linesOfTable } from './table-lines.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A line in few words: `3: mpn NBE-64G-R, maker Northbridge = 200`; its row alone, where no column says what it is. */
function toShort({ row, raw: _, quantity, quantityText = '', ...line }: PastedLine): string {
  const { offered: __, besides: ___, ...said } = line;
  const cell = readPieceCell(quantityText);
  const readings = 'question' in cell && !cell.packages ? cell.question.join('|') : '';
  const fields = Object.entries(said).map(([field, text]) => `${field} ${text}`);
  if (fields.length === 0 && quantity === undefined && quantityText === '') return `${row}:`;
  return `${row}: ${fields.join(', ')} = ${readings || (quantity ?? '?')}`;
}

describe('of a corpus of pasted texts and files, what is found line by line', () => {
  for (const { name, pasted, lines, left = [] } of [...mails, ...signatures, ...tables, ...boms])
    test(name, async () => {
      const found = await readPasted(pasted);
      const isRead = found.table !== undefined;
      // Which part a line of text means is the shop's to say: tests/pasted/shop.test.ts.
      assert.deepEqual(
        found.lines.map(toShort),
        lines.map((line) => (isRead ? line : line.replace(/:.*/, ':'))),
      );
      assert.deepEqual(
        found.left.map(({ row }) => row),
        left,
      );
      assert.equal(found.more, 0);
    });
});

test('a list that begins with a part number in PK is no workbook', async () => {
  const { lines } = await readPasted(bytes('PK-E64;200\nPK-E32;100\n'));
  assert.deepEqual(
    lines.map(({ raw }) => raw),
    ['PK-E64;200', 'PK-E32;100'],
  );
});

describe('a file that is none is refused, and says why', () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
  const faults: [what: string, file: Uint8Array, why: string][] = [
    ['nothing', new Uint8Array(), 'empty'],
    ['a picture', png, 'not_a_table'],
    ['a PDF in letters alone', bytes('%PDF-1.4 xx'), 'not_a_table'],
    ['a document in RTF', bytes('{\\rtf1 200x NB-E64}'), 'not_a_table'],
    ['a workbook of an old Excel', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'old_excel'],
    ['a broken archive', bytes('PK\u0003\u0004 and nothing'), 'broken_workbook'],
    ['an archive of something else', zipSync({ 'a.txt': bytes('NB-E64;200') }), 'broken_workbook'],
  ];
  for (const [what, file, why] of faults)
    test(what, async () => {
      await assert.rejects(readPasted(file), { why });
    });

  test('a text of more than 25 MB', async () => {
    await assert.rejects(readPasted('x'.repeat(26 * 1024 * 1024)), { why: 'too_large' });
  });
});

describe('a large file', () => {
  test('of 10 MB is read as far as a list is long, and says how many lines there are more', async () => {
    const row = `NB-E64;${'DDR5 RDIMM 64 GB, ECC '.repeat(4)};200\n`;
    const count = Math.ceil((10 * 1024 * 1024) / row.length);
    const { lines, more } = await readPasted(bytes(`Teilenummer;Bezeichnung;Menge\n${row.repeat(count)}`));
    assert.equal(lines.length, MOST_LIST_LINES);
    assert.equal(more, count - MOST_LIST_LINES);
    const text = 'DDR5 RDIMM 64 GB, ECC '.repeat(4).trim();
    for (const [n, line] of lines.entries())
      assert.equal(toShort(line), `${n + 2}: mpn NB-E64, text ${text} = 200`);
  });

  test('of quotes alone takes no more time than others', async () => {
    const { lines, more } = await readPasted(bytes(`mpn,qty\n${'"a,'.repeat(30_000)}\n`));
    assert.deepEqual([lines.length, more], [1, 0]);
    const many = await readPasted(bytes(`mpn,qty\n${'"a\n'.repeat(MOST_LIST_LINES + 100)}`));
    assert.ok(many.lines.length === MOST_LIST_LINES);
  });
});

test('says what each row was taken for that is no line', async () => {
  const whys = async (text: string) => (await readPasted(text)).left.map(({ why }) => why);
  const table = 'Order 4711\nPart;Qty;DNP\nNB-E64;200;\nPart;Qty;DNP\nBR-900;5;x\nTotal;205;\n';
  assert.deepEqual(await whys(table), ['title', 'header', 'unplaced', 'total']);
  const mail = 'Hello Ms Hart,\nplease send\n200x NB-E64\nBest regards\nRobin\n';
  assert.deepEqual(await whys(mail), ['text', 'text', 'signature', 'signature']);
});

test('greetings and farewells are told as such in eight languages', async () => {
  for (const [greeting, farewell] of [
    ['Good morning', 'Thanks and best regards'],
    ['Servus zusammen', 'Viele Grüße'],
    ['Bonjour Madame', 'Bien cordialement'],
    ['Estimados señores', 'Muchas gracias y un cordial saludo'],
    ['Buongiorno', 'Un cordiale saluto'],
    ['Geachte heer', 'Met vriendelijke groet'],
    ['Dzień dobry', 'Z poważaniem'],
    ['Prezados', 'Com os melhores cumprimentos'],
  ]) {
    const { lines, left } = await readPasted(`${greeting},\n200x NB-E64\n${farewell},\nRobin Hart\n`);
    assert.deepEqual(
      [lines.map(({ row }) => row), left.map(({ why }) => why)],
      [[2], ['text', 'signature', 'signature']],
    );
  }
});

test('a line with a part number or a quantity is no greeting, and ends no mail', async () => {
  const texts = ['Hola NB-E64', 'Merci 200 NB-E32', 'Grazie', 'AF-120', '300 x black fans', 'Robin Hart'];
  const part = { by: 'number' as const, products: ['1'] };
  const nothing = { by: 'nothing' as const, products: [] };
  const { lines } = await readPasted(texts.join('\n'), async (cells) =>
    cells.map((cell) => (cell === 'AF-120' ? part : nothing)),
  );
  assert.deepEqual(
    lines.map(({ row }) => row),
    [1, 2, 4, 5, 6],
  );
});

test('a line of text that is struck through is left out', async () => {
  const { lines, left } = await readPasted('~~200x NB-E64~~\n- ~~5 BR-900~~\n300x NB-E64\n');
  assert.deepEqual(
    [lines.map(({ row }) => row), left.map(({ why }) => why)],
    [[3], ['unplaced', 'unplaced']],
  );
});

test('a column of part numbers is found also where its header is not known', async () => {
  const { table } = await readPasted('No;Ding;Menge\n1;NB-E64;200\n2;SSD-M2-2T;300\n');
  assert.deepEqual(table!.fields, [undefined, 'mpn', 'quantity']);
});

test('another mapping of the columns gives other lines', async () => {
  const { table } = await readPasted('NB-E64\t200\t5\nD5U-5600-32\t150\t7');
  assert.deepEqual(table!.fields, ['mpn', undefined, undefined]);
  const mapped = linesOfTable({ ...table!, fields: ['customerRef', 'quantity', 'mpn'] });
  assert.deepEqual(mapped.lines.map(toShort), [
    '1: mpn 5, customerRef NB-E64 = 200',
    '2: mpn 7, customerRef D5U-5600-32 = 150',
  ]);
});

test('addresses and sums of a mail are no lines', async () => {
  const texts = ['Hej,', '200 x NB-E64', 'Please ship to 1200 Industrial Way', 'Please ship to us 90 x fan'];
  const { lines, left } = await readPasted([...texts, 'Gesamt: 69.845,00 EUR', 'Mvh', 'Robin'].join('\n'));
  assert.deepEqual(
    [lines.map(({ row }) => row), left.map(({ row, why }) => `${row} ${why}`)],
    [
      [2, 4],
      ['1 text', '3 text', '5 total', '6 signature', '7 signature'],
    ],
  );
});

test('a row that the buyer leaves out by what a column says of it is left, and the others are lines', async () => {
  const { table } = await readPasted('Part;Qty;Status\nNB-E64;200;open\nNB-E32;150;Delivered');
  const leaves = [{ place: 2, states: ['delivered'] }];
  const { lines, left } = linesOfTable({ ...table!, leaves, questions: [] });
  assert.deepEqual([lines.map(toShort), left.map(({ why }) => why)], [['2: mpn NB-E64 = 200'], ['unplaced']]);
});

test('a quantity that is struck through is a question', () => {
  const rows = [{ row: 1, raw: 'NB-E64\t150\t200', cells: ['NB-E64', '150', '200'] }];
  const read = (struck: number[]) =>
    linesOfTable({
      rows: rows.map((row) => ({ ...row, struck })),
      headers: undefined,
      fields: ['mpn', 'quantity'],
      questions: [],
    }).lines[0]!;
  assert.deepEqual([read([]).quantity, read([2]).quantity], [150, 150]);
  assert.deepEqual([read([1]).quantity, read([0]).quantity], [undefined, undefined]);
  assert.deepEqual(readPieceCell(read([1]).quantityText!), { question: [150] });
});

test('every line with text is a line or left, once, in its order, as it stands there', async () => {
  const piece = fc.constantFrom(
    'NB-E64',
    '200',
    ';',
    ',',
    '\t',
    '"',
    ' x ',
    'Qty',
    'Part',
    '\n',
    '\r\n',
    'Regards',
    '>',
    ':',
    '1.000',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const text = pieces.join('');
      const { lines, left, table } = await readPasted(text);
      const headers = table?.headers === undefined ? [] : [table.rows[table.headers]!];
      const rows = [...lines, ...left, ...headers].sort((a, b) => a.row - b.row);
      const letters = (parts: string[]) => parts.join('').replace(/[^\p{L}\p{N}]/gu, '');
      assert.equal(letters(rows.map(({ raw }) => raw)), letters([text]));
      assert.equal(new Set(rows.map(({ row }) => row)).size, rows.length);
    }),
    { numRuns: 1000 },
  );
});
