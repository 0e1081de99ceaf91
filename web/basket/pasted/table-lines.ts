/** The lines of a table by what its columns stand for. Pure. */
import { readCount } from '#contract/kernel/count-text.ts';
import { saysNo, saysYes } from '#contract/kernel/yes-no.ts';
import { MOST_LIST_LINES } from '#contract/lists/limits.ts';
import { LONGEST_LINE, LONGEST_OF_MATCHED } from '#contract/matching/limits.ts';
import { isCalledOff, isNotBought, mayChange } from '#contract/matching/not-bought.ts';
import { readPieceCell } from '#contract/matching/piece-cell.ts';
import { cellText, stateOf } from './cell-text.ts';
import { isFilled, type Row } from './cells.ts';
import type { LineField } from './columns.ts';
import { isTotalOf, kindsOf } from './header-words.ts';
import type { LeftRow, Pasted, PastedLine, PastedTable } from './paste.ts';
import { asidesOf, isAside, isHeldBack, isOfStates, mayBeLeft } from './rows-bought.ts';
import { unitsOfHeader, withUnits } from './units.ts';

/** Begins a row that sums others, or adds freight and tax. */
const SUM =
  /^(?:(?:sub|grand|net|order|invoice)?[ -]?totals?|totale|nettowarenwert|(?:base )?imponi(?:bil[ei]|ble)|delivery|discount|rabatt|skonto|remise|descuento|sum|summe|zwischensumme|gesamt\p{L}{0,12}|netto|brutto|shipping|freight|handling|vat|sales tax|tax|mwst|ust|versand\p{L}{0,8}|fracht|porto|iva|envío|livraison|tva|razem|suma|toplam|kdv|小计|小計|合计|合計|总计|总成本|含税|الإجمالي|المجموع|الضريبة)(?![\p{L}\p{N}-])/iu;
/** The most characters of what says so. */
const LONGEST_SUM = 40;

/** Ends what a group of rows is called in a row that sums it: 'Berlin Total'. */
const SUM_BEHIND = /\s(?:totals?|gesamt|summe|ergebnis):?$/iu;

/** Returns whether a cell is of a row that sums others: 'Total', 'Shipping', 'Berlin Total'. */
export const isSum = (cell: string) =>
  cell.length <= LONGEST_SUM && (SUM.test(cell) || SUM_BEHIND.test(cell));

/** A row with so few of the cells of others has no part. */
const FEW = 0.3;

/** Cells that say nothing. */
const isRule = (cell: string) => /^[\s:|=_*.–—-]*$/.test(cell);

/** Returns the lines of a table by what its columns stand for. */
export function linesOfTable(table: PastedTable): Pasted {
  const { rows, headers, fields, takesHidden } = table;
  const visible = (row: Row) => !row.isHidden || takesHidden === true;
  const header = headers === undefined ? undefined : rows[headers]!.raw;
  const isPart = (field: LineField | undefined) =>
    field === 'sku' || field === 'mpn' || field === 'description';
  const parts = fields.flatMap((field, place) => (isPart(field) ? [place] : []));
  const asked = placesOfParts(table);
  const isNumber = (field: LineField | undefined, place: number) =>
    field === 'sku' || field === 'mpn' || asked.includes(place);
  const numbered = fields.flatMap((field, place) => (isNumber(field, place) ? [place] : []));
  const body = rows.slice((headers ?? -1) + 1).filter(visible);
  const decimal = decimalOf(body, table);
  const beside = {
    decimal,
    remarks: remarksOf(table),
    unknown: unknownOf(table),
    times: timesOf(table),
    asides: asidesOf(body, numbered),
  };
  const again = listedAgain(body, header, table);
  const decisions = fields.flatMap((field, place) =>
    field === 'bought' && body.some(({ cells }) => saysYes(cells[place] ?? '')) ? [place] : [],
  );
  // Not by arguments of a call: there may be a hundred thousand rows.
  const width = body.reduce(
    (most, row) => Math.max(most, row.cells.filter((cell) => cell.trim() !== '').length),
    0,
  );
  const states = [...fields.keys()].filter((place) => isOfStates(headerOf(table, place)));
  const said = (row: Row, places: readonly number[]) => places.some((at) => !isRule(row.cells[at] ?? ''));
  const isLeft = ({ cells }: Row) =>
    table.leaves?.some(({ place, states }) => states.includes(stateOf(cells[place]))) === true;
  const lines: PastedLine[] = [];
  const left: LeftRow[] = [];
  for (const [n, one] of rows.entries()) {
    const { row, raw, cells, why } = one;
    const leave = (why: LeftRow['why']) => left.push({ row, raw, why });
    if (n === headers || !isFilled(one)) continue;
    if (!visible(one)) leave('hidden');
    else if (n < (table.start ?? (headers === undefined ? 0 : headers + 1))) leave('title');
    else if (raw === header) leave('header');
    else if (why) leave(why);
    else if (cells.every(isRule)) leave('rule');
    else if (again.has(one)) leave('again');
    else if (!hasNumber(one, numbered) && isSumRow(one, parts)) leave('total');
    else if (isUnplaced(cells, table, states) || isStruck(one, parts) || isLeft(one)) leave('unplaced');
    else if (said(one, parts) && decisions.some((at) => isRule(cells[at] ?? ''))) leave('unplaced');
    else if (parts.length === 0 || one.isText) lines.push({ row, raw });
    else if (numbered.length > 0 ? said(one, numbered) : said(one, parts)) {
      const line = lineOf(one, table, beside);
      if (line === undefined) leave('zero');
      else lines.push({ row, raw, ...line });
    } else if (isFewOf(cells, width)) leave('text');
    else if (said(one, parts)) lines.push({ row, raw, ...lineOf(one, table, beside) });
    else lines.push({ row, raw });
  }
  return { ...bounded(lines), left, table };
}

