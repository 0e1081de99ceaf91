import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { shownWithUnit } from './number-format.ts';
import { openSheets } from './sheets.ts';

const LIMITS = { rows: 1_000, columns: 50, unpackedBytes: 1_000_000 };

const WORKBOOK =
  '<workbook xmlns:r="r"><sheets><sheet name="A &amp; B" sheetId="1" r:id="rId1"/><sheet name="Data" state="veryHidden" sheetId="2" r:id="rId2"/></sheets></workbook>';
const RELATIONS =
  '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet1.xml"/></Relationships>';
const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="0&quot; boxes&quot;"/></numFmts><fonts><font/><font><strike/></font></fonts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/><xf numFmtId="0" fontId="1"/></cellXfs></styleSheet>';
const STRINGS = '<sst><si><t>NB-E64</t></si><si><r><t>Two </t></r><r><t>runs</t></r></si></sst>';

const workbook = (rows: string, before = '') =>
  zipSync({
    'xl/workbook.xml': strToU8(WORKBOOK),
    'xl/_rels/workbook.xml.rels': strToU8(RELATIONS),
    'xl/styles.xml': strToU8(STYLES),
    'xl/sharedStrings.xml': strToU8(STRINGS),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet>${before}<sheetData>${rows}</sheetData></worksheet>`),
  });

const read = (rows: string, before?: string) => openSheets(workbook(rows, before), LIMITS)[0]!.read();

test('tells the names of sheets, and which are hidden', () => {
  const sheets = openSheets(workbook(''), LIMITS);
  assert.deepEqual(
    sheets.map(({ name, isHidden }) => [name, isHidden]),
    [
      ['A & B', false],
      ['Data', true],
    ],
  );
});

describe('cells are read as people see them', () => {
  const cells: [what: string, cell: string, shown: string][] = [
    ['leading zeros of a format', '<c r="A1" s="1"><v>12</v></c>', '00012'],
    ['words of a format', '<c r="A1" s="2"><v>8</v></c>', '8 boxes'],
    ['dates', '<c r="A1" s="3"><v>46023</v></c>', '2026-01-01'],
    ['shared texts', '<c r="A1" t="s"><v>0</v></c>', 'NB-E64'],
    ['texts of several runs', '<c r="A1" t="s"><v>1</v></c>', 'Two runs'],
    ['texts in the cell', '<c r="A1" t="inlineStr"><is><t>a &lt; b</t></is></c>', 'a < b'],
    ['values of formulas', '<c r="A1"><f>B1*2</f><v>200</v></c>', '200'],
    ['yes and no', '<c r="A1" t="b"><v>1</v></c>', 'TRUE'],
  ];
  for (const [what, cell, shown] of cells)
    test(what, () => {
      assert.deepEqual(read(`<row r="1">${cell}</row>`)[0]?.cells, [shown]);
    });
});

test('formats say currencies and units of numbers', () => {
  for (const [code, written, shown] of [
    ['#,##0.00 "€"', '12.5', '12.5 €'],
    ['#,##0.00\\ [$€-407]', '12.5', '12.5 €'],
    ['[$EUR] #,##0.00;[Red]-[$EUR] #,##0.00', '12.5', 'EUR 12.5'],
    ['_-* #,##0.00\\ "zł"_-;-* #,##0.00\\ "zł"_-', '1.25', '1.25 zł'],
    ['0.0 "kg"', '12.125', '12.1250 kg'],
    ['0.0,"k"', '12500', '12.5 k'],
    ['0%', '0.19', '19 %'],
    ['#,##0.00_);(#,##0.00)', '12.5', '12.5'],
    ['00000', '12', '00012'],
    ['0.00E+00', '12.5', '12.5'],
    ['General', '12.5', '12.5'],
    ['yyyy-mm-dd', '46023', '2026-01-01'],
  ] as const)
    assert.equal(shownWithUnit(written, { id: 170, code }), shown, code);
});

test('numbers are told from texts of digits', () => {
  const [row] = read('<row r="3"><c r="A3"><v>100.125</v></c><c r="C3" t="str"><v>100.125</v></c></row>');
  assert.deepEqual([row!.row, row!.cells, row!.numbers], [3, ['100.125', '', '100.125'], [0]]);
});

test('a number with words of its format is a number', () => {
  const [row] = read('<row r="1"><c r="A1" s="2"><v>8.5</v></c></row>');
  assert.deepEqual([row!.cells, row!.numbers], [['8.5 boxes'], [0]]);
});

test('rows that are hidden or struck through are told, and hidden columns left out', () => {
  const cell = (at: string, style = 0) => `<c r="${at}" s="${style}"><v>5</v></c>`;
  const rows = read(
    `<row r="1">${cell('A1')}${cell('B1')}</row><row r="2" hidden="1">${cell('A2')}</row><row r="3">${cell('A3', 4)}</row>`,
    '<cols><col min="2" max="2" hidden="1"/></cols>',
  );
  assert.deepEqual(
    rows.map(({ cells, isHidden, hidden }) => [cells, isHidden, hidden]),
    [
      [['5'], false, [1]],
      [['5'], true, []],
      [['5'], true, []],
    ],
  );
});

test('cells that are struck through are told beside hidden columns, too', () => {
  const [row] = read(
    '<row r="1"><c r="A1"><v>5</v></c><c r="B1"><v>6</v></c><c r="C1" s="4"><v>7</v></c></row>',
    '<cols><col min="1" max="1" hidden="1"/></cols>',
  );
  assert.deepEqual([row!.cells, row!.struck, row!.isHidden], [['6', '7'], [1], false]);
});

test('empty rows with a format beyond the bound are taken', () => {
  assert.equal(read('<row r="1"><c r="A1"><v>5</v></c></row><row r="1048576" s="1"/>').length, 1);
});

test('files of other programs, broken and too wide ones are refused', () => {
  const other = zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet') });
  assert.throws(() => openSheets(other, LIMITS), { why: 'open_document' });
  assert.throws(() => openSheets(zipSync({ 'a.txt': strToU8('a') }), LIMITS), { why: 'broken_workbook' });
  assert.throws(() => read(`<row r="1">${'<c><v>1</v></c>'.repeat(51)}</row>`), { why: 'too_many_columns' });
  assert.throws(() => read('<row r="1001"><c r="A1001"><v>1</v></c></row>'), { why: 'too_many_rows' });
});
