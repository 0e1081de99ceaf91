/** What of a purchase is in the buyer's order already. Pure. */
import type { LinePart } from '#contract/lines.ts';
import type { ListLine } from '#contract/lists.ts';
import { minimumQuantity } from '#contract/minimum.ts';
import type { PurchaseLine } from '#contract/purchases.ts';

type Marks = Pick<ListLine, 'customerRef' | 'designators'>;

/** Lines of an order are those of a purchase where part, customer's number and designators are the same; quantity and day may not be. */
const keyOf = (productId: string, { customerRef, designators }: Marks) =>
  JSON.stringify([productId, customerRef || null, designators || null]);

/** Returns how many pieces of each line are in the order, by the ids of those of which there are any. Each piece counts once. */
export function piecesInOrder(
  lines: readonly PurchaseLine[],
  order: readonly ListLine[],
): ReadonlyMap<string, number> {
  const left = new Map<string, number>();
  for (const line of order) {
    if (!line.productId || !line.quantity) continue;
    const key = keyOf(line.productId, line);
    left.set(key, (left.get(key) ?? 0) + line.quantity);
  }
  const found = new Map<string, number>();
  for (const line of lines) {
    const key = keyOf(line.productId, line);
    const pieces = Math.min(left.get(key) ?? 0, line.quantity);
    if (pieces === 0) continue;
    found.set(line._id, pieces);
    left.set(key, left.get(key)! - pieces);
  }
  return found;
}

/** Returns how many pieces of a line are missing; 0 also where so few or so many cannot be ordered by themselves. */
export function missingOf({ quantity }: PurchaseLine, pieces: number, part: LinePart | undefined): number {
  const missing = quantity - pieces;
  if (pieces === 0 || !part) return missing;
  return missing < minimumQuantity(part) || missing % part.multiple !== 0 ? 0 : missing;
}
