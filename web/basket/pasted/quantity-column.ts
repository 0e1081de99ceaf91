/** Which column of a table has the quantities: one that says so, or one that only can be it; otherwise a question. Pure. */
import { readPieceCell } from '#contract/matching/piece-cell.ts';
import { isBareTotal, isPlainQuantity, isTotalOf, kindsOf, quantityOf } from './header-words.ts';
import { relationsOf } from './relations.ts';

/** The column, or those among which the buyer is asked to choose: none where no column can be it. */
export type QuantityColumn = { place: number } | { ask: number[] };

/** Shares of cells that are read. */
const HALF = 0.5;
const MOST = 0.8;
const FRACTIONS = 0.3;
/** The most columns of a question: one key each. */
const MOST_ASKED = 8;

interface Column {
  place: number;
  header: string;
  cells: string[];
}

/**
 * Returns the column of quantities.
 * @param rows cells of rows that have a part
 * @param taken places of columns that are something else
 */
export function findQuantity(
  rows: readonly (readonly string[])[],
  headers: readonly string[],
  taken: ReadonlySet<number>,
): QuantityColumn {
  const width = Math.max(headers.length, ...rows.map((cells) => cells.length), 0);
  const columns = [...Array(width).keys()]
    .filter((place) => !taken.has(place))
    .map(
      (place): Column => ({
        place,
        header: headers[place] ?? '',
        cells: rows.map((cells) => cells[place]?.trim() ?? ''),
      }),
    );
  const relations = relationsOf(
    rows,
    columns.map(({ place }) => place),
  );
  const known = columns.filter(
    ({ header, cells }) => quantityOf(header) !== undefined && shareOf(cells, isReadable) >= HALF,
  );
  const prices = columns.filter(isPrice);
  // Of a quantity and a price a total is money; of two numbers of pieces it may be what is to be ordered.
  const isTotal = ({ place }: Column) =>
    relations.some(
      ({ total, factors: [a, b] }) =>
        total === place && ((isOf(known, a) && isOf(prices, b)) || (isOf(known, b) && isOf(prices, a))),
    );
  const hasPrices = prices.some(({ header }) => !isBareTotal(header));
  const isCountable = (column: Column) =>
    isWhole(column) ||
    (isBareTotal(column.header) && !hasPrices && !isMoney(column) && hasCounts(column.cells));
  const left = withoutConstants(known.filter((column) => !isTotal(column) && !isMoney(column)));
  const ask = (first: readonly Column[]): QuantityColumn => {
    const others = columns.filter((column) => !isOf(first, column.place) && isCountable(column));
    return { ask: [...first, ...others].map(({ place }) => place).slice(0, MOST_ASKED) };
  };
  if (left.length > 0) {
    const strong = left.filter(({ header }) => quantityOf(header) === 'strong');
    const [only] = left;
    const rivals = columns.filter(
      (column) =>
        column !== only &&
        !isTotal(column) &&
        ((isBareTotal(column.header) && isCountable(column)) || isSeveralTimes(column, only!)),
    );
    const isDoubted = rivals.length > 0 || only!.cells.some(hasCents) || isPartlyThere(only!, columns);
    if (left.length === 1)
      return strong.length === 1 && !isDoubted ? { place: only!.place } : ask([only!, ...rivals]);
    const settled = strong.length === left.length ? alikeOrSum(left) : undefined;
    return settled ? { place: settled.place } : ask(left);
  }
  const plausible = columns.filter(isPlausible);
  const bound = plausible.filter(({ cells }) => shareOf(cells, isBound) >= MOST);
  if (bound.length === 1) return { place: bound[0]!.place };
  const factors = plausible.filter(({ place }) => relations.some((one) => one.factors.includes(place)));
  const isOtherFactor = (at: number) => factors.some(({ place }) => place === at);
  const only = factors.filter(({ place }) =>
    relations.every(
      ({ factors: both }) => !both.includes(place) || both.every((at) => at === place || !isOtherFactor(at)),
    ),
  );
  if (factors.length === 1 && only.length === 1) return { place: factors[0]!.place };
  return ask(plausible);
}

/** Whether a column says what is needed, beside one of what is there already. */
const isPartlyThere = ({ header }: Column, columns: readonly Column[]) =>
  kindsOf(header).has('need') &&
  columns.some((other) => kindsOf(other.header).has('stock') && isWhole(other));

/** Whether a column says pieces of several boards beside those of one: the same multiple in each row. */
function isSeveralTimes({ header, cells }: Column, { cells: each }: Column): boolean {
  const kinds = kindsOf(header);
  const isElse = (['price', 'date', 'row', 'own', 'stock', 'pack'] as const).some((kind) => kinds.has(kind));
  if (isElse) return false;
  const times = cells.flatMap((cell, row) => {
    const [all, one] = [cell, each[row]!].map((text) => readPieceCell(text));
    return all && one && 'pieces' in all && 'pieces' in one ? [all.pieces / one.pieces] : [];
  });
  return times.length > 1 && times[0]! > 1 && times.every((factor) => factor === times[0]);
}

