import { type CsvCell, csvCell } from '#contract/tables/csv-cell.ts';
import { weightOf } from './accept.ts';
import { Answer } from './answer.ts';
import { each, toStream } from './page.ts';

/** A header, and what stands below it. */
export type CsvColumn<T> = readonly [header: string, cell: (row: T) => CsvCell];

/** Whether a request asks for CSV rather than JSON. */
export function prefersCsv(accept: string | undefined): boolean {
  return weightOf(accept, 'text/csv') > 0;
}

interface CsvForm {
  delimiter?: string;
  /** Whether it begins with the mark of UTF-8: spreadsheets that open it take it for another encoding without. */
  isMarked?: boolean;
}

/**
 * Rows as a CSV file (RFC 4180) under a name, sent piece by piece, so that a list of any length takes little memory.
 */
export function csvAnswer<T>(
  name: string,
  pieces: AsyncIterable<T[]>,
  columns: readonly CsvColumn<T>[],
  form: CsvForm = {},
): Answer {
  return new Answer(toStream(toText(pieces, columns, form)), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'cache-control': 'no-store',
    vary: 'Accept',
  });
}

async function* toText<T>(
  pieces: AsyncIterable<T[]>,
  columns: readonly CsvColumn<T>[],
  { delimiter = ',', isMarked }: CsvForm,
): AsyncGenerator<Iterable<string>> {
  const toLine = (cells: CsvCell[]) => `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`;
  yield [(isMarked ? '\ufeff' : '') + toLine(columns.map(([header]) => header))];
  const cells = columns.map(([, cell]) => cell);
  for await (const rows of pieces) yield each(rows, (row) => toLine(cells.map((cell) => cell(row))));
}