/** Whether a row has next to nothing, or numbers alone. */
const isFewOf = (cells: readonly string[], width: number): boolean => {
  const filled = cells.filter((cell) => !isRule(cell));
  return filled.length <= Math.max(1, width * FEW) || filled.every((cell) => !/\p{L}/u.test(cell));
};

/** Whether a row has a part number, and nothing else, in its place: whatever describes it, such as 'Shipping carton', is no total. */
const hasNumber = ({ cells }: Row, numbered: readonly number[]) =>
  numbered.some((at) => {
    const cell = cellText(cells[at] ?? '');
    return /\d/.test(cell) && !/\s/.test(cell) && (/\p{L}/u.test(cell) || cell.length >= 8);
  });

/** Whether a row sums: its part says so, or without a part any of its cells. */
function isSumRow({ cells }: Row, parts: readonly number[]): boolean {
  const first = cells.find((cell) => !isRule(cell)) ?? '';
  if (isSum(cellText(first))) return true;
  const named = parts.map((at) => cellText(cells[at] ?? '')).filter((cell) => cell !== '');
  return named.length === 0 || named.every(isSum) ? cells.some((cell) => isSum(cellText(cell))) : false;
}

/** Cells of a column such as DNP that leave the part to be bought. */
const PLACED = /^(?:0|fitted|populate|populated|place|placed|-|–|—|~)$/i;

/** Whether a row is struck through, as Markdown does it. */
function isStruck({ raw, cells }: Row, parts: readonly number[]): boolean {
  const named = parts.map((at) => cells[at] ?? '').filter((cell) => !isRule(cell));
  return isStruckText(raw) || (named.length > 0 && named.every(isStruckText));
}

/** Returns whether a text is struck through, as Markdown does it: '~~NB-C8~~'. */
export function isStruckText(text: string): boolean {
  const bare = text.trim().replace(/^[-*+] /, '');
  return bare.length > 4 && bare.startsWith('~~') && bare.endsWith('~~');
}

/** Whether a cell is a word that calls the row off, and nothing else. */
const isCancelled = (cell: string) => /^\p{L}+[.!]?$/u.test(cell) && isCalledOff(cell);

/** @param states places of columns that say the state of an order */
function isUnplaced(cells: readonly string[], { fields }: PastedTable, states: readonly number[]): boolean {
  return cells.some((cell, place) => {
    const text = cell.trim();
    if (text === '') return false;
    if (fields[place] === 'unplaced') return !PLACED.test(text) && !saysNo(text);
    if (fields[place] === 'placed' || fields[place] === 'bought')
      return isHeldBack(text, states.includes(place));
    // Two letters may be anything where no column is about it.
    return text.length > 2 && text.length <= 40 && (isNotBought(text) || isCancelled(text));
  });
}

/** Returns the rows of a block without quantities whose parts stand in another one below the same headers. */
function listedAgain(body: readonly Row[], header: string | undefined, { fields }: PastedTable): Set<Row> {
  const part = fields.findIndex((field) => field === 'mpn' || field === 'sku');
  const quantity = fields.indexOf('quantity');
  if (header === undefined || part < 0 || quantity < 0) return new Set();
  const blocks: Row[][] = [[]];
  for (const row of body) {
    if (row.raw === header) blocks.push([]);
    else if ((row.cells[part] ?? '').trim() !== '') blocks.at(-1)!.push(row);
  }
  const isCounted = (block: readonly Row[]) =>
    block.some(({ cells }) => (cells[quantity] ?? '').trim() !== '');
  const counted = new Set(
    blocks.filter(isCounted).flatMap((block) => block.map(({ cells }) => cells[part]!.trim())),
  );
  if (blocks.length < 2 || counted.size === 0) return new Set();
  const isAgain = (block: readonly Row[]) =>
    !isCounted(block) && block.every(({ cells }) => counted.has(cells[part]!.trim()));
  return new Set(blocks.filter(isAgain).flat());
}

