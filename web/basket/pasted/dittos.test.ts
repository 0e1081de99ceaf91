import assert from 'node:assert/strict';
import { test } from 'node:test';
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
