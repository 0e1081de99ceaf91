/** Reads the rows of a table as prices of a price list. What can be meant in two ways is refused, never guessed. */
import { setImmediate } from 'node:timers/promises';
import type { PriceColumn, PriceRow, PriceRows, PriceRowsAsk } from '#contract/imports/price-rows.ts';
import { MOST_REFUSED } from '#contract/imports/price-rows.ts';
import { fieldError, readMessage, say } from '#contract/kernel/field-message.ts';
import { isUnitPrice, SHOP_CURRENCY, toMicros } from '#contract/kernel/money.ts';
import { MOST_PRICE } from '#contract/kernel/price.ts';
import { readPieceCell } from '#contract/matching/piece-cell.ts';
import { MOST_PRICES } from '#contract/price-lists/schema.ts';
import { MOST_BREAKS } from '#contract/products/price-breaks.ts';
import type { Product } from '#contract/products/schema.ts';
import { invalidInput } from '../ground/handling/problem.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { partNumberKey } from '../products/part-number.ts';
import { type Cell, doubtsPoint, isEmpty, type NumberReading, readBreaks, readMoney } from './cells.ts';
import { currenciesIn, currencyOf, pricePerPiece, splitCurrency } from './money.ts';
import { saysPieces, saysTax } from './notes.ts';
import { columnsOf, findHeaders, isPart, isPrice, roleOf } from './price-columns.ts';
import { pricePieces } from './price-unit.ts';

type Parts = Pick<Catalogue, 'findPart' | 'numbers'>;

/** A price of a part from so many pieces on, and the row that says it. */
interface Rung {
  row: PriceRow;
  from: number;
  price: number;
}

/** Rows that are read before others get their turn, and rows by which the column of parts is found. */
const SLICE = 500;
const SAMPLE = 50;
/** Rows at the end that may be notes. */
const LAST_ROWS = 10;
/** Parts that have one number and are told. */
const MOST_ALIKE = 4;

/**
 * Returns the prices of whole parts, and the rows that are left out; it ends early when `isWanted` says that nobody waits for it any
 * more. Throws 400 for more prices than a list takes at once.
 */
export async function readPriceRows(
  parts: Parts,
  ask: PriceRowsAsk,
  isWanted: () => boolean = () => true,
): Promise<PriceRows> {
  const rows = ask.rows.filter(({ cells }) => cells.some((cell) => !isEmpty(cell)));
  const headers = findHeaders(rows.map(({ cells }) => cells.map(String)));
  const names = headers === undefined ? [] : rows[headers]!.cells.map(String);
  const body = rows.slice(headers === undefined ? 0 : headers + 1);
  const columns = widened(
    ask.columns ?? (headers === undefined ? partColumn(parts, body) : columnsOf(names)),
    rows,
  );
  const missing = [
    ...(columns.some(isPart) ? [] : (['part'] as const)),
    ...(columns.some(isPrice) ? [] : (['price'] as const)),
  ];
  const note = ask.areUnitPrices ? undefined : noteIn(rows.slice(0, headers ?? 0), { names, body, columns });
  const about = {
    columns,
    missing,
    ...(headers !== undefined && { headers }),
    ...(note !== undefined && { note }),
  };
  const refusals = new Map<PriceRow, string>();
  const ladders = new Map<string, Rung[]>();
  if (missing.length === 0 && note === undefined) {
    const table = tableOf(body, { columns, names }, ask.decimal);
    for (const [n, row] of body.entries()) {
      if (n % SLICE === SLICE - 1) await setImmediate();
      if (!isWanted()) break;
      const found = findPart(parts, row, columns);
      const read = readRow(row, table);
      const wrong = 'error' in found ? found.error : 'error' in read ? read.error : undefined;
      if (wrong !== undefined) refusals.set(row, wrong);
      if ('error' in found) continue;
      const rungs = 'error' in read ? [{ row, from: 1, price: Number.NaN }] : read.rungs;
      const known = ladders.get(found.id);
      if (known) known.push(...rungs);
      else ladders.set(found.id, [...rungs]);
    }
  }
  const prices: PriceRows['prices'] = [];
  let count = 0;
  for (const [productId, rungs] of ladders) {
    const ladder = toLadder(rungs, refusals);
    if (!ladder) continue;
    count += 1;
    for (const { from, price } of ladder) prices.push({ productId, from, price });
  }
  if (prices.length > MOST_PRICES)
    throw invalidInput([fieldError('rows', 'price_rows_many', { most: MOST_PRICES })]);
  const refused = [...refusals].sort(([one], [other]) => one.row - other.row);
  const part = columns.findIndex(isPart);
  return {
    ...{ ...about, prices, parts: count, refusedRows: refused.length },
    refused: refused.slice(0, MOST_REFUSED).map(([{ row, cells }, message]) => ({
      ...{ row, part: String(cells[part] ?? '') },
      ...readMessage(message),
    })),
    asksDecimal: refused.some(([, message]) => message.startsWith('import_decimal ')),
  };
}

