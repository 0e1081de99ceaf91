/** How the pieces of a line can come from stock and from what is expected. Pure. */
import type { LinePart } from '#contract/lines.ts';
import { firstOf, minimumQuantity } from '#contract/minimum.ts';

/** Pieces that come at once, or on a day of the part's `expected`. */
export interface Share {
  quantity: number;
  receiptDate?: string;
}

/**
 * Returns from where so many pieces can come, the earliest first: each share is a quantity that can be ordered. Nothing where
 * stock and all that is expected are too few, or cannot be shared so.
 */
export function sharesOf(quantity: number, part: LinePart): Share[] | undefined {
  const { multiple, available, expected = [] } = part;
  const least = minimumQuantity(part);
  if (quantity < least || quantity % multiple !== 0) return undefined;
  const shares: Share[] = [];
  let rest = quantity;
  for (const { dueOn, pieces } of [
    { dueOn: undefined, pieces: available },
    ...expected.map(({ dueOn, available }) => ({ dueOn, pieces: available })),
  ]) {
    const most = Math.floor(pieces / multiple) * multiple;
    // What is left over has to be an order of its own.
    const share = rest <= most ? rest : Math.min(most, firstOf(rest - least + 1, part) - multiple);
    if (share < least) continue;
    shares.push({ quantity: share, ...(dueOn && { receiptDate: dueOn }) });
    rest -= share;
    if (rest === 0) return shares;
  }
  return undefined;
}
