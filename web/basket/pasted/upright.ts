/** Tables that were written upright: cells one a line, and blocks of 'Name: value' lines. Pure. */
import { isCountLabel } from '#contract/matching/count-words.ts';
import { readPieceCell } from '#contract/matching/piece-cell.ts';
import { sketchLine } from '#contract/matching/text.ts';
import { isFilled, type Row } from './cells.ts';
import { fieldOf } from './columns.ts';
import { kindsOf } from './header-words.ts';
import { type Found, foundIn } from './part-column.ts';
import { isNumbered } from './prose.ts';

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
  // A row with another part beside its own would lose that one.
  const rowOf = (at: number) => Math.floor((at - start) / width);
  const partIn = new Map(hits.map((at) => [rowOf(at), foundIn(found, cells[at]!.raw)!.products]));
  const isOther = ({ raw }: Row, at: number) => {
    const named = foundIn(found, raw)?.products ?? [];
    return named.length > 0 && !named.some((id) => partIn.get(rowOf(at))?.includes(id));
  };
  if (cells.some((cell, at) => at >= start && isOther(cell, at))) return undefined;
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
  const named = new Set(hits.flatMap(({ field }) => foundIn(found, field!.value)!.products));
  const rows: Row[] = [];
  const header = { row: said[0]!.line.row, raw: columns.join('\t'), cells: columns };
  const first = said.findIndex(({ field }) => field && columns.includes(field.name));
  let block: Row | undefined;
  for (const [n, { line, field }] of said.entries()) {
    const place = field ? columns.indexOf(field.name) : -1;
    if (!field || place < 0) {
      const part = foundIn(found, line.raw);
      const isOfBlock = part?.products.some((id) => named.has(id));
      const isText = !isOfBlock && (part !== undefined || (n > first && mayBeOrdered(line)));
      // Beside the columns, so that it tells nothing of them.
      const cells = [...columns.map(() => ''), line.raw];
      rows.push(isText ? { ...line, isText } : { ...line, cells, why: n > first ? 'text' : 'title' });
      continue;
    }
    if (!block || field.name === opening || (block.cells[place] ?? '') !== '') {
      block = { row: line.row, raw: '', cells: columns.map(() => '') };
      rows.push(block);
    }
    block.cells[place] = field.value;
    block.raw += `${block.raw === '' ? '' : '; '}${line.raw.trim()}`;
  }
  return [header, ...rows];
}

/** Kinds of fields that change what a quantity beside them counts. */
const CHANGING = ['unit', 'pack', 'perUnit', 'other', 'unplaced', 'placed', 'status'] as const;

/**
 * Returns the rows of a text in which each part is followed by its quantity, such as 'Qty: 200', with other lines between, as a cart of a
 * shop is copied; undefined for other texts: where no part or several parts stand before a quantity, or one behind the last.
 */
export function readCart(lines: readonly Row[], found: Found): Row[] | undefined {
  const header: Row = { row: 0, raw: '', cells: ['Part', 'Description', 'Qty'] };
  const rows: Row[] = [];
  let parts: { line: Row; cell: string; ids: readonly string[] }[] = [];
  let items = 0;
  for (const line of lines.filter(isFilled)) {
    const field = fieldIn(line.raw);
    if (field && CHANGING.some((kind) => kindsOf(field.name).has(kind))) return undefined;
    const pieces = field && isCountLabel(field.name) ? readPieceCell(field.value) : {};
    const cell = [line.raw, field?.value ?? ''].find((one) => foundIn(found, one));
    const [first] = parts;
    if ('pieces' in pieces && field) {
      if (!first || !parts.every(({ ids }) => ids.join() === first.ids.join())) return undefined;
      const number = parts.find(({ cell }) => foundIn(found, cell)!.by === 'number');
      rows.push({ ...first.line, cells: [number?.cell ?? '', number ? '' : first.cell, field.value] });
      parts = [];
      items += 1;
    } else if (cell !== undefined) parts.push({ line, cell, ids: foundIn(found, cell)!.products });
    else rows.push(mayBeOrdered(line) ? { ...line, isText: true } : { ...line, why: 'text' });
  }
  return items > 0 && parts.length === 0 ? [header, ...rows] : undefined;
}

/** Returns the lines of a text that are to be looked up where it may be a cart. */
export const cartToLookUp = (lines: readonly Row[]): string[] =>
  lines.some(({ raw }) => isCountLabel(fieldIn(raw)?.name ?? ''))
    ? lines.flatMap(({ raw }) => [raw, fieldIn(raw)?.value ?? ''])
    : [];

/** Whether a line may be of the order: it may have a quantity, or a part number. */
const mayBeOrdered = ({ raw }: Row) => sketchLine(raw).hasQuantity || raw.split(/\s+/).some(isNumbered);

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
