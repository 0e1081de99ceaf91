/** Writes a workbook (XLSX) of one sheet, page by page. */
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import { columnName } from '#contract/tables/addresses.ts';
import { piped } from '../piped.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Compression of an entry of a ZIP archive. */
const DEFLATED = 8;
/** The file does not say when it was made. */
const DATE = new Date(1980, 0, 1);

/** The parts of a workbook besides its sheet, which has this name. Text has the format `@`: a spreadsheet keeps it as it is when it is edited. */
const partsOf = (name: string): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
});

export type WorkbookCell = string | number | undefined;

/** Returns the bytes of a workbook. Its sheet's name is a plain word. Text is written as text, numbers as numbers; nothing is a formula. */
export async function* workbook(
  name: string,
  headers: readonly string[],
  pages: AsyncIterable<WorkbookCell[][]>,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  const parts: [string, Iterable<string> | AsyncIterable<string>][] = Object.entries(partsOf(name)).map(
    ([part, text]) => [part, [HEAD + text]],
  );
  parts.push(['xl/worksheets/sheet1.xml', sheet(headers, pages)]);
  for (const [filename, content] of parts) {
    const file: ZipInputFile = { filename, crc: 0, size: 0, compression: DEFLATED, mtime: DATE };
    zip.add(file);
    // zlib deflates in another thread.
    for await (const bytes of piped(Readable.from(counted(file, content)), createDeflateRaw())) {
      file.ondata!(null, bytes, false);
      yield* ready.splice(0);
    }
    file.ondata!(null, new Uint8Array(), true);
  }
  zip.end();
  yield* ready.splice(0);
}

/** The bytes of a part. Adds their number and checksum to the archive's entry. */
async function* counted(
  file: ZipInputFile,
  content: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const bytes = Buffer.from(text);
    file.crc = crc32(bytes, file.crc);
    file.size += bytes.length;
    yield bytes;
  }
}

async function* sheet(
  headers: readonly string[],
  pages: AsyncIterable<WorkbookCell[][]>,
): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${toRow([...headers], 1)}`;
  let n = 1;
  for await (const rows of pages) {
    let text = '';
    for (const row of rows) {
      n += 1;
      text += toRow(row, n);
    }
    yield text;
  }
  yield '</sheetData></worksheet>';
}

function toRow(cells: readonly WorkbookCell[], n: number): string {
  return `<row r="${n}">${cells.map((cell, place) => toCell(cell, `${columnName(place)}${n}`)).join('')}</row>`;
}

function toCell(cell: WorkbookCell, at: string): string {
  if (cell === undefined || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  return `<c r="${at}" s="1" t="inlineStr"><is><t xml:space="preserve">${toXml(cell)}</t></is></c>`;
}

/** Characters that XML cannot hold are written as _x0001_, and a text that looks so as _x005F_x0001_. */
function toXml(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      /[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu,
      (letter) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