/** Returns the columns of a table without headers: the one in which most cells are numbers of parts. */
function partColumn(parts: Parts, rows: readonly PriceRow[]): (PriceColumn | null)[] {
  const sample = rows.slice(0, SAMPLE);
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, at) => {
    const found = sample.filter(
      ({ cells }) => !isEmpty(cells[at]) && withNumber(parts, String(cells[at])).length > 0,
    );
    return found.length * 2 > sample.length ? 'part' : null;
  });
}

/** Returns columns for all cells of rows. */
function widened(
  columns: readonly (PriceColumn | null)[],
  rows: readonly PriceRow[],
): (PriceColumn | null)[] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), columns.length);
  return Array.from({ length: width }, (_, at) => columns[at] ?? null);
}

interface Titled {
  columns: readonly (PriceColumn | null)[];
  /** The headers; empty without any. */
  names: readonly string[];
}

/** Returns what is said of all prices beside the rows: another currency, several pieces, with tax. */
function noteIn(
  above: readonly PriceRow[],
  { columns, names, body }: Titled & { body: readonly PriceRow[] },
) {
  const ofPrices = names.filter((_, at) => isPrice(columns[at]));
  const price = columns.findIndex(isPrice);
  const below = body
    .slice(-LAST_ROWS)
    .filter(
      ({ cells }) =>
        !/\d/.test(String(cells[price] ?? '')) && cells.filter((cell) => !isEmpty(cell)).length < 3,
    );
  const beside = [...above, ...below].flatMap(({ cells }) => cells.map(String));
  const hasCurrency = columns.includes('currency');
  const isOfOther = (text: string) =>
    !hasCurrency && currenciesIn(text).some((currency) => currency !== SHOP_CURRENCY);
  return (
    ofPrices.find((text) => isOfOther(text) || saysTax(text)) ??
    beside.find((text) => isOfOther(text) || saysTax(text) || (saysPieces(text) && !columns.includes('per')))
  );
}

interface Table extends Titled {
  readings: NumberReading[];
  /** Of how many pieces the prices of a column are, by its header. */
  pieces: (number | undefined)[];
  /** Whether rows say another currency, or several pieces: one that says nothing is then refused. */
  lacksCurrency: boolean;
  lacksPieces: boolean;
}

function tableOf(
  rows: readonly PriceRow[],
  { columns, names }: Titled,
  decimal: '.' | ',' | undefined,
): Table {
  const anyOf = (role: PriceColumn, is: (cell: Cell) => boolean) =>
    rows.some(({ cells }) =>
      columns.some((one, at) => one === role && !isEmpty(cells[at]) && is(cells[at]!)),
    );
  const isOther = (cell: Cell) => typeof cell === 'string' && currencyOf(cell) !== SHOP_CURRENCY;
  return {
    columns,
    names,
    readings: columns.map((_, at) => ({
      decimal,
      doubtPoint: doubtsPoint(rows.map(({ cells }) => cells[at] ?? null)),
    })),
    pieces: columns.map((_, at) => (names[at] === undefined ? undefined : roleOf(names[at])?.pieces)),
    lacksCurrency: anyOf('currency', isOther),
    lacksPieces: anyOf('per', (cell) => pricePieces(cell) !== 1),
  };
}

/** Returns the parts with a number, spelled as it is where there are such. */
function withNumber({ numbers }: Parts, text: string): Product[] {
  const key = partNumberKey(text);
  if (key === '') return [];
  const alike = numbers.exactly(key, MOST_ALIKE);
  const isSpelled = ({ sku, mpn }: Product) =>
    [sku, mpn].some((number) => number?.toLowerCase() === text.trim().toLowerCase());
  const spelled = alike.filter(isSpelled);
  return spelled.length > 0 ? spelled : alike;
}

/** Returns the id of the part that the numbers of a row name. Those of which one is unknown are told by the others. */
function findPart(
  parts: Parts,
  { cells }: PriceRow,
  columns: Titled['columns'],
): { id: string } | { error: string } {
  const named = columns.flatMap((role, at) => {
    const text = String(cells[at] ?? '').trim();
    if (text === '' || !isPart(role)) return [];
    const bySku = role === 'sku' ? parts.findPart(text) : undefined;
    return [{ text, found: role === 'sku' ? (bySku ? [bySku] : []) : withNumber(parts, text) }];
  });
  const [first] = named;
  if (!first) return { error: say('price_row_no_number') };
  const known = named.filter(({ found }) => found.length > 0);
  if (known.length === 0) return { error: say('price_row_unknown', { number: first.text.slice(0, 64) }) };
  const [one, ...others] = known[0]!.found.filter(({ _id }) =>
    known.every(({ found }) => found.some((other) => other._id === _id)),
  );
  if (!one) return { error: say('price_row_differ') };
  if (others.length > 0)
    return { error: say('price_row_several', { skus: [one, ...others].map(({ sku }) => sku).join(', ') }) };
  return { id: one._id };
}

