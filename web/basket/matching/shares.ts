/** How the pieces of a line can come from stock and from what is expected. Pure. */
import type { LinePart } from '#contract/matching/schema.ts';
import { firstOf, minimumQuantity } from '#contract/products/minimum.ts';

/** Pieces that come at once, or on a day of the part's `expected`. */
export interface Share {
  quantity: number;
  receiptDate?: string;
}

/** Returns the pieces of all shares. */
export const piecesOf = (shares: readonly Share[]) => shares.reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * Returns the shares of the largest quantity up to one that can be had from stock and all that is expected. Nothing where not even
 * the minimum can.
 */
export function mostShares(quantity: number, part: LinePart): Share[] | undefined {
  const { multiple, available, expected = [] } = part;
  const least = minimumQuantity(part);
  const whole = [available, ...expected.map((one) => one.available)]
    .map((pieces) => Math.floor(pieces / multiple) * multiple)
    .filter((pieces) => pieces >= least)
    .reduce((sum, pieces) => sum + pieces, 0);
  const most = Math.min(whole, Math.floor(quantity / multiple) * multiple);
  if (most < least) return undefined;
  const { shares, rest, last } = shareOut(most, part);
  return rest === 0 ? shares : sharesOf(last, part);
}

/**
 * Returns from where so many pieces can come, the earliest first: each share is a quantity that can be ordered. Nothing where
 * stock and all that is expected are too few, or cannot be shared so.
 */
export function sharesOf(quantity: number, part: LinePart): Share[] | undefined {
  if (quantity < minimumQuantity(part) || quantity % part.multiple !== 0) return undefined;
  const { shares, rest } = shareOut(quantity, part);
  return rest === 0 ? shares : undefined;
}

/**
 * Shares a quantity that can be ordered, and returns what is left over. `last` is the largest quantity below it that leaves nothing,
 * if it is no more than stock and all that is expected: one that ends with all pieces of a day.
 */
function shareOut(quantity: number, part: LinePart): { shares: Share[]; rest: number; last: number } {
  const { multiple, available, expected = [] } = part;
  const least = minimumQuantity(part);
  const shares: Share[] = [];
  let rest = quantity;
  let last = 0;
  for (const { dueOn, pieces } of [
    { dueOn: undefined, pieces: available },
    ...expected.map(({ dueOn, available }) => ({ dueOn, pieces: available })),
  ]) {
    const most = Math.floor(pieces / multiple) * multiple;
    if (most >= least && most < rest) last = Math.max(last, quantity - rest + most);
    // What is left over has to be an order of its own.
    const share = rest <= most ? rest : Math.min(most, firstOf(rest - least + 1, part) - multiple);
    if (share < least) continue;
    shares.push({ quantity: share, ...(dueOn && { receiptDate: dueOn }) });
    rest -= share;
    if (rest === 0) break;
  }
  return { shares, rest, last };
}
