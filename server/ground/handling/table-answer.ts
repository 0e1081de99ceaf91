import { Readable } from 'node:stream';
import { Answer } from './answer.ts';
import { csvAnswer } from './csv.ts';
import { type WorkbookCell, workbook } from './workbook.ts';

/** A header, and what stands below it. */
export type TableColumn<T> = readonly [header: string, cell: (row: T) => WorkbookCell];

/** Rows as a file under a name, CSV or XLSX, read and sent page by page. */
export function tableAnswer<T>(
  format: 'csv' | 'xlsx',
  name: string,
  pages: AsyncIterable<T[]>,
  columns: readonly TableColumn<T>[],
): Answer {
  if (format === 'csv') return csvAnswer(name, pages, columns);
  const headers = columns.map(([header]) => header);
  const rows = async function* () {
    for await (const page of pages) yield page.map((row) => columns.map(([, cell]) => cell(row)));
  };
  return new Answer(Readable.from(workbook(name, headers, rows()), { objectMode: false }), {
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': `attachment; filename="${name}.xlsx"`,
    'cache-control': 'no-store',
  });
}
