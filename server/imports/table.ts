/** Tables of files and JSON, whatever they were written in. Runs in the worker. */
import {
  type ColumnAsk,
  IMPORT_MAX_COLUMNS,
  IMPORT_MAX_ROWS,
  IMPORT_MAX_UNPACKED_BYTES,
} from '#contract/imports/schema.ts';
import type { BROKEN_FILES } from '#contract/kernel/problem.ts';
import type { TableFault } from '#contract/tables/fault.ts';
import { Problem } from '../ground/handling/problem.ts';
import type { Cell } from './cells.ts';

/** Rows at the top of a table among which the headers are looked for: titles and addresses stand above them. */
export const TOP_ROWS = 30;

export interface Table {
  /** The headers first. */
  rows: Cell[][];
  delimiter?: string;
  /** The name of the sheet of a workbook. */
  sheet?: string;
  /** What was left out of it. */
  told?: ColumnAsk[];
  /** Counts the rows of the file that are not among `rows`, and may be of parts. */
  unread?: () => number;
  /** Rows of the file above the headers. */
  skipped: number;
}

/** 400: what is wrong with a file, and in which of its rows. */
export function broken(
  why: (typeof BROKEN_FILES)[number],
  row?: number,
  more: { found?: string; columns?: string } = {},
): Problem {
  return new Problem('broken_file', { why, ...(row !== undefined && { row }), ...more });
}

/** 400 or 413 for a file that cannot be read. */
export function toProblem({ why, row }: TableFault): Problem {
  switch (why) {
    case 'too_many_rows':
      return new Problem('too_many_rows', { what: 'rows', most: IMPORT_MAX_ROWS });
    case 'too_many_columns':
      return new Problem('too_many_rows', { what: 'columns', most: IMPORT_MAX_COLUMNS });
    case 'too_large':
      return new Problem('too_large', { what: 'unpacked', megabytes: IMPORT_MAX_UNPACKED_BYTES / 1024 ** 2 });
    // Told apart in lists of buyers alone.
    case 'open_document':
    case 'edifact':
    case 'x12':
    case 'ubl':
    case 'xml':
    case 'json':
      return broken('not_a_table', row);
    default:
      return broken(why, row);
  }
}

export function requireSize(rows: number, columns: number): void {
  if (rows > IMPORT_MAX_ROWS) throw new Problem('too_many_rows', { what: 'rows', most: IMPORT_MAX_ROWS });
  if (columns > IMPORT_MAX_COLUMNS)
    throw new Problem('too_many_rows', { what: 'columns', most: IMPORT_MAX_COLUMNS });
}

/** Returns rows of JSON objects as a table, whose headers are all their keys in the order of their first use. */
export function toTable(rows: readonly unknown[]): Table {
  const places = new Map<string, number>();
  const cells = rows.map((row, n) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) throw broken('broken_json', n + 1);
    const line: Cell[] = [];
    for (const [key, value] of Object.entries(row)) {
      if (!isPlain(value)) throw broken('broken_json', n + 1);
      const place = places.get(key) ?? places.size;
      places.set(key, place);
      requireSize(0, places.size);
      line[place] = value;
    }
    return Array.from(line, (cell) => cell ?? null);
  });
  return { rows: [[...places.keys()], ...cells], skipped: 0 };
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
