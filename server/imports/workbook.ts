/** Tables of workbooks (XLSX): of the first sheet that people see and that has a table. Runs in the worker. */
import {
  type ColumnAsk,
  IMPORT_MAX_COLUMNS,
  IMPORT_MAX_ROWS,
  IMPORT_MAX_UNPACKED_BYTES,
} from '#contract/imports/schema.ts';
import { columnName } from '#contract/tables/addresses.ts';
import { shownWithUnit } from '#contract/tables/number-format.ts';
import { openSheets, type Sheet, type SheetRow } from '#contract/tables/sheets.ts';
import { isCellError } from '#contract/tables/workbook.ts';
import type { Cell } from './cells.ts';
import { broken, type Table, TOP_ROWS } from './table.ts';

const LIMITS = {
  // The headers are a row, too.
  rows: IMPORT_MAX_ROWS + 1,
  columns: IMPORT_MAX_COLUMNS,
  unpackedBytes: IMPORT_MAX_UNPACKED_BYTES,
};

/**
 * Returns the table of a workbook, cells as people see them; hidden rows, hidden columns and other sheets are left out and told. `isKnown` says which
 * headers are recognised. Throws a TableFault for what cannot be read.
 */
export function readWorkbook(bytes: Uint8Array, isKnown: (header: string) => boolean): Table {
  const all = openSheets(bytes, LIMITS, shownWithUnit);
  const sheets = all.filter(({ isHidden }) => !isHidden);
  const found = findTable(sheets, isKnown);
  if (!found) throw broken('empty');
  const { sheet, rows } = found;
  const cells: Cell[][] = [];
  let hidden = 0;
  const hiddenPlaces = new Set<number>();
  for (const { row, isHidden, hidden: places = [], ...one } of rows) {
    for (const place of places) hiddenPlaces.add(place);
    // Rows keep their numbers.
    while (cells.length < row - 1) cells.push([]);
    if (isHidden) hidden += 1;
    cells[row - 1] = isHidden ? [] : toCells(one);
  }
  const told: ColumnAsk[] = [];
  const others = sheets.filter((one) => one !== sheet).map(({ name }) => name.slice(0, 100));
  if (others.length > 0)
    told.push({ kind: 'sheet', columns: [sheet.name.slice(0, 100)], examples: others.slice(0, 10) });
  const columns = [...hiddenPlaces].sort((a, b) => a - b).map(columnName);
  if (hidden > 0 || columns.length > 0)
    told.push({ kind: 'hidden', columns, ...(hidden > 0 && { rows: hidden }), examples: [] });
  // Lists to choose from stand in hidden sheets, without headers.
  const unread = () =>
    all
      .filter((one) => one !== sheet)
      .map((one) => ({ ...one, rows: one.read() }))
      .filter(({ isHidden, rows }) => !isHidden || hasHeaders(rows, isKnown))
      .reduce((sum, one) => sum + one.rows.length, hidden);
  return { rows: cells, skipped: 0, sheet: sheet.name, told, unread };
}

const hasHeaders = (rows: readonly SheetRow[], isKnown: (header: string) => boolean) =>
  rows.slice(0, TOP_ROWS).some(({ cells }) => cells.filter(isKnown).length > 1);

/** The first sheet with a row of headers; without any, the first that is not empty. */
function findTable(sheets: readonly Sheet[], isKnown: (header: string) => boolean) {
  let first: { sheet: Sheet; rows: SheetRow[] } | undefined;
  for (const sheet of sheets) {
    const rows = sheet.read();
    if (rows.length === 0) continue;
    if (hasHeaders(rows, isKnown)) return { sheet, rows };
    first ??= { sheet, rows };
  }
  return first;
}

function toCells({ cells, numbers }: Pick<SheetRow, 'cells' | 'numbers'>): Cell[] {
  const row = cells.map((text): Cell => {
    if (text === '') return null;
    return isCellError(text) ? { odd: 'error', shown: text } : text;
  });
  for (const place of numbers) row[place] = toNumber(cells[place]!);
  return row;
}

/** A number as it is shown; one with a unit or leading zeros is text. */
function toNumber(shown: string): Cell {
  if (/^\d{4}-\d\d-\d\d$/.test(shown)) return { odd: 'date', shown };
  return String(Number(shown)) === shown ? Number(shown) : shown;
}