/** What all of a table says of the quantities of its rows. */
interface Beside {
  decimal: '.' | ',' | undefined;
  /** Columns of remarks. */
  remarks: readonly number[];
  /** Columns whose headers are not known. */
  unknown: readonly number[];
  /** Columns of part numbers in which some cells are set aside. */
  asides: readonly number[];
  /** How often a title says that all is to be bought. */
  times: number;
}

/** A title that multiplies what stands below it: 'Assembly A x 10', 'Boards: 100'. */
const TIMES =
  /(?:^|(?<![\d\s])\s)[x×] ?(\d{1,5})(?![\p{L}\p{N}.,])|(?<![\p{L}\p{N}.,-])(\d{1,5}) ?[x×](?! ?\d)(?![\p{L}\p{N}])|\b(?:boards|sets|systems|builds|pcbs|assemblies|devices|geräte|baugruppen)[:;=\t] ?(\d{1,5})(?![\p{L}\p{N}.,])/iu;

function timesOf({ rows, headers, start = headers ?? 0, fields }: PastedTable): number {
  const header = headers === undefined ? '' : (rows[headers]!.cells[fields.indexOf('quantity')] ?? '');
  if (isTotalOf(header)) return 1;
  const found = rows.slice(0, start).flatMap(({ raw }) => TIMES.exec(raw.slice(0, LONGEST_LINE)) ?? []);
  return Number(found.slice(1).find((one) => /^\d+$/.test(one ?? '')) ?? 1);
}

/** Leaves it to the buyer whether a quantity is of one or of all. */
const multiplied = (said: Pick<PastedLine, 'quantity' | 'quantityText'>, times: number) =>
  said.quantity === undefined ? said : { offered: [...new Set([said.quantity, said.quantity * times])] };

const unknownOf = ({ rows, headers, fields }: PastedTable): number[] =>
  (headers === undefined ? [] : rows[headers]!.cells).flatMap((header, at) =>
    fields[at] === undefined && header.trim() !== '' && kindsOf(header).size === 0 ? [at] : [],
  );

/** Returns what columns say that are not known, with their headers: 'Capacity 1 TB; Colour red'. */
const besidesOf = (cells: readonly string[], table: PastedTable, unknown: readonly number[]): string =>
  unknown
    .filter((at) => !isRule(cells[at] ?? ''))
    .map((at) => `${cellText(headerOf(table, at))} ${cellText(cells[at]!)}`)
    .join('; ')
    .slice(0, LONGEST_OF_MATCHED.besides);

/** The most characters of a remark that are kept with a quantity. */
const LONGEST_REMARK = 40;

/** Whether a cell says, whatever its column is, that the row may not be wanted. */
const isOptional = (cell: string) =>
  /^\s?(?:optional|option|alternative|alternate|alternativ|ersatz|substitute|spare|tbd|tbc|budgetary|forecast)\s?$/i.test(
    cell,
  );

/** Returns the columns of remarks, which nothing else is read from. */
const remarksOf = ({ rows, headers, fields }: PastedTable): number[] =>
  (headers === undefined ? [] : rows[headers]!.cells).flatMap((header, at) =>
    fields[at] === undefined && kindsOf(header).has('remark') ? [at] : [],
  );

