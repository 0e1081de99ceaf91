/** Cells of pasted text and of text files. Pure. */
import { findHeaders } from './columns.ts';

/** A row of a table or a line of a text. */
export interface Row {
  /** Its line in the text, or its row in the workbook, from 1. */
  row: number;
  /** As it stands there. */
  raw: string;
  cells: string[];
  /** Places of cells that hold a number and not a text, in a workbook. */
  numbers?: number[];
  /** Places of cells that are struck through, in a workbook. */
  struck?: number[];
  /** Places of cells that are merged with the one above, in a workbook. */
  merged?: number[];
  /** Places of cells that are merged with the one on their left, in a workbook. */
  spanned?: number[];
  /** Hidden, filtered or struck through in a workbook. */
  isHidden?: boolean;
  /** Cells of columns without a meaning that say something of its part: of another one, or that it is called off. */
  beside?: readonly string[];
  /** Read as a text, whatever its columns say: it names several parts. */
  isText?: boolean;
  /** Why it is no line, where that was seen before its columns were known. */
  why?: 'signature' | 'text' | 'title' | 'header';
}

export const DELIMITERS = ['\t', ';', ',', '|'];

/** Characters, and rows of them, by which the delimiter is found. */
const SAMPLE = 100_000;
const SAMPLE_ROWS = 60;

/** The most characters and line breaks of a cell in quotes: who opens a quote and never closes it loses no more. */
const LONGEST_QUOTED = 5_000;
const MOST_BREAKS = 20;

/** Returns the rows of a text that is a table, by what its cells show or as is said; undefined for lines as people write them. */
export function readTextTable(text: string, isTable = false): Row[] | undefined {
  const named = /^sep=(.)\r?\n/i.exec(text);
  if (named) return parseRows(text.slice(named[0].length), named[1]!, 2);
  const sample = text.slice(0, SAMPLE);
  const delimiter =
    findDelimiter(sample) ?? (isTable ? DELIMITERS.find((one) => sample.includes(one)) : undefined);
  return delimiter === undefined ? undefined : parseRows(text, delimiter);
}

/** Returns the lines of a text. */
export function readTextLines(text: string): Row[] {
  return text.split(/\r\n|\n|\r/).map((raw, n) => ({ row: n + 1, raw, cells: [raw] }));
}

/** What parts most known headers; else tabs; else signs that part most lines into as many cells, three or more. */
function findDelimiter(sample: string): string | undefined {
  let found: string | undefined;
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const rows = parseRows(sample, delimiter).slice(0, SAMPLE_ROWS).filter(isFilled);
    const headers = findHeaders(rows.map(({ cells }) => cells));
    const cells = headers === undefined ? 0 : rows[headers]!.cells.length;
    if (cells <= most) continue;
    found = delimiter;
    most = cells;
  }
  if (found !== undefined) return found;
  return DELIMITERS.find((delimiter) => {
    const rows = parseRows(sample, delimiter).slice(0, SAMPLE_ROWS).filter(isFilled);
    const sizes = rows.map(({ cells }) => cells.length);
    const separated = sizes.filter((size) => size > 1);
    if (delimiter === '\t') return separated.length * 2 > rows.length;
    const alike = Math.max(
      ...sizes.map((size) => sizes.filter((other) => other === size && size > 2).length),
      0,
    );
    // Sentences have commas, too.
    const isProse = rows.some(({ raw }) => raw.includes(`${delimiter} `) && raw.split(' ').length > 12);
    return rows.length > 1 && alike >= 0.8 * rows.length && !isProse;
  });
}

export const isFilled = ({ cells }: Row) => cells.some((cell) => cell.trim() !== '');

/** Parts a text into rows and cells. A quote counts where it begins a cell and its pair ends it; any other is a letter. */
export function parseRows(text: string, delimiter: string, firstRow = 1): Row[] {
  const rows: Row[] = [];
  const lastQuote = text.lastIndexOf('"');
  let at = 0;
  let line = firstRow;
  while (at < text.length) {
    const start = at;
    const row = line;
    const cells: string[] = [];
    for (;;) {
      const quoted = text[at] === '"' && at < lastQuote ? quotedCell(text, at, delimiter) : undefined;
      let end = quoted?.end ?? at;
      if (!quoted) while (end < text.length && text[end] !== delimiter && !isBreak(text[end])) end += 1;
      cells.push(quoted?.cell ?? text.slice(at, end));
      line += quoted?.breaks ?? 0;
      at = end;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    rows.push({ row, raw: text.slice(start, at), cells });
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    line += 1;
  }
  return rows;
}

const isBreak = (letter: string | undefined) => letter === '\n' || letter === '\r';

/**
 * Returns a cell in quotes; undefined where the quote that would close it does not end it, and for one that stands alone in its cell: it says
 * the same as above.
 */
function quotedCell(
  text: string,
  start: number,
  delimiter: string,
): { cell: string; end: number; breaks: number } | undefined {
  const first = text[start + 1];
  if (first === delimiter || isBreak(first)) return undefined;
  let quote = text.indexOf('"', start + 1);
  // Two are one of the cell.
  while (text[quote + 1] === '"' && quote >= 0 && quote - start < LONGEST_QUOTED)
    quote = text.indexOf('"', quote + 2);
  const next = text[quote + 1];
  if (quote < 0 || quote - start > LONGEST_QUOTED) return undefined;
  if (next !== undefined && next !== delimiter && !isBreak(next)) return undefined;
  const cell = text.slice(start + 1, quote).replaceAll('""', '"');
  const breaks = cell.split(/\r\n|\n|\r/).length - 1;
  return breaks > MOST_BREAKS ? undefined : { cell, end: quote + 1, breaks };
}
