import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sheet } from '../../../tests/pasted/sheet.ts';
import { withDittoLines, withDittos } from './dittos.ts';
import { readPasted } from './pasted.ts';

test('a mark in a column says the same as the cell above', async () => {
  for (const mark of ['"', '""""', "''", '-"-', '〃', 'ditto', 'dto.', 'id.', 'wie oben']) {
    const { lines } = await readPasted(`Part;Qty\nNB-E64;200\n${mark};100\nNB-E32;300\n${mark};400\n`);
    const said = lines.map(({ mpn, quantity }) => `${quantity} ${mpn}`);
    assert.deepEqual(said, ['200 NB-E64', '100 NB-E64', '300 NB-E32', '400 NB-E32'], mark);
  }
  const quantities = await readPasted('Part\tQty\nNB-E64\t200\nNB-E32\t"\nAF-120\t"');
  assert.deepEqual(
    quantities.lines.map(({ quantity }) => quantity),
    [200, 200, 200],
  );
});

test('an empty cell that is merged with the one above says the same, but a number is not shared', async () => {
  const rows = [
    ['Site', 'Part', 'Qty'],
    ['Hamburg', 'NB-E64', 200],
    ['Bremen', null, 100],
    ['Kiel', 'NB-E32', '300 pcs'],
    ['Kiel', 'AF-120', null],
    [null, null, 50],
  ];
  const { lines } = await readPasted(sheet(rows, ['B2:B3', 'C4:C5', 'A5:A6', 'B5:B6']));
  assert.deepEqual(
    lines.map(({ mpn, quantity }) => `${quantity} ${mpn}`),
    ['200 NB-E64', '100 NB-E64', '300 NB-E32', 'undefined AF-120', '50 AF-120'],
  );
});

test('a header that is merged over several columns is of each, and is no part of the row below', async () => {
  const rows = [
    ['Order list', null, null],
    ['Part', 'Quantity', null],
    [null, 'Proto', 'Series'],
    ['NB-E64', 10, 200],
    ['NB-E32', 10, 150],
  ];
  const { lines, table } = await readPasted(sheet(rows, ['A1:C1', 'A2:A3', 'B2:C2']));
  assert.deepEqual(table!.questions, [{ is: 'quantity', places: [1, 2] }]);
  assert.deepEqual(
    lines.flatMap(({ mpn, offered }) => (mpn ? [[mpn, offered]] : [])),
    [
      ['NB-E64', [10, 200]],
      ['NB-E32', [10, 150]],
    ],
  );
});

test('a mark below a row that is none of the order, or below nothing, stays', () => {
  const row = (n: number, ...cells: string[]) => ({ row: n, raw: cells.join(';'), cells });
  const rows = [
    row(1, '"', '5'),
    { ...row(2, 'NB-E64', '200'), isHidden: true },
    row(3, '"', '100'),
    { ...row(4, 'Robin'), why: 'signature' as const },
    row(5, '"', '100'),
    row(6, 'Total', '300'),
    row(7, '"', '100'),
  ];
  assert.deepEqual(withDittos(rows), rows);
});

test('a line of a mark and a quantity asks for so many of the part above', () => {
  const texts = ['200 x NB-E64', '100 x "', 'ditto 150', '300 NB-E32', '-"- 2 boxes', '" white 100'];
  const lines = withDittoLines(texts.map((raw, n) => ({ row: n + 1, raw })));
  assert.deepEqual(
    lines.map(({ text, offered }) => [text, offered]),
    [
      [undefined, undefined],
      ['NB-E64', [100]],
      ['NB-E64', [150]],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ],
  );
});