/** Returns what the cells of a row say; undefined for one of 0 pieces. */
function lineOf(
  { cells, numbers, struck = [], beside = [] }: Row,
  table: PastedTable,
  { decimal, remarks, unknown, times, asides }: Beside,
): Omit<PastedLine, 'row' | 'raw'> | undefined {
  const { fields, each, counts = [] } = table;
  const said = (field: LineField) =>
    fields
      .flatMap((one, place) => (one === field ? [cellText(cells[place] ?? '')] : []))
      .filter((text) => text !== '')
      .join(' ')
      .slice(0, LONGEST_LINE);
  const mpn = said('mpn');
  const text = [said('description'), ...beside.filter((cell) => cell !== mpn)]
    .filter((one) => one !== '')
    .join(' ')
    .slice(0, LONGEST_LINE);
  const cellsOfParts = placesOfParts(table).map((at) => cellText(cells[at] ?? ''));
  const asked = [...new Set(cellsOfParts.filter((cell) => cell !== ''))];
  const maker = said('maker');
  const texts = {
    // Until the buyer has said in which column the parts are, each is one that may be meant.
    ...(asked.length === 0
      ? { sku: said('sku'), mpn, maker, text }
      : { maker, text: asked.join(' / ').slice(0, LONGEST_LINE) }),
    customerRef: said('customerRef'),
    designators: said('designators'),
    besides: asked.length === 0 ? besidesOf(cells, table, unknown) : '',
  };
  const place = fields.indexOf('quantity');
  const isTyped = numbers?.includes(place) === true;
  const written = said('quantity');
  const units = [said('unit'), ...unitsOfHeader(headerOf(table, place))];
  const counted = written === '' ? written : withUnits(written, units);
  const remarksOfRow = cells
    .filter(
      (cell, at) => fields[at] === undefined && (remarks.includes(at) ? mayChange(cell) : isOptional(cell)),
    )
    .map((cell) => cellText(cell).slice(0, LONGEST_REMARK));
  // What was struck out may have another number beside it.
  if (struck.some((at) => at === place || fields[at] === 'mpn' || fields[at] === 'sku'))
    remarksOfRow.push('struck out');
  const remark = remarksOfRow.join(', ');
  const quantity = quantityOf(remark === '' ? counted : `${counted} (${remark})`, isTyped ? '.' : decimal);
  if (quantity === 'zero') return undefined;
  const isDoubted = mayBeLeft(cells, table) || asides.some((at) => isAside(cells[at]));
  const piecesOf = () => {
    // No line is ready before it is said which column has the parts, also where only one names any.
    if (asked.length === 1 && place >= 0) return offeredBy([place], cells);
    if (place >= 0) return times > 1 || isDoubted ? multiplied(quantity, times) : quantity;
    if (each === undefined) return offeredBy(counts, cells);
    return isDoubted ? { offered: [each] } : { quantity: each };
  };
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    ...piecesOf(),
  };
}

const headerOf = ({ rows, headers }: PastedTable, place: number): string =>
  (headers === undefined ? undefined : rows[headers]!.cells[place]) ?? '';

/** Returns the columns of which the buyer is to say which one has the parts. */
const placesOfParts = ({ questions }: PastedTable): readonly number[] =>
  questions.find(({ is }) => is === 'part')?.places ?? [];

/** Returns what the cells of columns that may have the quantities say. */
function offeredBy(counts: readonly number[], cells: readonly string[]): Pick<PastedLine, 'offered'> {
  const pieces = counts.flatMap((place) => {
    const read = readPieceCell(cells[place] ?? '');
    const some = 'pieces' in read ? [read.pieces] : 'question' in read && !read.packages ? read.question : [];
    return some.filter((value) => Number.isInteger(value) && value > 0);
  });
  return pieces.length > 0 ? { offered: [...new Set(pieces)] } : {};
}

/** Reads a cell of quantities; what is more than a number the shop reads by the part. */
function quantityOf(
  text: string,
  decimal: '.' | ',' | undefined,
): Pick<PastedLine, 'quantity' | 'quantityText'> | 'zero' {
  const cell = readPieceCell(text, decimal);
  if ('pieces' in cell) return cell.pieces > 0 ? { quantity: cell.pieces } : 'zero';
  return 'question' in cell ? { quantityText: text } : {};
}

/**
 * The sign before decimals, where the column of quantities or one of prices leaves no doubt: '1.1' in another one may be an outline or a
 * size. Numbers of workbooks have none.
 */
function decimalOf(rows: readonly Row[], table: PastedTable): '.' | ',' | undefined {
  const signs = new Set<string>();
  const isOfPrices = new Map<number, boolean>();
  for (const { cells, numbers = [] } of rows)
    for (const [place, cell] of cells.entries()) {
      if (numbers.includes(place)) continue;
      if (!isOfPrices.has(place)) isOfPrices.set(place, kindsOf(headerOf(table, place)).has('price'));
      const isMoney = isOfPrices.get(place) || /[$€£¥]/.test(cell);
      if (table.fields[place] !== 'quantity' && !isMoney) continue;
      const number = cell.replace(/[$€£¥\s]/g, '');
      const isBoth = number.includes('.') && number.includes(',');
      const sign = (isBoth ? /([.,])\d{1,9}$/ : /([.,])\d{1,2}$/).exec(number)?.[1];
      if (sign && readCount(number).length === 1) signs.add(sign);
    }
  return signs.size === 1 ? ([...signs][0] as '.' | ',') : undefined;
}

export function bounded(lines: PastedLine[]): { lines: PastedLine[]; more: number } {
  return { lines: lines.slice(0, MOST_LIST_LINES), more: Math.max(0, lines.length - MOST_LIST_LINES) };
}
