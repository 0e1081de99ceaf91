/** Tables of text files: CSV with commas, semicolons or tabs. Runs in the worker. */
import { CsvError, parse } from 'csv-parse/sync';
import { undoFormulaMarks } from '#contract/tables/formulas.ts';
import { broken, type Table, TOP_ROWS } from './table.ts';

export const DELIMITERS = [',', ';', '\t', '|'];
/** Characters in which the first row has to end, for the delimiter to be found. */
const HEADER_CHARACTERS = 100_000;

/** Returns the table in a text. `isKnown` says which headers are recognised: the delimiter that separates most of them in a row is taken. */
export function readTextTable(text: string, isKnown: (header: string) => boolean): Table {
  const named = /^sep=(.)\r?\n/i.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const skipped = named ? 1 : 0;
  const delimiter = named?.[1] ?? findDelimiter(body.slice(0, HEADER_CHARACTERS), isKnown);
  const rows = parseRows(body, delimiter, skipped);
  return { rows: rows.map((row) => row.map(undoMarks)), delimiter, skipped };
}

/** Other shops mark numbers that are to stay text as spreadsheets do: '4006381333931. */
function undoMarks(cell: string): string {
  return undoFormulaMarks(/^'\d{1,30}$/.test(cell) ? cell.slice(1) : cell);
}

function findDelimiter(start: string, isKnown: (header: string) => boolean): string {
  const scored = DELIMITERS.map((delimiter) => {
    const rows = firstRows(start, delimiter);
    const known = rows.map((row) => row.filter(isKnown).length);
    return {
      delimiter,
      known: Math.max(0, ...known),
      cells: Math.max(0, ...rows.map(({ length }) => length)),
    };
  });
  scored.sort((x, y) => y.known - x.known || y.cells - x.cells);
  return scored[0]!.delimiter;
}

/** A quote that is not closed in the rows below leaves the first. */
function firstRows(start: string, delimiter: string): string[][] {
  for (const to of [TOP_ROWS, 1])
    try {
      return parse(start, { ...RELAXED, delimiter, to }) as string[][];
    } catch {}
  return [];
}

const RELAXED = {
  relax_quotes: true,
  relax_column_count: true,
  record_delimiter: ['\r\n', '\n', '\r'],
};

function parseRows(body: string, delimiter: string, skipped: number): string[][] {
  let rows = 0;
  try {
    return parse(body, {
      ...RELAXED,
      delimiter,
      on_record(record: string[]) {
        rows += 1;
        return record;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw broken(error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'open_quote' : 'not_a_table', rows + 1 + skipped);
  }
}
