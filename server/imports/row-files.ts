/** Rows of an import as CSV. */
import { columnOf, IMPORT_FIELDS, isFieldName } from '#contract/imports/fields.ts';
import { ERROR_COLUMN, type ImportQuery, type ImportRow, ROW_COLUMN } from '#contract/imports/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { Answer } from '../ground/handling/answer.ts';
import { type CsvColumn, csvAnswer } from '../ground/handling/csv.ts';
import type { Cell } from './cells.ts';
import type { Column } from './headers.ts';
import { KINDS } from './kinds.ts';
import { listRows, type StoredImport, type StoredRow, toRow } from './queries.ts';

/** Bad rows alone as the file had them, to be mended and sent again; of all others a line for each change. */
export function rowsFile(db: Queryable, imported: StoredImport, query: ImportQuery): Answer {
  const rows = pages(db, imported.id, query);
  return query.rows === 'error' ? badRows(imported, rows) : csvAnswer('import-rows', linesOf(rows), LINE);
}

/** The rows have their number and what is wrong with them besides, and have the delimiter of the file. */
function badRows({ columns: known, delimiter, decimal }: StoredImport, rows: AsyncIterable<StoredRow[]>) {
  const textAt = (place: number) => (row: StoredRow) =>
    asText((row.cells as Cell[] | null)?.[place] ?? null, decimal ?? '.');
  const columns: CsvColumn<StoredRow>[] = [];
  for (const [place, { column }] of (known as Column[]).entries())
    if (column !== ROW_COLUMN && column !== ERROR_COLUMN) columns.push([column, textAt(place)]);
  columns.push([ROW_COLUMN, (row) => row.n], [ERROR_COLUMN, (row) => reasonOf(toRow(row))]);
  return csvAnswer('import-rows', rows, columns, { delimiter: delimiter ?? ',', isMarked: true });
}

async function* pages(db: Queryable, id: string, query: ImportQuery): AsyncGenerator<StoredRow[]> {
  let after = query.after ?? 0;
  for (;;) {
    const rows = await listRows(db, id, { ...query, after, limit: query.limit ?? PAGE });
    yield rows;
    if (query.limit !== undefined || rows.length < PAGE) return;
    after = rows.at(-1)!.n;
  }
}

const PAGE = 250;

/** A cell that was a number gets the sign that the other numbers of the file have; 1e-7 cannot be mistaken. */
function asText(cell: Cell, decimal: string): string {
  if (typeof cell === 'number')
    return /e/.test(String(cell)) ? String(cell) : String(cell).replace('.', decimal);
  if (cell === null) return '';
  return typeof cell === 'object' ? cell.shown : String(cell);
}

function reasonOf({ errors = [] }: ImportRow): string {
  return errors.map(({ column, message }) => (column ? `${column}: ${message}` : message)).join('; ');
}

/** A row with one of its changes, if there is any. */
interface Line {
  row: ImportRow;
  change?: { field: string; before?: unknown; after: unknown };
}

const LINE: readonly CsvColumn<Line>[] = [
  [ROW_COLUMN, ({ row }) => row.row],
  ['action', ({ row }) => row.action],
  ['sku', ({ row }) => row.sku],
  ['name', ({ row }) => row.name],
  ['column', ({ change }) => change && columnOf(change.field)],
  ['before', ({ change }) => change && cellOf(change.field, change.before)],
  ['after', ({ change }) => change && cellOf(change.field, change.after)],
  ['result', ({ row }) => row.result],
  ['left', ({ row }) => row.left && [row.left.why, ...row.left.fields.map(columnOf)].join(' ')],
  [ERROR_COLUMN, ({ row }) => reasonOf(row)],
];

async function* linesOf(pages: AsyncIterable<StoredRow[]>): AsyncGenerator<Line[]> {
  for await (const rows of pages)
    yield rows.map(toRow).flatMap((row): Line[] => {
      const changes = (row.changes ?? []).filter(({ before, after }) => before != null || after != null);
      return changes.length === 0 ? [{ row }] : changes.map((change) => ({ row, change }));
    });
}

/** A value as its column has it. */
function cellOf(field: string, value: unknown): string | number | undefined {
  if (value === null || value === undefined) return undefined;
  const column = columnOf(field);
  const { write } = KINDS[isFieldName(column) ? IMPORT_FIELDS[column].kind : 'text'] as {
    write: (value: unknown) => unknown;
  };
  const written = write(value);
  if (typeof written === 'string' || typeof written === 'number') return written;
  return JSON.stringify(written);
}
