/** Tables that were written upright: cells one a line, and blocks of 'Name: value' lines. Pure. */
import { readPieceCell } from '#contract/matching/piece-cell.ts';
import { isFilled, type Row } from './cells.ts';
import { fieldOf } from './columns.ts';
import { kindsOf } from './header-words.ts';
import { type Found, foundIn } from './part-column.ts';

/** The most cells of a row that was pasted one a line, and the longest of them. */
const MOST_CELLS = 8;
const LONGEST_CELL = 100;
/** The longest name of a field. */
const LONGEST_NAME = 40;

/** Returns the rows of a table whose cells were pasted one a line; undefined for other texts. */
export function readCellLines(lines: readonly Row[], found: Found): Row[] | undefined {
  const cells = lines.filter(isFilled);
  const hits = cells.flatMap(({ raw }, at) => (foundIn(found, raw)?.by === 'number' ? [at] : []));
  const [first, second] = hits;
  if (first === undefined || second === undefined) return undefined;
  const width = Math.min(...hits.slice(1).map((at, n) => at - hits[n]!));
  if (width < 2 || width > MOST_CELLS || hits.some((at) => (at - first) % width !== 0)) return undefined;
  const headers = headersAbove(cells, first, width);
  const before = headers === undefined ? cellsBefore(cells, hits, width) : 0;
  if (before === undefined) return undefined;
  const start = headers ?? (before > 0 ? first - before : first % width);
  const isLong = cells.slice(start).some(({ raw }) => raw.trim().length > LONGEST_CELL);
  if (isLong || !hasNumbers(cells, hits, width)) return undefined;
  const rows = cells.slice(0, start);
  for (let at = start; at < cells.length; at += width) {
    const some = cells.slice(at, at + width);
    const raws = some.map(({ raw }) => raw.trim());
    rows.push({ row: some[0]!.row, raw: raws.join('\t'), cells: raws });
  }
  return rows;
}

/**
 * Returns how many cells before its part a row begins: with its quantity, where one stands before the first part; otherwise 0. Undefined
 * where one stands behind the last part at the same place: either may be theirs.
 */
function cellsBefore(cells: readonly Row[], hits: readonly number[], width: number): number | undefined {
  const [first, last] = [hits[0]!, hits.at(-1)!];
  const before = [...Array(width).keys()].filter((back) => back > 0 && isQuantity(cells[first - back]));
  if (before.some((back) => isQuantity(cells[last + width - back]))) return undefined;
  return Math.max(0, ...before);
}

/** Whether a cell is a number of pieces or of packages, or one of two readings. */
function isQuantity(cell: Row | undefined): boolean {
  const read = readPieceCell(cell?.raw ?? '');
  return 'pieces' in read || ('question' in read && /^\s*\d/.test(cell!.raw));
}

/** Returns where the headers begin; undefined without any. */
function headersAbove(cells: readonly Row[], first: number, width: number): number | undefined {
  let best: number | undefined;
  let most = 1;
  for (let start = Math.max(0, first - 2 * width + 1); start <= first - width; start += 1) {
    const some = cells.slice(start, start + width);
    const known = some.filter(({ raw }) => kindsOf(raw).size > 0 || fieldOf(raw) !== undefined).length;
    if (known <= most) continue;
    best = start;
    most = known;
  }
  return best;
}

const isPieces = (cell: Row | undefined) => cell !== undefined && 'pieces' in readPieceCell(cell.raw);

/** Whether a number stands at the same place behind or before all parts. */
function hasNumbers(cells: readonly Row[], hits: readonly number[], width: number): boolean {
  const places = [...Array(width).keys()].slice(1).flatMap((offset) => [offset, -offset]);
  return places.some((offset) => {
    const column = hits.map((at) => cells[at + offset]).filter((cell) => cell !== undefined);
    return column.length > 0 && column.every(isPieces);
  });
}

/** Returns the rows of a text of blocks such as 'Part: NB-C8', 'Qty: 200'; undefined for other texts. */
export function readBlocks(lines: readonly Row[], found: Found): Row[] | undefined {
  const said = lines.filter(isFilled).map((line) => ({ line, field: fieldIn(line.raw) }));
  const hits = said.filter(({ field }) => field && foundIn(found, field.value));
  const names = new Set(hits.map(({ field }) => field!.name));
  if (hits.length < 2 || names.size !== 1) return undefined;
  const counts = new Map<string, number>();
  for (const { field } of said) if (field) counts.set(field.name, (counts.get(field.name) ?? 0) + 1);
  const columns = [...counts].flatMap(([name, count]) => (count > 1 ? [name] : []));
  const [opening] = columns;
  if (columns.length < 2 || opening === undefined) return undefined;
  const rows: Row[] = [];
  let header: Row | undefined;
  let block: Row | undefined;
  for (const { line, field } of said) {
    const place = field ? columns.indexOf(field.name) : -1;
    if (!field || place < 0) {
      rows.push({ row: line.row, raw: line.raw, cells: [line.raw], ...(header && { why: 'text' as const }) });
      continue;
    }
    if (!header) {
      header = { row: line.row, raw: columns.join('\t'), cells: columns };
      rows.push(header);
    }
    if (!block || field.name === opening || (block.cells[place] ?? '') !== '') {
      block = { row: line.row, raw: '', cells: columns.map(() => '') };
      rows.push(block);
    }
    block.cells[place] = field.value;
    block.raw += `${block.raw === '' ? '' : '; '}${line.raw.trim()}`;
  }
  return rows;
}

/** Returns the name and the value of a line such as 'Qty: 200' or 'Vend Part #  NB-C8'. */
function fieldIn(raw: string): { name: string; value: string } | undefined {
  const text = raw.trim();
  const colon = text.indexOf(':');
  const [before = '', ...behind] =
    colon > 0 ? [text.slice(0, colon), text.slice(colon + 1)] : text.split(/ {2,}|\t/, 2);
  const name = before.trim();
  const value = behind.join(' ').trim();
  const isName = name.length <= LONGEST_NAME && /\p{L}/u.test(name);
  return isName && value !== '' ? { name, value } : undefined;
}
