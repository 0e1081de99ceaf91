/** Which column of a table has the quantities: one that says so, or one that only can be it; otherwise a question. Pure. */
import { readPieceCell } from '#contract/piece-cell.ts';
import { kindsOf, quantityOf } from './header-words.ts';
import { relationsOf } from './relations.ts';

/** The column, or those among which the buyer is asked to choose: none where no column can be it. */
export type QuantityColumn = { place: number } | { ask: number[] };

/** Shares of cells that are read. */
const HALF = 0.5;
const MOST = 0.8;
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
  const isTotal = (column: Column) =>
    relations.some(({ total, factors }) => total === column.place && factors.some((at) => isOf(known, at)));
  const left = withoutConstants(known.filter((column) => !isTotal(column) && !isMoney(column)));
  if (left.length > 0) {
    const strong = left.filter(({ header }) => quantityOf(header) === 'strong');
    if (left.length === 1 && strong.length === 1) return { place: left[0]!.place };
    const settled = left.length > 1 ? alikeOrSum(left) : undefined;
    if (settled && strong.length > 0) return { place: settled.place };
    return { ask: left.map(({ place }) => place).slice(0, MOST_ASKED) };
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
  return { ask: plausible.map(({ place }) => place).slice(0, MOST_ASKED) };
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

/** Whether a number of pieces has a word or a sign with it: '120 pcs', 'x200'. */
const isBound = (cell: string) =>
  isPieces(cell) && /[\p{L}×]/u.test(cell) && !/^\d+(?:[.,]\d+)?e/i.test(cell);

const isMoney = ({ cells }: Column) =>
  shareOf(cells, (cell) => /[$€£¥]|[.,]\d\d$/.test(cell) && !/[.,]00$/.test(cell)) >= MOST ||
  shareOf(cells, (cell) => /[$€£¥]/.test(cell)) >= HALF;

/** Leaves out columns whose cells are all the same, such as the number of an order, where another one is left. */
function withoutConstants(columns: readonly Column[]): readonly Column[] {
  const isConstant = ({ cells, header }: Column) =>
    quantityOf(header) === 'weak' && cells.length > 1 && new Set(cells).size === 1;
  const varied = columns.filter((column) => !isConstant(column));
  return varied.length > 0 ? varied : columns;
}

/** Returns the first of columns that say the same, or the one that is the sum of the others. */
function alikeOrSum(columns: readonly Column[]): Column | undefined {
  const values = columns.map(({ cells }) =>
    cells.map((cell) => {
      const read = readPieceCell(cell);
      return 'pieces' in read ? read.pieces : cell === '' ? 0 : Number.NaN;
    }),
  );
  const rows = [...values[0]!.keys()];
  if (rows.every((row) => values.every((column) => column[row] === values[0]![row]))) return columns[0];
  if (columns.length < 3) return undefined;
  const sums = rows.map((row) => values.reduce((before, column) => before + column[row]!, 0));
  const sum = values.findIndex((column) => rows.every((row) => column[row]! * 2 === sums[row]));
  return columns[sum];
}

/** Whether a column whose header says nothing has the shape of quantities. */
function isPlausible({ header, cells }: Column): boolean {
  const kinds = kindsOf(header);
  if (kinds.size > 0 && !(kinds.size === 1 && kinds.has('weak'))) return false;
  if (shareOf(cells, isPieces) < HALF || shareOf(cells, isReadable) < MOST) return false;
  if (cells.some((cell) => /[$€£¥]/.test(cell)) || isCounting(cells)) return false;
  const isFraction = (cell: string) => /[.,]\d{1,2}$/.test(cell) && !/[.,]0{1,2}$/.test(cell);
  return (
    shareOf(cells, isFraction) < 0.3 && shareOf(cells, (cell) => cell.replace(/\D/g, '').length < 8) >= MOST
  );
}

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
