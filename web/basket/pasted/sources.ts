/** The ways in which a text may be a table, and which of them the catalogue bears out. Pure. */
import { LONGEST_CELL, MOST_CELLS } from '#contract/matching/limits.ts';
import { cellText } from './cell-text.ts';
import { DELIMITERS, isFilled, parseRows, type Row, readTextLines, readTextTable } from './cells.ts';
import { fieldOf } from './columns.ts';
import { withDittos } from './dittos.ts';
import { kindsOf, quantityOf } from './header-words.ts';
import { type Found, foundIn } from './part-column.ts';
import { cellsOfSentence } from './prose.ts';
import { cartToLookUp, readBlocks, readCart, readCellLines } from './upright.ts';

/** Characters and rows by which the way is found. */
const SAMPLE = 100_000;
const SAMPLE_ROWS = 40;
/** Rows that are looked at where nothing is found in the first ones. */
const MORE_ROWS = 160;
/** Rows in which columns may begin. */
const MOST_LOOKED = 2_000;

const SPACES = '  ';
const WAYS = [...DELIMITERS, SPACES];

/** Returns the cells of a text that are to be looked up, however it is parted. `more`: of rows farther down. */
export function cellsToLookUp(text: string, more = false): string[] {
  const sample = text.slice(0, SAMPLE);
  const grids = [...WAYS.map((way) => rowsBy(way, sample)), readTextLines(sample)];
  const [from, to] = more ? [SAMPLE_ROWS, SAMPLE_ROWS + MORE_ROWS] : [0, SAMPLE_ROWS];
  const fields = readTextLines(sample).flatMap(({ raw }) => {
    const colon = raw.indexOf(':');
    return colon < 0 ? [] : [raw.slice(colon + 1)];
  });
  const rows = grids.map((rows) => rows.filter(isFilled).slice(from, to));
  const cells: string[] = [];
  for (let at = 0; at < to - from; at += 1)
    for (const grid of rows) cells.push(...(grid[at]?.cells ?? []).slice(0, MOST_CELLS));
  return lookedUp([...cells, ...(more ? [] : fields)]);
}

/** Returns the cells by which is asked which lines of a text are sentences without any part. */
export const sentencesToLookUp = (text: string): string[] =>
  readTextLines(text.slice(0, SAMPLE))
    .flatMap(({ raw }) => cellsOfSentence(raw))
    .slice(0, MOST_CELLS);

/** Returns the cells by which is asked which lines of a text that may be a cart name parts. */
export const linesOfCartToLookUp = (text: string): string[] =>
  lookedUp(cartToLookUp(readTextLines(text.slice(0, SAMPLE))));

/**
 * Returns the cells of rows that are to be looked up: of each column the first filled ones, wherever they begin. `more`: those of rows
 * farther down.
 */
export const cellsOfRows = (rows: readonly Row[], more = false): string[] => {
  const visible = rows.filter(({ isHidden }) => !isHidden);
  if (more)
    return lookedUp(visible.slice(SAMPLE_ROWS, SAMPLE_ROWS + MORE_ROWS).flatMap(({ cells }) => cells));
  const counts: number[] = [];
  const isOfSample = (cell: string, at: number) => {
    if (cell.trim() === '') return false;
    counts[at] = (counts[at] ?? 0) + 1;
    return counts[at] <= SAMPLE_ROWS;
  };
  return lookedUp(visible.slice(0, MOST_LOOKED).flatMap(({ cells }) => cells.filter(isOfSample)));
};

/** Numbers such as quantities and prices name no part, nor do texts that are longer than any name. */
function lookedUp(cells: readonly string[]): string[] {
  const texts = new Set<string>();
  for (const cell of cells) {
    const text = cellText(cell);
    const isNumber = !/\p{L}/u.test(text) && text.replace(/\D/g, '').length < 5;
    if (text.length >= 3 && text.length <= LONGEST_CELL && !isNumber) texts.add(text);
    if (texts.size >= MOST_CELLS) break;
  }
  return [...texts];
}

/** Returns the rows of a text that is a table, by what is found or as is said; undefined for lines as people write them. */
export function tableOf(text: string, found: Found, isSaid = false): Row[] | undefined {
  if (/^sep=.\r?\n/i.test(text)) return readTextTable(text);
  const sample = text.slice(0, SAMPLE);
  let best: { way: string; hits: number } | undefined;
  for (const way of WAYS) {
    const rows = rowsBy(way, sample)
      .filter(isFilled)
      .slice(0, SAMPLE_ROWS + MORE_ROWS);
    const hits = rows.filter(({ cells }) => hasPartBeside(cells, found)).length;
    if (hits > (best?.hits ?? 0) && isTable(way, rows, found)) best = { way, hits };
  }
  if (best) return rowsBy(best.way, text);
  const lines = readTextLines(sample);
  const upright = readBlocks(lines, found) ?? readCellLines(lines, found) ?? readCart(lines, found);
  if (upright) return text.length > SAMPLE ? undefined : upright;
  return readTextTable(text, isSaid);
}

function rowsBy(way: string, text: string): Row[] {
  if (way !== SPACES) return withDittos(parseRows(text, way));
  const rows = readTextLines(text).map(({ row, raw }) => ({ row, raw, cells: raw.trim().split(/ {2,}|\t/) }));
  return withDittos(rows);
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;

const hasPartBeside = (cells: readonly string[], found: Found) =>
  filled(cells) > 1 && cells.some((cell) => foundIn(found, cell));

/** Whether rows are those of a table: below headers, or most of them with a part number in a cell of its own. */
function isTable(way: string, rows: readonly Row[], found: Found): boolean {
  const first = rows.findIndex(({ cells }) => hasPartBeside(cells, found));
  const isHeader = ({ cells }: Row) =>
    filled(cells) > 1 &&
    cells.filter((cell) => cell.trim().length < 60 && (kindsOf(cell).size > 0 || fieldOf(cell) !== undefined))
      .length > 1;
  if (rows.slice(0, first).some(isHeader)) return true;
  const numbered = rows.filter(
    ({ cells }) => filled(cells) > 1 && cells.some((cell) => foundIn(found, cell)?.by === 'number'),
  );
  const isWide = /^[\t;|]$/.test(way) || numbered.some(({ cells }) => filled(cells) > 2);
  if (isWide && numbered.length * 2 >= rows.length) return true;
  // Pairs are a table in the middle of a mail, too, with headers or without.
  const several = rows.filter(({ cells }) => filled(cells) > 1);
  const isNamed = several[0]?.cells.some((cell) => quantityOf(cell) !== undefined) === true;
  const pairs = several.slice(isNamed ? 1 : 0);
  return pairs.length > 1 && pairs.every(({ cells }) => isPair(cells, found));
}

/** Whether a row is a part number and a number: 'NB-C8,290'. */
const isPair = (cells: readonly string[], found: Found) =>
  filled(cells) === 2 &&
  cells.some((cell) => foundIn(found, cell)?.by === 'number') &&
  cells.some((cell) => /^\d[\d.,]*$/.test(cell.trim()) && !foundIn(found, cell));
