import { weightOf } from './accept.ts';
import { Answer } from './answer.ts';
import { toStream } from './page.ts';

type Cell = string | number | boolean | null | undefined;

/** Whether a request asks for CSV rather than JSON. */
export function prefersCsv(accept: string | undefined): boolean {
  return weightOf(accept, 'text/csv') > 0;
}

/**
 * Rows as a CSV file (RFC 4180) under a name, sent piece by piece, so that a list of any length takes little memory.
 * Columns are the keys of `columns`, headed by them.
 */
export function csvAnswer<T>(
  name: string,
  pieces: AsyncIterable<T[]>,
  columns: Record<string, (row: T) => Cell>,
): Answer {
  return new Answer(toStream(toText(pieces, columns)), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'cache-control': 'no-store',
    vary: 'Accept',
  });
}

async function* toText<T>(
  pieces: AsyncIterable<T[]>,
  columns: Record<string, (row: T) => Cell>,
): AsyncGenerator<string> {
  yield toLine(Object.keys(columns));
  const cells = Object.values(columns);
  for await (const rows of pieces) {
    if (rows.length > 0) yield rows.map((row) => toLine(cells.map((cell) => toCell(cell(row))))).join('');
  }
}

const toLine = (cells: string[]) => `${cells.join(',')}\r\n`;

function toCell(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = withoutFormulas(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What parts cells: a program that parts at semicolons or tabs makes several of one, whatever quotes it is in. */
const PARTS_CELLS = /[,;\t\r\n]/;
/** What may stand before a formula: white space, control characters, marks without width, quotes. */
const IS_SKIPPED = /[\s\p{C}"]/u;
/** What begins a formula, in the wide letters of East Asia, too. */
const BEGINS_FORMULA = /[=+\-@＝＋－＠]/;

/** Text with an apostrophe before all that a spreadsheet would compute, at the beginning and after whatever parts cells. */
function withoutFormulas(text: string): string {
  let safe = '';
  let atStart = true;
  for (const letter of text) {
    if (atStart && BEGINS_FORMULA.test(letter)) safe += "'";
    atStart = PARTS_CELLS.test(letter) || (atStart && IS_SKIPPED.test(letter));
    safe += letter;
  }
  return safe;
}
