import { strToU8, zipSync } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Returns the bytes of a small workbook, as a spreadsheet writes it. Null is an empty cell; `merged` are ranges such as 'A2:A3'. */
export function sheet(
  rows: readonly (readonly (string | number | null)[])[],
  merged: readonly string[] = [],
): Uint8Array {
  const cells = rows.map((row, n) => {
    const inRow = row.map((cell, place) => {
      const at = `${String.fromCharCode(65 + place)}${n + 1}`;
      if (cell === null) return '';
      if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
      const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
    });
    return `<row r="${n + 1}">${inRow.join('')}</row>`;
  });
  return zipSync({
    '[Content_Types].xml': strToU8(
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ),
    '_rels/.rels': strToU8(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="BOM" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet xmlns="${MAIN}"><sheetData>${cells.join('')}</sheetData><mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`,
    ),
  });
}
