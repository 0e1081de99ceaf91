/** Tables below others in one sheet: each is read by its own headers. Pure. */
import type { Row } from './cells.ts';
import { fieldOf, type LineField } from './columns.ts';
import { kindsOf, quantityOf } from './header-words.ts';
import { type Found, foundIn } from './part-column.ts';
import type { PastedTable } from './paste.ts';

/** Rows among which the first part is looked for: more cells are not looked up. */
const MOST_LOOKED = 2_000;

/** Returns the rows of each table, one below the other: all behind the first begin with their headers. */
export function sectionsOf(rows: readonly Row[], found: Found): Row[][] {
  const first = rows
    .slice(0, MOST_LOOKED)
    .findIndex(({ cells }) => cells.some((cell) => foundIn(found, cell)));
  if (first < 0) return [[...rows]];
  const sections: Row[][] = [rows.slice(0, first)];
  let header = rows.slice(0, first).findLast(({ cells }) => isHeading(cells, found))?.raw;
  for (const row of rows.slice(first)) {
    if (!row.isHidden && row.raw !== header && isHeading(row.cells, found)) {
      sections.push([]);
      header = row.raw;
    }
    sections.at(-1)!.push(row);
  }
  return sections;
}

/** Whether a row names columns: of parts, and of what is said of them in numbers. */
function isHeading(cells: readonly string[], found: Found): boolean {
  if (cells.some(isValue)) return false;
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (filled.length < 2 || filled.some((cell) => foundIn(found, cell))) return false;
  const isOfParts = (cell: string) => kindsOf(cell).has('part') || PARTS.has(fieldOf(cell));
  const isOfNumbers = (cell: string) =>
    quantityOf(cell) !== undefined || kindsOf(cell).has('price') || kindsOf(cell).has('stock');
  return filled.some(isOfParts) && filled.some((cell) => !isOfParts(cell) && isOfNumbers(cell));
}

/** The most characters of the name of a column. */
const LONGEST_NAME = 40;

/** Whether a cell says something of one part: a name such as 'Qty 2026' does not. */
const isValue = (cell: string) => cell.length > LONGEST_NAME || /^\s*\d|\d[.,]\d|[$€£¥]\d/.test(cell);

const PARTS: ReadonlySet<LineField | undefined> = new Set(['sku', 'mpn', 'description']);

/** Returns a table with one below it, whose cells are moved to the columns of the first. Without a column of parts its rows are texts. */
export function withBelow(table: PastedTable, below: PastedTable): PastedTable {
  const placesOf = (field: LineField | undefined) =>
    below.fields.flatMap((one, place) => (field !== undefined && one === field ? [place] : []));
  const isNamed = below.fields.some((field) => field === 'mpn' && table.fields.includes(field));
  const moved = (row: Row, n: number): Row => {
    if (n === below.headers) return { ...row, why: 'header' };
    if (!isNamed) return { ...row, isText: true };
    const cells = table.fields.map((field) =>
      placesOf(field)
        .map((place) => row.cells[place] ?? '')
        .join(' ')
        .trim(),
    );
    const movedOf = (places: readonly number[] = []) =>
      table.fields.flatMap((field, at) =>
        placesOf(field).some((place) => places.includes(place)) ? [at] : [],
      );
    return { ...row, cells, numbers: movedOf(row.numbers), struck: movedOf(row.struck) };
  };
  return { ...table, rows: [...table.rows, ...below.rows.map(moved)] };
}
