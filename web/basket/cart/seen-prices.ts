/**
 * The prices that the buyer has seen of the lines of their cart, in this browser: each as it was first shown for the part and the
 * quantity, so that checkout tells where it is another one by then.
 */
import type { ListLine } from '#contract/lists/schema.ts';
import { openShelf, useKept } from '../../kept.ts';
import type { LineState } from '../matching/answers.ts';

/** What the buyer has seen of a line. */
export interface Seen {
  productId: string;
  quantity: number;
  /** Dollars. */
  unitPrice: number;
  /** The name of the buyer's price list that it is from. */
  source?: string;
}
type SeenById = Readonly<Record<string, Seen>>;

/** Characters that the lines of the largest cart take. */
const LONGEST = 1_000_000;
const DAYS = 90;
const CART = 'cart';
const NONE: SeenById = {};

const shelf = openShelf(
  'localStorage',
  'seen prices',
  (value): value is SeenById => typeof value === 'object' && value !== null,
  LONGEST,
  DAYS * 24 * 60 * 60_000,
);

/** Returns what the buyer has seen of lines of the cart, by their ids, and renders again when it changes. */
export const useSeenPrices = (): SeenById => useKept(shelf, CART) ?? NONE;

/** Notes what is shown of the cart's lines now, of those whose part or quantity was not shown before. */
export function noteSeen(lines: readonly ListLine[], matches: ReadonlyMap<string, LineState>): void {
  const before = shelf.get(CART) ?? NONE;
  const seen = withSeen(before, lines, matches);
  if (seen !== before) shelf.set(CART, seen);
}

/** Notes what is shown of the cart's lines now in place of what was shown before: the buyer accepts it. */
export const acceptSeen = (lines: readonly ListLine[], matches: ReadonlyMap<string, LineState>): void =>
  shelf.set(CART, { ...shelf.get(CART), ...withSeen(NONE, lines, matches) });

/** Adds what is shown now of lines that were not seen with this part and quantity. Returns the same object where that is nothing. */
export function withSeen(
  seen: SeenById,
  lines: readonly ListLine[],
  matches: ReadonlyMap<string, LineState>,
): SeenById {
  let isOther = false;
  const next = lines.flatMap((line): [string, Seen][] => {
    const before = seen[line._id];
    const now = shownOf(line, matches.get(line._id)) ?? before;
    if (!now) return [];
    const isSame = before?.productId === now.productId && before.quantity === now.quantity;
    isOther ||= !isSame;
    return [[line._id, isSame ? before : now]];
  });
  return isOther ? Object.fromEntries(next) : seen;
}

function shownOf({ productId, quantity }: ListLine, of: LineState | undefined): Seen | undefined {
  const { product, unitPrice } = of?.match ?? {};
  if (of?.state !== 'matched' || !quantity || unitPrice === undefined || product?._id !== productId)
    return undefined;
  const source = product?.source?.name;
  return { productId: product!._id, quantity, unitPrice, ...(source !== undefined && { source }) };
}