/** Returns the prices of a row. */
function readRow(row: PriceRow, table: Table): { rungs: Rung[] } | { error: string } {
  const { cells } = row;
  const { columns, names, readings } = table;
  if (names.length > 0 && cells.slice(names.length).some((cell) => !isEmpty(cell)))
    return { error: say('import_cells') };
  const cellOf = (role: PriceColumn) => cells[columns.indexOf(role)] ?? '';
  const currency = String(cellOf('currency')).trim();
  if (currency !== '' && currencyOf(currency) !== SHOP_CURRENCY)
    return { error: say('import_currency', { value: 'The price', currency: currency.slice(0, 20) }) };
  const per = cellOf('per');
  const ofRow = isEmpty(per) ? undefined : pricePieces(per);
  if (!isEmpty(per) && ofRow === undefined)
    return { error: say('import_price_unit', { value: String(per).slice(0, 40) }) };
  if (isEmpty(per) && table.lacksPieces) return { error: say('import_price_unit', { value: '–' }) };
  const start = readFrom(cellOf('from'));
  if ('error' in start) return start;
  const rungs: Rung[] = [];
  for (const [at, role] of columns.entries()) {
    const cell = cells[at];
    if (!isPrice(role) || isEmpty(cell)) continue;
    const lacksCurrency = table.lacksCurrency && currency === '' && !saysCurrency(cell);
    if (lacksCurrency) return { error: say('import_currency_missing') };
    const ofColumn = table.pieces[at];
    if (ofRow !== undefined && ofColumn !== undefined && ofRow !== ofColumn)
      return { error: say('import_price_unit', { value: `${ofRow} / ${ofColumn}` }) };
    const pieces = ofRow ?? ofColumn ?? 1;
    const read = role === 'breaks' ? readBreaks(cell, readings[at]!) : readMoney(cell, readings[at]!);
    if ('error' in read) return read;
    const values =
      typeof read.value === 'number'
        ? [{ from: role === 'price' ? start.from : Number(role.slice('price '.length)), price: read.value }]
        : read.value;
    for (const { from, price } of values) {
      const ofPiece = pieces === 1 ? price : pricePerPiece(price, pieces);
      if (ofPiece === undefined) return { error: say('import_price_per') };
      if (!(ofPiece > 0) || !isUnitPrice(ofPiece)) return { error: say('break_price') };
      if (ofPiece > MOST_PRICE) return { error: say('price_too_high') };
      rungs.push({ row, from, price: ofPiece });
    }
  }
  return rungs.length > 0 ? { rungs } : { error: say('price_row_no_price') };
}

const saysCurrency = (cell: Cell) => typeof cell === 'string' && splitCurrency(cell).currency !== undefined;

/** Returns from how many pieces on a price counts: '100', '100+', 'from 100', '100-499', '100 pcs'. Without a word: from the first. */
function readFrom(cell: Cell): { from: number } | { error: string } {
  if (isEmpty(cell)) return { from: 1 };
  const text = String(cell).trim().slice(0, 60);
  const plain = text
    .replace(/^(?:from|ab|>=|≥)/i, '')
    .replace(/\+$/, '')
    .trim();
  const [least = '', most, ...rest] = plain.split(/[-–]/).map((part) => part.trim());
  const isRange =
    rest.length === 0 && most !== undefined && /^\d{1,7}$/.test(least) && /^\d{1,7}$/.test(most);
  const read = readPieceCell(isRange ? least : plain);
  // Whoever counts from 0 means the first piece.
  return 'pieces' in read && read.pieces <= MOST_PIECES
    ? { from: Math.max(1, read.pieces) }
    : { error: say('price_row_from', { value: text }) };
}

const MOST_PIECES = 9_999_999;

/**
 * Returns the prices of a part from the first piece on. A change replaces all prices of a part, so it is left out where one of its rows
 * cannot be read: `refusals` then says why of each.
 */
function toLadder(rungs: Rung[], refusals: Map<PriceRow, string>): Rung[] | undefined {
  const refuse = (why: string) => {
    for (const { row } of rungs) if (!refusals.has(row)) refusals.set(row, why);
    return undefined;
  };
  const bad = rungs.find(({ row }) => refusals.has(row));
  if (bad) return refuse(say('price_row_of_part', { row: bad.row.row }));
  const ladder: Rung[] = [];
  for (const rung of rungs.sort((one, other) => one.from - other.from)) {
    const before = ladder.at(-1);
    const [price, last] = [toMicros(rung.price), before && toMicros(before.price)];
    if (!before && rung.from !== 1) return refuse(say('price_row_start', { from: rung.from }));
    if (before?.from === rung.from && price !== last)
      return refuse(say('price_row_twice', { row: before.row.row, other: rung.row.row }));
    if (last !== undefined && price > last) return refuse(say('price_row_rises', { from: rung.from }));
    // The same price again says nothing new.
    if (price !== last) ladder.push(rung);
  }
  if (ladder.length > MOST_BREAKS + 1) return refuse(say('too_many_breaks', { most: MOST_BREAKS }));
  return ladder;
}
