/** A larger quantity that is worth its price. Apart from quantity.ts, which the home page loads. */

import { toCents, toDollars } from '../kernel/money.ts';
import { lineTotal } from '../kernel/price.ts';
import { firstOf } from './minimum.ts';
import { type QuantityLimits, quantityError, refuseQuantity } from './quantity.ts';

/** A larger quantity that is worth its price. `saved` is in dollars, negative where the total is higher. */
export interface Advice {
  quantity: number;
  total: number;
  /** The quantity that `saved` compares with: the given one, or the multiple above it. */
  than: number;
  saved: number;
}

/** A larger quantity that costs more is advised when it costs at most this share of the total more, */
const LITTLE_MORE = 0.05;
/** and each additional piece costs at most this share of its unit price. */
const LITTLE_A_PIECE = 1 / 3;

/**
 * Returns a larger quantity to order instead of `quantity`; undefined without one, or when `quantity` cannot be ordered. A quantity
 * that only its multiple forbids counts as the multiple above it. Only at a price break does the total fall, so only the first
 * quantity of each break is tried. Where some of them cost no more than `quantity`, it is the cheapest of these, and the largest of
 * equally cheap ones. Otherwise it is the largest that costs little more for many more pieces.
 */
export function bestQuantity(quantity: number, product: QuantityLimits): Advice | undefined {
  const than = quantityError(quantity, product) === 'not_multiple' ? firstOf(quantity, product) : quantity;
  if (quantityError(than, product)) return undefined;
  const now = toCents(lineTotal(product, than));
  let best: Advice | undefined;
  for (const { from, price } of product.priceBreaks ?? []) {
    const above = firstOf(from, product);
    if (above <= than || refuseQuantity(above, product)) continue;
    const total = lineTotal(product, above);
    const saved = now - toCents(total);
    const little = Math.min(now * LITTLE_MORE, (above - than) * price * 100 * LITTLE_A_PIECE);
    if (saved < 0 && -saved > little) continue;
    if (!best || best.saved < 0 || saved >= toCents(best.saved))
      best = { quantity: above, total, than, saved: toDollars(saved) };
  }
  return best;
}
