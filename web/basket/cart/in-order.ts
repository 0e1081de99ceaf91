/** What of a purchase or a saved list is in the buyer's order already. Pure. */
import type { ListLine } from '#contract/lists/schema.ts';
import { type MinimumAndMultiple, minimumQuantity } from '#contract/products/minimum.ts';

/** A line of a purchase or of a list. */
export interface Wanted extends Pick<ListLine, 'raw' | 'perBoard' | 'customerRef' | 'designators'> {
  _id: string;
  productId?: string | null | undefined;
  quantity?: number | null | undefined;
}

/** What of some lines is in the order. */
export interface InOrder<Line extends Wanted> {
  /** How many of the lines have pieces in the order. */
  count: number;
  /** How many pieces of each line are missing, by its id: none for a line of which nothing has to be added. */
  missing: ReadonlyMap<string, Line['quantity']>;
}

/**
 * Returns what of some lines is in an order. Lines are the same where part, customer's number and designators are; quantity and day
 * may not be, and each piece counts once. So few or so many missing pieces that cannot be ordered by themselves do not count as missing.
 * A line without a part or quantity, or for boards, whose quantity follows their number, is in the order as a whole or not at all.
 * @param partOf the part of a line as it is today; undefined where that is not known
 */
export function inOrder<Line extends Wanted>(
  lines: readonly Line[],
  order: readonly ListLine[],
  partOf: (line: Line) => MinimumAndMultiple | undefined,
): InOrder<Line> {
  const { whole, left } = takeWhole(lines, order);
  const pieces = countPieces(left);
  const missing = new Map<string, Line['quantity']>();
  let count = whole.size;
  for (const line of lines) {
    if (whole.has(line._id)) continue;
    const quantity = isCounted(line) ? line.quantity : undefined;
    const key = keyOf(line.productId, line);
    const has = Math.min(pieces.get(key) ?? 0, quantity ?? 0);
    if (!quantity || has === 0) {
      missing.set(line._id, line.quantity);
      continue;
    }
    count += 1;
    pieces.set(key, pieces.get(key)! - has);
    const rest: Line['quantity'] = quantity - has;
    if (isOrderable(rest, partOf(line))) missing.set(line._id, rest);
  }
  return { count, missing };
}

/** Whether the pieces of a line are counted, and not the line. */
const isCounted = ({ productId, quantity, perBoard }: Wanted) => Boolean(productId && quantity && !perBoard);

const keyOf = (what: string | null | undefined, { customerRef, designators }: Wanted) =>
  JSON.stringify([what, customerRef || null, designators || null]);

/** Finds a line of the order for each line that is in it as a whole or not at all; `left` are the other lines of the order. */
function takeWhole(lines: readonly Wanted[], order: readonly ListLine[]) {
  const whole = new Set<string>();
  const left = new Set(order);
  const wanted = lines.filter((line) => !isCounted(line));
  if (wanted.length === 0) return { whole, left };
  // The part of a text is written into its line once it is found, so a line of the order stands under both.
  const places = new Map<string, ListLine[]>();
  for (const line of order)
    for (const place of placesOf(line)) {
      const same = places.get(place);
      if (same) same.push(line);
      else places.set(place, [line]);
    }
  for (const line of wanted) {
    const same = places.get(placesOf(line).at(-1) ?? '') ?? [];
    let one = same.pop();
    while (one && !left.has(one)) one = same.pop();
    if (!one) continue;
    whole.add(line._id);
    left.delete(one);
  }
  return { whole, left };
}

/** What a line is found by: its text, and last its part where it has one. */
function placesOf(line: Wanted): string[] {
  const { raw, productId, perBoard } = line;
  const text = raw ? [keyOf(`text ${raw}`, line)] : [];
  return productId ? [...text, keyOf(`${productId} ${perBoard ?? ''}`, line)] : text;
}

function countPieces(order: Iterable<ListLine>): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const line of order) {
    if (!line.productId || !line.quantity) continue;
    const key = keyOf(line.productId, line);
    pieces.set(key, (pieces.get(key) ?? 0) + line.quantity);
  }
  return pieces;
}

function isOrderable(missing: number, part: MinimumAndMultiple | undefined): boolean {
  if (missing === 0 || !part) return missing > 0;
  return missing >= minimumQuantity(part) && missing % (part.multiple ?? 1) === 0;
}
