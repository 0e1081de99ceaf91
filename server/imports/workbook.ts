/** Tables of workbooks (XLSX): their first sheet. Runs in the worker. */
import { IMPORT_MAX_COLUMNS, IMPORT_MAX_ROWS, IMPORT_MAX_UNPACKED_BYTES } from '#contract/imports.ts';
import { isCellError, readCells } from '#contract/tables/workbook.ts';
import type { Cell } from './cells.ts';
import type { Table } from './table.ts';

const LIMITS = {
  // The headers are a row, too.
  rows: IMPORT_MAX_ROWS + 1,
  columns: IMPORT_MAX_COLUMNS,
  unpackedBytes: IMPORT_MAX_UNPACKED_BYTES,
};

/** Returns the table of a workbook's first sheet. Throws a TableFault for what cannot be read. */
export async function readWorkbook(bytes: Uint8Array): Promise<Table> {
  const rows = await readCells(bytes, LIMITS);
  return { rows: rows.map((row) => row.map(toCell)), skipped: 0, isSheet: true };
}

function toCell(value: unknown): Cell {
  if (value instanceof Date) return { odd: 'date', shown: value.toISOString().slice(0, 10) };
  if (typeof value === 'string') return isCellError(value) ? { odd: 'error', shown: value } : value;
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
