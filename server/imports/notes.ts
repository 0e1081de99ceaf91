/** What a file says of all of its prices beside its columns: above and below the table, in the name of the sheet or of the file. Pure. */
import type { ImportField } from '#contract/imports/fields.ts';
import type { ImportMapping } from '#contract/imports/schema.ts';
import { SHOP_CURRENCY } from '#contract/kernel/money.ts';
import { type Cell, isEmpty } from './cells.ts';
import type { Matched } from './headers.ts';
import { currenciesIn, splitCurrency } from './money.ts';
import { PER } from './price-unit.ts';

interface Row {
  cells: readonly Cell[];
}

/** Rows at the top and at the end that may be no parts. */
const TOP_ROWS = 3;
const LAST_ROWS = 10;
/** Characters of a note that are looked at and shown. */
const LONGEST = 200;

const PRICES: readonly (ImportField | undefined)[] = ['price', 'price_breaks'];

/**
 * Leaves out prices that a note says to be of another currency than the shop's, of several pieces or with tax, until somebody says
 * that they are not. Rows and cells that say their currency themselves, and headers, count more than a note of another.
 * @param beside names, and rows above the headers
 * @param said what was said of the columns of this very file
 */
export function leaveNotedPrices(
  { columns, asks }: Pick<Matched, 'columns' | 'asks'>,
  rows: readonly Row[],
  beside: readonly Cell[],
  said: ImportMapping = {},
): void {
  const price = columns.findIndex(({ field }) => field === 'price');
  const sku = columns.findIndex(({ field }) => field === 'sku');
  const hasCurrency = columns.some(({ field }) => field === 'currency');
  const hasPieces = columns.some(({ field }) => field === 'price_per');
  const isNote = ({ cells }: Row) =>
    !/\d/.test(textOf(cells[price])) &&
    (isEmpty(cells[sku]) || cells.filter((cell) => !isEmpty(cell)).length < 3);
  const ends = [...rows.slice(0, TOP_ROWS), ...rows.slice(TOP_ROWS).slice(-LAST_ROWS)].filter(isNote);
  // Price breaks are those of the price.
  const headers =
    price < 0 ? asks.filter(({ kind }) => kind === 'currency').map(({ columns }) => columns[0]!) : [];
  const notes = [...headers, ...beside, ...ends.flatMap(({ cells }) => cells)];
  for (const note of notes.map((cell) => textOf(cell).trim().slice(0, LONGEST))) {
    const other = hasCurrency ? undefined : currenciesIn(note).find((currency) => currency !== SHOP_CURRENCY);
    const isOfSeveral = saysTax(note) || (saysPieces(note) && !hasPieces);
    if (other === undefined && !isOfSeveral) continue;
    for (const [place, one] of columns.entries()) {
      const { column, field } = one;
      const isDollars = () =>
        currenciesIn(column).includes(SHOP_CURRENCY) || rows.every(({ cells }) => saysItself(cells[place]));
      if (!PRICES.includes(field) || Object.hasOwn(said, column) || (!isOfSeveral && isDollars())) continue;
      const about = { columns: [column], field: field! };
      asks.push(
        isOfSeveral
          ? { kind: 'price', ...about, examples: [note] }
          : { kind: 'currency', ...about, examples: [other!, note] },
      );
      delete one.field;
    }
    if (!columns.some(({ field }) => PRICES.includes(field))) return;
  }
}

const setOf = (words: string) => new Set(words.split(/\s+/));

/** Words before a number of pieces or a package, and packages. */
const BEFORE_PIECES = new Set([...PER, 'für', 'for']);
const PACKS = setOf(
  `10 100 1000 1,000 1.000 hundred thousand dozen hundert tausend dutzend mille box pack package carton karton
    packung vpe ve caja confezione`,
);
const TAXES = setOf('vat tax taxes gst mwst ust tva iva');
const WITH = setOf('incl inkl including inclusive included inklusive incluido inclusa inclus');

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('/', ' per ')
    .split(/[^\p{L}\p{N}.,]/u)
    .map((word) => word.replace(/[.,]$/, ''))
    .filter(Boolean);

/** Whether a note says that prices are of several pieces: 'Prices per 100 pcs', 'Preise je VPE'. */
export function saysPieces(note: string): boolean {
  const words = wordsOf(note);
  return words.some((word, n) => BEFORE_PIECES.has(word) && PACKS.has(words[n + 1] ?? ''));
}

/** Whether a note says that prices are with tax: 'Preise inkl. 19 % MwSt.'. */
export function saysTax(note: string): boolean {
  const words = wordsOf(note);
  return (
    words.includes('ttc') || (words.some((word) => WITH.has(word)) && words.some((word) => TAXES.has(word)))
  );
}

const saysItself = (cell: Cell | undefined) =>
  typeof cell === 'string'
    ? !/\d/.test(cell) || splitCurrency(cell).currency !== undefined
    : typeof cell !== 'number';

const textOf = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : String(typeof cell === 'object' ? cell.shown : cell);
