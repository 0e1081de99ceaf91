import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { Headers } from './headers.ts';
import { readWorkbook } from './workbook.ts';

const FORMATS = ['General', '#,##0.00 "€"', '00000', 'yyyy-mm-dd'];
const quoted = (text: string) => text.replaceAll('"', '&quot;');

/** A workbook whose sheets have these rows; a sheet or a row of the state `hidden` is hidden. */
function workbook(sheets: { name: string; state?: 'hidden'; columns?: string; rows: string[] }[]) {
  const tags = sheets.map(
    ({ name, state = 'visible' }, n) =>
      `<sheet name="${name}" state="${state}" sheetId="${n}" r:id="r${n}"/>`,
  );
  const relations = sheets.map((_, n) => `<Relationship Id="r${n}" Target="worksheets/s${n}.xml"/>`);
  const formats = FORMATS.map((code, n) => `<numFmt numFmtId="${170 + n}" formatCode="${quoted(code)}"/>`);
  const styles = FORMATS.map((_, n) => `<xf numFmtId="${170 + n}"/>`);
  return zipSync({
    'xl/workbook.xml': strToU8(`<workbook><sheets>${tags.join('')}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${relations.join('')}</Relationships>`),
    'xl/styles.xml': strToU8(
      `<styleSheet><numFmts>${formats.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    ),
    ...Object.fromEntries(
      sheets.map(({ columns = '', rows }, n) => [
        `xl/worksheets/s${n}.xml`,
        strToU8(`<worksheet>${columns}<sheetData>${rows.join('')}</sheetData></worksheet>`),
      ]),
    ),
  });
}
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (value: number, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const row = (n: number, cells: string[], more = '') => `<row r="${n}"${more}>${cells.join('')}</row>`;

const headers = new Headers([]);
const read = (sheets: Parameters<typeof workbook>[0]) =>
  readWorkbook(workbook(sheets), (header) => headers.find(header) !== undefined);

test('the first sheet that people see and that has a table is read, without its hidden rows, which are told', () => {
  const names = row(1, [text('sku'), text('price')]);
  const { rows, told, unread } = read([
    { name: 'Old', state: 'hidden', rows: [names, row(2, [text('OLD'), number(1)])] },
    { name: 'Choices', state: 'hidden', rows: [row(1, [text('piece')])] },
    { name: 'Cover', rows: [row(1, [text('Price list')])] },
    {
      name: 'Parts',
      rows: [
        names,
        row(2, [text('A-1'), number(12.5)]),
        row(3, [text('A-2'), number(2)], ' hidden="1"'),
        row(5, [text('A-3'), number(3)]),
      ],
    },
  ]);
  assert.deepEqual(rows, [['sku', 'price'], ['A-1', 12.5], [], [], ['A-3', 3]]);
  assert.deepEqual(
    told?.map(({ kind, columns, rows: count, examples }) => [kind, columns, count, examples]),
    [
      ['sheet', ['Parts'], undefined, ['Cover']],
      ['hidden', [], 1, []],
    ],
  );
  // The two of the first sheet, the cover and the hidden one may be of parts.
  assert.equal(unread?.(), 4);
});

test('hidden columns are told by their letters, and not read', () => {
  const columns = '<cols><col min="2" max="3" hidden="1"/><col min="5" max="9" hidden="1"/></cols>';
  const cells = ['sku', 'cost', '', 'price', 'margin'].map(text);
  const { rows, told } = read([{ name: 'Parts', columns, rows: [row(1, cells)] }]);
  assert.deepEqual(rows, [['sku', 'price']]);
  assert.deepEqual(told, [{ kind: 'hidden', columns: ['B', 'E'], examples: [] }]);
});

test('numbers are as they are shown: with their currency and their leading zeros', () => {
  const cells = [number(12.5, 1), number(12, 2), number(46_023, 3), number(12.125)];
  const { rows } = read([{ name: 'Parts', rows: [row(1, [text('sku'), ...cells])] }]);
  assert.deepEqual(rows, [['sku', '12.5 €', '00012', { odd: 'date', shown: '2026-01-01' }, 12.125]]);
});
