/** Marks that say the same as above: '"', '-"-', 'ditto', 'id.'. Pure. */
import { readPieceCell } from '#contract/matching/piece-cell.ts';
import { sketchLine } from '#contract/matching/text.ts';
import type { Row } from './cells.ts';
import { fieldOf } from './columns.ts';
import { kindsOf } from './header-words.ts';
import type { PastedLine } from './paste.ts';
import { isSum } from './table-lines.ts';

const DITTO =
  /^(?:["“”„″〃]|''|’’|,,|[-–—] ?["“”„″] ?[-–—]|ditto|dito|dto\.?|do\.|id\.|idem|(?:same )?as above|wie oben|s\. ?o\.)$/i;

const isDitto = (cell: string) => DITTO.test(cell.trim());

/**
 * Returns rows with the cells above in place of such marks, and of empty cells that are merged with them; one below a hidden row, or one that is
 * no line, stays.
 */
export function withDittos(rows: readonly Row[]): Row[] {
  const read: Row[] = [];
  for (const one of rows) {
    const row = withSpans(one);
    const above = read.at(-1);
    const isOpen = above !== undefined && !above.isHidden && !above.why;
    const dittos = isOpen ? [...row.cells.keys()].filter((at) => isDitto(row.cells[at]!)) : [];
    const merged = isOpen ? (row.merged ?? []).filter((at) => isShared(row, above, at)) : [];
    const places = [...dittos, ...merged];
    read.push(places.length === 0 ? row : withCells(row, above!, places));
  }
  return read;
}

/** Returns a row in which the header of several columns, such as 'Quantity' above 'Proto' and 'Series', stands in each. A title stands alone. */
function withSpans(row: Row): Row {
  const { spanned = [] } = row;
  if (spanned.length === 0 || row.cells.filter((cell) => cell.trim() !== '').length < 2) return row;
  const cells = [...row.cells];
  for (const at of spanned) {
    const header = cells[at - 1] ?? '';
    if ((cells[at] ?? '').trim() === '' && kindsOf(header).size > 0) cells[at] = header;
  }
  return { ...row, cells };
}

/** Whether a cell above is of this row, too, and no header. Of a number it is not known whether each row has it, or all together. */
function isShared(row: Row, above: Row, at: number): boolean {
  const cell = above.cells[at] ?? '';
  const read = readPieceCell(cell);
  const isHeader = kindsOf(cell).has('part') || fieldOf(cell) !== undefined;
  const isNumber =
    'pieces' in read || ('question' in read && (read.question.length > 0 || read.packages !== undefined));
  return (row.cells[at] ?? '').trim() === '' && !above.numbers?.includes(at) && !isNumber && !isHeader;
}

function withCells(row: Row, above: Row, places: readonly number[]): Row {
  const cells = [...row.cells];
  while (cells.length <= Math.max(...places)) cells.push('');
  for (const at of places) {
    const cell = above.cells[at] ?? '';
    // Nobody orders what a total is called.
    if (cell.trim() !== '' && !isSum(cell.trim())) cells[at] = cell;
  }
  const typed = places.filter((at) => above.numbers?.includes(at));
  return { ...row, cells, ...(typed.length > 0 && { numbers: [...(row.numbers ?? []), ...typed] }) };
}

/** Returns lines of text of which those like '100 x "' are of the part of the line above: the buyer is asked for the quantity. */
export function withDittoLines(lines: readonly PastedLine[]): PastedLine[] {
  const read: PastedLine[] = [];
  for (const line of lines) {
    const above = read.at(-1);
    const pieces = above && piecesOfDitto(line.raw);
    if (pieces === undefined) read.push(line);
    else read.push({ ...line, text: above!.text ?? sketchLine(above!.raw).text, offered: pieces });
  }
  return read;
}

/** Returns the pieces of a line of such a mark with a quantity; undefined for other lines. */
function piecesOfDitto(raw: string): number[] | undefined {
  const words = raw.trim().split(/\s+/, 6);
  const rest = words.filter((word) => !isDitto(word));
  if (words.length - rest.length !== 1) return undefined;
  const cell = readPieceCell(rest.join(' '));
  return 'pieces' in cell ? [cell.pieces] : undefined;
}
