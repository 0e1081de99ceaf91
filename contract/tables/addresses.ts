/** Addresses of rows and cells in the sheets of workbooks. */
import { TableFault } from './fault.ts';

/** The most rows and columns of a sheet. */
export interface SheetLimits {
  rows: number;
  columns: number;
}

/** Spreadsheets write formats of empty rows and cells up to the last ones that they have. */
const SHEET_ROWS = 1_048_576;
const SHEET_COLUMNS = 16_384;
/** Places of a table, empty ones too: the library fills all rows up to the longest. */
const MOST_PLACES = 20_000_000;

/** Returns what spreadsheets call the column at a place: A, B, … Z, AA. */
export function columnName(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : columnName(Math.floor(place / 26) - 1) + last;
}

const [EQUALS, END, SLASH, R] = [0x3d, 0x3e, 0x2f, 0x72];
const QUOTES = [0x22, 0x27];

/**
 * Throws a TableFault for a row or cell of a sheet beyond the bounds, before the library reads it: it fills all places before one, so that
 * few bytes would take all memory. Every attribute `r` is looked at, whatever it belongs to.
 */
export function requireAddresses(sheet: Uint8Array, most: SheetLimits): void {
  let rows = 0;
  let columns = 0;
  // The end of a tag that is known to have nothing in it, however many attributes it has.
  let known = -1;
  for (let equals = sheet.indexOf(EQUALS); equals >= 0; equals = sheet.indexOf(EQUALS, equals + 1)) {
    let name = equals - 1;
    while (isSpace(sheet[name])) name -= 1;
    if (sheet[name] !== R || isOtherName(sheet, name)) continue;
    let start = equals + 1;
    while (isSpace(sheet[start])) start += 1;
    if (!QUOTES.includes(sheet[start]!)) continue;
    const end = sheet.indexOf(sheet[start]!, start + 1);
    if (end < 0) throw new TableFault('broken_workbook');
    const { row, column } = readAddress(sheet.subarray(start + 1, end));
    if (row <= most.rows && column <= most.columns) {
      rows = Math.max(rows, row);
      columns = Math.max(columns, column);
    } else {
      const isWithin = row <= SHEET_ROWS && column <= SHEET_COLUMNS;
      if (isWithin && end > known) known = endOfEmpty(sheet, end + 1);
      if (!isWithin || known < 0)
        throw new TableFault(row > most.rows ? 'too_many_rows' : 'too_many_columns');
    }
  }
  if (rows * columns > MOST_PLACES) throw new TableFault('too_much');
}

const isSpace = (byte: number | undefined) => byte !== undefined && byte <= 0x20;

/** Whether the name that ends here is longer than `r`, or says what the prefix `r` stands for. */
function isOtherName(sheet: Uint8Array, place: number): boolean {
  const before = String.fromCharCode(...sheet.subarray(Math.max(0, place - 7), place));
  return /[\w.\x80-\xff-]$/.test(before) || /\sxmlns:$/.test(before);
}

/** Returns the numbers of 'C7' or '7', for which the column is 0. */
function readAddress(bytes: Uint8Array): { row: number; column: number } {
  let row = 0;
  let column = 0;
  let hasDigits = false;
  if (bytes.length > 12) throw new TableFault('broken_workbook');
  for (const byte of bytes) {
    if (byte >= 0x30 && byte <= 0x39) {
      hasDigits = true;
      row = row * 10 + byte - 0x30;
    } else if (byte >= 0x41 && byte <= 0x5a && !hasDigits) column = column * 26 + byte - 0x40;
    else throw new TableFault('broken_workbook');
  }
  return { row, column };
}

/** Returns where the tag ends that is seen from behind one of its attributes; -1 when it has something in it. */
function endOfEmpty(sheet: Uint8Array, place: number): number {
  const end = sheet.indexOf(END, place);
  if (end < 0 || sheet[end - 1] !== SLASH) return -1;
  // A sign in an attribute ends no tag.
  const rest = sheet.subarray(place, end);
  const isClosed = QUOTES.every((quote) => rest.filter((byte) => byte === quote).length % 2 === 0);
  return isClosed ? end : -1;
}