const isOf = (columns: readonly Column[], at: number) => columns.some(({ place }) => place === at);

/** The share of filled cells that are something. */
function shareOf(cells: readonly string[], is: (cell: string) => boolean): number {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length === 0 ? 0 : filled.filter(is).length / filled.length;
}

const isPieces = (cell: string) => 'pieces' in readPieceCell(cell);

function isReadable(cell: string): boolean {
  const read = readPieceCell(cell);
  return (
    'pieces' in read || ('question' in read && (read.question.length > 0 || read.packages !== undefined))
  );
}

/** Whether a cell is a number of pieces, or one that may be read in two ways: '1.250'. */
const isCount = (cell: string) => isPieces(cell) || (/^[\d.,]+$/.test(cell) && isReadable(cell));

/** Whether a number of pieces has a word or a sign with it: '120 pcs', 'x200'. */
const isBound = (cell: string) =>
  isPieces(cell) && /[\p{L}×]/u.test(cell) && !/^\d+(?:[.,]\d+)?e/i.test(cell);

const isMoney = ({ cells }: Column) =>
  shareOf(cells, (cell) => /[$€£¥]|[.,]\d\d$/.test(cell) && !/[.,]00$/.test(cell)) >= MOST ||
  shareOf(cells, (cell) => /[$€£¥]/.test(cell)) >= HALF;

/** Whether cells are prices by their header or their decimals. */
const isPrice = (column: Column) =>
  kindsOf(column.header).has('price') || isMoney(column) || shareOf(column.cells, isFraction) >= FRACTIONS;

/** Whether a column has whole numbers that are no money, days or numbers of rows: the buyer may mean it. */
const isWhole = (column: Column) => {
  const kinds = kindsOf(column.header);
  const isElse = (['price', 'date', 'row', 'sheet', 'own'] as const).some((kind) => kinds.has(kind));
  return !isElse && !isMoney(column) && hasCounts(column.cells);
};

/** Leaves out columns whose cells are all the same, such as the number of an order, where another one is left. */
function withoutConstants(columns: readonly Column[]): readonly Column[] {
  const isConstant = ({ cells, header }: Column) =>
    quantityOf(header) === 'weak' &&
    cells.length > 1 &&
    new Set(cells).size === 1 &&
    (!kindsOf(header).has('other') || Number(cells[0]) === 0);
  const varied = columns.filter((column) => !isConstant(column));
  return varied.length > 0 ? varied : columns;
}

/** Returns the first of columns that say the same by names of the same, or the one that is called and is the sum of the others. */
function alikeOrSum(columns: readonly Column[]): Column | undefined {
  const values = columns.map(({ cells }) =>
    cells.map((cell) => {
      const read = readPieceCell(cell);
      return 'pieces' in read ? read.pieces : cell === '' ? 0 : Number.NaN;
    }),
  );
  const rows = [...values[0]!.keys()];
  if (rows.every((row) => values.every((column) => column[row] === values[0]![row])))
    return columns.every(({ header }) => isPlainQuantity(header)) ? columns[0] : undefined;
  if (columns.length < 3) return undefined;
  const sums = rows.map((row) => values.reduce((before, column) => before + column[row]!, 0));
  const sum = values.findIndex((column) => rows.every((row) => column[row]! * 2 === sums[row]));
  const total = columns[sum];
  return total && isTotalOf(total.header) ? total : undefined;
}

/** Whether a column whose header says nothing has the shape of quantities. */
function isPlausible({ header, cells }: Column): boolean {
  const kinds = kindsOf(header);
  return (kinds.size === 0 || (kinds.size === 1 && kinds.has('weak'))) && hasCounts(cells);
}

/** Whether cells have the shape of quantities. */
function hasCounts(cells: readonly string[]): boolean {
  if (shareOf(cells, isCount) < HALF || shareOf(cells, isReadable) < MOST) return false;
  if (cells.some((cell) => /[$€£¥]/.test(cell)) || isCounting(cells)) return false;
  return (
    shareOf(cells, isFraction) < FRACTIONS &&
    shareOf(cells, (cell) => cell.replace(/\D/g, '').length < 8) >= MOST
  );
}

const isFraction = (cell: string) => /[.,]\d{1,2}$/.test(cell) && !/[.,]0{1,2}$/.test(cell);

const hasCents = (cell: string) => isFraction(cell) && /[.,]\d\d$/.test(cell);

/** Whether the cells number the rows: 1, 2, 3 or 10, 20, 30. */
function isCounting(cells: readonly string[]): boolean {
  const numbers = cells.filter((cell) => cell !== '').map(Number);
  const [first, second] = numbers;
  if (first === undefined || second === undefined) return false;
  const step = second - first;
  return (
    (step === 1 || step === 10) && numbers.every((number, n) => n === 0 || number - numbers[n - 1]! === step)
  );
}
