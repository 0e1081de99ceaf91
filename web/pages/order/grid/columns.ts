/** The columns of the pad: what they show, and what is typed into them. Pure. */
import { trimShown } from '#contract/kernel/blank.ts';
import { readCount } from '#contract/kernel/count-text.ts';
import { formatCount, formatMoney, formatPrice } from '#contract/kernel/money.ts';
import { MOST_PIECES } from '#contract/kernel/pieces.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import { LONGEST_LINE, LONGEST_OF_LINE } from '#contract/matching/limits.ts';
import { sketchLine } from '#contract/matching/text.ts';
import { buildQuantity } from '../../../basket/matching/build.ts';
import type { PricedLine } from '../../../basket/matching/priced.ts';

const HEADINGS = {
  number: 'Line',
  part: 'Part',
  customerRef: 'Your number',
  designators: 'Reference designators',
  perBoard: 'Per board',
  attrition: 'Attrition %',
  leader: 'Leader',
  quantity: 'Quantity',
  price: 'Unit price',
  stock: 'Stock',
  total: 'Line total',
  problem: 'Status',
};
export type ColumnKey = keyof typeof HEADINGS;

export const headingOf = (column: ColumnKey): string => HEADINGS[column];

/** What the buyer has chosen to see. */
export interface Shown {
  designators: boolean;
  /** Quantities are for boards. */
  build: boolean;
}

/** Returns the columns in their order. */
export function columnsOf({ designators, build }: Shown): ColumnKey[] {
  return (Object.keys(HEADINGS) as ColumnKey[]).filter((column) => {
    if (column === 'designators') return designators;
    return build || (column !== 'perBoard' && column !== 'attrition' && column !== 'leader');
  });
}

/** The columns that are typed into; Tab goes from one to the next. */
const TYPED = ['part', 'customerRef', 'designators', 'perBoard', 'attrition', 'leader', 'quantity'] as const;
export type TypedColumn = (typeof TYPED)[number];
export const isTyped = (column: ColumnKey): column is TypedColumn => TYPED.some((typed) => typed === column);

/** Returns what a cell holds as it is copied and edited: numbers without signs between thousands. */
export function textOf({ line, part, unitPrice, total }: PricedLine, column: ColumnKey): string {
  switch (column) {
    case 'part':
      return part?.sku ?? line.raw ?? '';
    case 'price':
      return unitPrice === undefined ? '' : String(unitPrice);
    case 'total':
      return total === undefined ? '' : total.toFixed(2);
    case 'stock':
      return part ? String(part.available) : '';
    case 'number':
    case 'problem':
      return '';
    default:
      return String(line[column] ?? '');
  }
}

/** Returns what a screen reader and the screen say of a cell with a number. */
export function shownOf(priced: PricedLine, column: ColumnKey): string {
  const { line, unitPrice, total, part } = priced;
  const count = (pieces: number | null | undefined) => (pieces ? formatCount(pieces) : '');
  switch (column) {
    case 'number':
      return String(priced.n);
    case 'price':
      return unitPrice === undefined ? '' : formatPrice(unitPrice);
    case 'total':
      return total === undefined ? '' : formatMoney(total);
    case 'stock':
      return part ? formatCount(part.available) : '';
    case 'customerRef':
      return line.customerRef ?? part?.ownNumber ?? '';
    case 'quantity':
    case 'perBoard':
    case 'leader':
      return count(line[column]);
    default:
      return textOf(priced, column);
  }
}

/** What is typed into a cell, as fields of its line; or why it cannot be. */
export type Typed = { fields: Partial<ListLine> } | { fault: string };

const LONGEST = { part: LONGEST_LINE, ...LONGEST_OF_LINE };

/** Reads what somebody has typed into a cell of a line. An empty text empties the cell. */
export function readTyped(
  column: TypedColumn,
  typed: string,
  line: ListLine | undefined,
  boards: number | null,
): Typed {
  const text = trimShown(typed.normalize('NFC'));
  switch (column) {
    case 'part':
      return readPart(text);
    case 'customerRef':
    case 'designators':
      return tooLong(text, column) ?? { fields: { [column]: text || null } };
    case 'quantity':
      return readPieces(text, (quantity) => ({ quantity }));
    case 'perBoard':
      return readPieces(text, (perBoard) => withQuantity({ perBoard }, line, boards));
    case 'leader':
      return text === '0'
        ? { fields: withQuantity({ leader: 0 }, line, boards) }
        : readPieces(text, (leader) => withQuantity({ leader }, line, boards));
    case 'attrition': {
      if (text === '') return { fields: withQuantity({ attrition: null }, line, boards) };
      const percent = Number(text.replace('%', '').replace(',', '.').trim() || Number.NaN);
      return percent >= 0 && percent <= 100
        ? { fields: withQuantity({ attrition: percent }, line, boards) }
        : { fault: 'Type a percentage from 0 to 100, such as 2.5.' };
    }
  }
}

/** A part that is typed anew is looked for anew, by the shop. A quantity that its text may say replaces the line's. */
function readPart(text: string): Typed {
  const fault = tooLong(text, 'part');
  if (fault) return fault;
  if (text === '') return { fields: { raw: null, productId: null } };
  return { fields: { raw: text, productId: null, ...(sketchLine(text).hasQuantity && { quantity: null }) } };
}

function readPieces(text: string, toFields: (pieces: number | null) => Partial<ListLine>): Typed {
  if (text === '') return { fields: toFields(null) };
  // Commas separate thousands, as the pad shows them; a point may be meant so, too.
  const readings = readCount(text, text.includes(',') ? '.' : undefined);
  if (readings.length > 1)
    return {
      fault: `Is it ${readings.map((one) => formatCount(one)).join(' or ')}? Type it without points and commas.`,
    };
  const [pieces] = readings;
  if (pieces === undefined || !Number.isInteger(pieces) || pieces < 1)
    return { fault: 'Type a whole number of pieces, such as 500.' };
  return pieces > MOST_PIECES ? { fault: 'That is more than a line takes.' } : { fields: toFields(pieces) };
}

function tooLong(text: string, column: keyof typeof LONGEST): { fault: string } | undefined {
  const most = LONGEST[column];
  return text.length > most || text.includes('\0') || !text.isWellFormed()
    ? { fault: `${formatCount(most)} characters at most.` }
    : undefined;
}

/** The quantity follows what it is computed from. */
function withQuantity(
  fields: Partial<ListLine>,
  line: ListLine | undefined,
  boards: number | null,
): Partial<ListLine> {
  const quantity = buildQuantity({ ...line, ...fields }, boards);
  return { ...fields, ...(quantity !== undefined && { quantity }) };
}
