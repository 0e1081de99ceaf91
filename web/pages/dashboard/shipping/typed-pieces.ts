/** Pieces of lines as they are typed into a dialog. */
import { formatCount, parseCount } from '#contract/kernel/money.ts';
import { tooMany } from '#contract/purchases/line-pieces.ts';
import type { LinePieces } from '#contract/shipping/schema.ts';
import { ApiProblem } from '../../../api-problem.ts';

/** A line of a purchase of which pieces can be named. */
export interface PiecesLine {
  orderId: string;
  name: string;
  sku: string;
  ean?: string | undefined;
  /** The most pieces, in all columns together. */
  left: number;
  /** What its field in the first column has to begin with; empty without it. */
  first?: number;
  /** Pieces that came back, where that is of interest. */
  cameBack?: number;
  /** Dollars for a piece. */
  price?: number;
  /** Cents for so many pieces of it, where they are about money. */
  centsOf?: (pieces: number) => number;
}

/** Pieces of a line, with the number of the column in which they were typed. */
export interface TypedPieces extends LinePieces {
  column: number;
}

/** What is wrong with pieces of a line. It has the line's name, as the line may be gone when it is shown. */
export interface PiecesError {
  key: string;
  orderId: string;
  name: string;
  message: string;
}

/** The texts of all fields by their keys. */
export type Typed = Record<string, string>;

export const keyOf = (orderId: string, column = 0): string => `${orderId} ${column}`;

/** Returns the texts that the fields have to begin with. */
export function firstTyped(lines: readonly PiecesLine[]): Typed {
  return Object.fromEntries(
    lines.flatMap(({ orderId, first }) => (first ? [[keyOf(orderId), String(first)]] : [])),
  );
}

/** Returns the pieces of all fields that are neither empty nor 0; NaN for a text that is no number. */
export function piecesOf(lines: readonly PiecesLine[], columns: number, typed: Typed): TypedPieces[] {
  return lines.flatMap(({ orderId }) =>
    Array.from({ length: columns }, (_, column) => ({
      orderId,
      column,
      text: typed[keyOf(orderId, column)]?.trim() ?? '',
    }))
      .filter(({ text }) => text !== '' && text !== '0')
      .map(({ text, ...rest }) => ({ ...rest, quantity: parseCount(text) })),
  );
}

/** Returns the cents of a line for pieces that it can have; undefined for other ones, and where they are not about money. */
export function centsOf(line: PiecesLine, quantity: number): number | undefined {
  const can = Number.isInteger(quantity) && quantity >= 1 && quantity <= line.left;
  return can ? line.centsOf?.(quantity) : undefined;
}

/** Returns the cents of all pieces. */
export function totalCents(lines: readonly PiecesLine[], pieces: readonly TypedPieces[]): number {
  const known = new Map(lines.map((line) => [line.orderId, line]));
  return pieces.reduce(
    (sum, { orderId, quantity }) => sum + (centsOf(known.get(orderId)!, quantity) ?? 0),
    0,
  );
}

/** Returns what is wrong with pieces that are no number, or more than a line has left in all columns. */
export function wrongPieces(lines: readonly PiecesLine[], pieces: readonly TypedPieces[]): PiecesError[] {
  const isWhole = ({ quantity }: TypedPieces) => Number.isInteger(quantity) && quantity > 0;
  const lefts = new Map(lines.map(({ orderId, left }) => [orderId, left]));
  const whole = pieces.map((one) => (isWhole(one) ? one : { ...one, quantity: 0 }));
  const refused = new Map(tooMany(lefts, whole).map((one) => [one.nth, one]));
  return pieces.flatMap((one, nth) => {
    if (!isWhole(one)) return errorAt(lines, one, 'Enter a whole number of pieces');
    const over = refused.get(nth);
    if (!over) return [];
    const besides = over.before > 0 ? `, ${formatCount(over.before + one.quantity)} are entered` : '';
    return errorAt(lines, one, `${formatCount(over.left)} pcs are left${besides}`);
  });
}

/** Returns the messages of a refusal about the pieces that were sent. */
export function refusedPieces(
  lines: readonly PiecesLine[],
  pieces: readonly TypedPieces[],
  error: unknown,
): PiecesError[] {
  if (!(error instanceof ApiProblem)) return [];
  return error.errors.flatMap(({ field, message }) => {
    const sent = pieces[Number(field.split('.')[1])];
    return field.endsWith('.quantity') && sent ? errorAt(lines, sent, message) : [];
  });
}

function errorAt(
  lines: readonly PiecesLine[],
  { orderId, column }: TypedPieces,
  message: string,
): PiecesError[] {
  const { name } = lines.find((line) => line.orderId === orderId)!;
  return [{ key: keyOf(orderId, column), orderId, name, message }];
}

/** Returns the messages of lines that are not shown any more, each with the name of its line. */
export function lostMessages(
  lines: readonly PiecesLine[],
  errors: readonly PiecesError[],
): string | undefined {
  const shown = new Set(lines.map(({ orderId }) => orderId));
  const lost = errors.filter(({ orderId }) => !shown.has(orderId));
  return lost.map(({ name, message }) => `${name}: ${message}`).join(' ') || undefined;
}

/**
 * Returns the texts after a piece of a line was scanned. The first scan counts from 0: fields that still have what they began with are
 * emptied, and those that somebody has changed stay.
 */
export function withScanned(
  lines: readonly PiecesLine[],
  typed: Typed,
  { orderId }: PiecesLine,
  isCounting: boolean,
): Typed {
  const from = isCounting ? typed : { ...typed, ...untouched(lines, typed) };
  return { ...from, [keyOf(orderId)]: String(countedOf(from, orderId) + 1) };
}

/** Returns how many pieces of a line are counted, while nothing was scanned yet without those that its field began with. */
export function counted(
  lines: readonly PiecesLine[],
  typed: Typed,
  { orderId }: PiecesLine,
  isCounting: boolean,
): number {
  return countedOf(isCounting ? typed : { ...typed, ...untouched(lines, typed) }, orderId);
}

const countedOf = (typed: Typed, orderId: string) => parseCount(typed[keyOf(orderId)] ?? '') || 0;

function untouched(lines: readonly PiecesLine[], typed: Typed): Typed {
  return Object.fromEntries(
    lines.flatMap(({ orderId, first }) =>
      typed[keyOf(orderId)] === String(first) ? [[keyOf(orderId), '']] : [],
    ),
  );
}
