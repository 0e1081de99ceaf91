/** Writes a workbook (XLSX) of one sheet, page by page. */
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { columnName } from '#contract/tables/addresses.ts';
import { piped } from '../piped.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

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
): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let offset = 0;
  const parts: [string, AsyncIterable<string>][] = [
    ...Object.entries(partsOf(name)).map(([part, text]): [string, AsyncIterable<string>] => [
      part,
      once(HEAD + text),
    ]),
    ['xl/worksheets/sheet1.xml', sheet(headers, pages)],
  ];
  for (const [part, content] of parts) {
    const entry: Entry = { name: part, offset, crc: 0, packed: 0, size: 0 };
    for await (const bytes of pack(entry, content)) {
      offset += bytes.length;
      yield bytes;
    }
    entries.push(entry);
  }
  yield directory(entries, offset);
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
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

interface Entry {
  name: string;
  offset: number;
  crc: number;
  packed: number;
  size: number;
}

/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const VERSION = 20;
const DEFLATED = 8;
/** 1 January 1980: the file does not say when it was made. */
const DATE = 0x21;

/** The bytes of an entry, deflated in another thread. */
async function* pack(entry: Entry, content: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const name = Buffer.from(entry.name);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  writeCommon(head, 4);
  head.writeUInt16LE(name.length, 26);
  yield Buffer.concat([head, name]);
  const plain = async function* () {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield bytes;
    }
  };
  for await (const bytes of piped(Readable.from(plain()), createDeflateRaw())) {
    entry.packed += bytes.length;
    yield bytes;
  }
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  writeSizes(tail, 4, entry);
  yield tail;
}

function writeCommon(bytes: Buffer, at: number): void {
  bytes.writeUInt16LE(VERSION, at);
  bytes.writeUInt16LE(FLAGS, at + 2);
  bytes.writeUInt16LE(DEFLATED, at + 4);
  bytes.writeUInt16LE(DATE, at + 8);
}

function writeSizes(bytes: Buffer, at: number, { crc, packed, size }: Entry): void {
  bytes.writeUInt32LE(crc, at);
  bytes.writeUInt32LE(packed, at + 4);
  bytes.writeUInt32LE(size, at + 8);
}

function directory(entries: readonly Entry[], offset: number): Buffer {
  const records = entries.map((entry) => {
    const name = Buffer.from(entry.name);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(VERSION, 4);
    writeCommon(record, 6);
    writeSizes(record, 16, entry);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt32LE(entry.offset, 42);
    return Buffer.concat([record, name]);
  });
  const all = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(all.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([all, end]);
}
