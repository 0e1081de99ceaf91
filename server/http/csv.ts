import { RawAnswer } from './handler.ts';

type Cell = string | number | boolean | null | undefined;

/** Whether a request asks for CSV rather than JSON. */
export function prefersCsv(accept: string | undefined): boolean {
  return /(^|,)\s*text\/csv\b/i.test(accept ?? '');
}

/** Rows as a CSV file (RFC 4180) under a name. Columns are the keys of `columns`, headed by them. */
export function csvAnswer<T>(name: string, rows: T[], columns: Record<string, (row: T) => Cell>): RawAnswer {
  const lines = [
    Object.keys(columns),
    ...rows.map((row) => Object.values(columns).map((cell) => toCell(cell(row)))),
  ].map((cells) => cells.join(','));
  return new RawAnswer(`${lines.join('\r\n')}\r\n`, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'cache-control': 'no-store',
    vary: 'Accept',
  });
}

function toCell(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  // A spreadsheet would run a text that begins like a formula.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
