import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { requireAddresses } from './addresses.ts';
import { readCells } from './workbook.ts';

const MOST = { rows: 200_001, columns: 300, unpackedBytes: 1_000_000 };

const check = (sheet: string) => requireAddresses(strToU8(sheet), MOST);

describe('a sheet is refused before it is read when it has', () => {
  for (const [what, sheet, why] of [
    ['a row far below', '<row r="999999999"><c r="A999999999"><v>1</v></c></row>', 'too_many_rows'],
    ['an empty row below all that a sheet has', '<row r="1048577"/>', 'too_many_rows'],
    ['a cell far to the right', '<c r="ZZZZZZ1"><v>1</v></c>', 'too_many_columns'],
    ['a cell beyond the bound', '<c s="1" r="XFD1"><v>1</v></c>', 'too_many_columns'],
    ['a sign in an attribute', '<c r="XFD1" x="/>"><v>1</v></c>', 'too_many_columns'],
    ['a prefix', "<x:row x:r = '300000'><c/></x:row>", 'too_many_rows'],
    ['too many places', '<c r="KN1"><v>1</v></c><c r="A200001"><v>1</v></c>', 'too_much'],
    ['a number of letters', '<row r="1e9"/>', 'broken_workbook'],
    ['a number of references', '<row r="&#57;99999999"/>', 'broken_workbook'],
    ['a prefix like that of names', '<row axmlns:r="1e9"/>', 'broken_workbook'],
  ] as const)
    test(what, () => assert.throws(() => check(sheet), { why }));
});

test('formats of empty rows and cells up to the end of a sheet are taken', () => {
  check(
    '<worksheet xmlns:r="http://x.example"><row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row><row r="1048576" s="1"/><hyperlink ref="A1" r:id="rId1"/></worksheet>',
  );
});

test('a tag of very many addresses is looked through once', () => {
  let steps = 0;
  const sheet = strToU8(`<row${' r="300000"'.repeat(10_000)}/>`);
  const counted = new Proxy(sheet, {
    get(bytes, key) {
      if (key === 'subarray') steps += 1;
      const value = Reflect.get(bytes, key, bytes);
      return typeof value === 'function' ? value.bind(bytes) : value;
    },
  });
  requireAddresses(counted, MOST);
  // Two for each address, and one for the tag.
  assert.equal(steps, 20_001);
});

test('a workbook of few bytes with a row far below is refused', async () => {
  const bytes = zipSync({ 'xl/worksheets/sheet1.xml': strToU8('<row r="999999999"></row>') });
  await assert.rejects(readCells(bytes, MOST), { why: 'too_many_rows' });
});
