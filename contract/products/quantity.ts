/** Quantities of a product that can be ordered: for forms and the order pad, and for who places a purchase. */

import { CARD_LIMIT_CENTS, lineCents, toMicros } from '../kernel/money.ts';
import { type Priced, unitPrice } from '../kernel/price.ts';
import { quantityWords } from '../kernel/quantity-words.ts';
import { firstOf, type MinimumAndMultiple, minimumQuantity } from './minimum.ts';

/** What the rules of quantities need of a product. */
export interface QuantityLimits extends Priced, MinimumAndMultiple {
  available: number;
}

/** Why a quantity of a product cannot be ordered; the first that applies is shown. */
export type QuantityRefusal = 'too_few' | 'too_many' | 'not_multiple' | 'over_card_limit';

/** What is left for a line when its turn comes, and what it comes to. */
export interface LineLimits {
  /** The smallest quantity of the product, which is a multiple of `multiple`. */
  least: number;
  multiple: number;
  /** Pieces that may be had. */
  available: number;
  cents: number;
  /** What a card can be charged, less the lines before. */
  leftCents: number;
}

/** Returns why a line of so many whole pieces cannot be had; undefined when it can. */
export function refuseLine(
  quantity: number,
  { least, multiple, available, cents, leftCents }: LineLimits,
): QuantityRefusal | undefined {
  // guard: server/purchases/judge.test.ts
  if (quantity < least) return 'too_few';
  if (quantity > available) return 'too_many';
  if (quantity % multiple !== 0) return 'not_multiple';
  return cents > leftCents ? 'over_card_limit' : undefined;
}

/** Returns why a whole number of pieces of a product cannot be ordered; undefined when it can. */
export function refuseQuantity(quantity: number, product: QuantityLimits): QuantityRefusal | undefined {
  return refuseLine(quantity, {
    least: minimumQuantity(product),
    multiple: product.multiple ?? 1,
    available: product.available,
    cents: lineCents(toMicros(unitPrice(product, quantity)), quantity),
    leftCents: CARD_LIMIT_CENTS,
  });
}

/** Returns why `quantity` pieces of a product cannot be ordered; undefined when they can. */
export function quantityError(
  quantity: number,
  product: QuantityLimits,
): QuantityRefusal | 'whole_pieces' | undefined {
  if (!Number.isFinite(quantity) || quantity < minimumQuantity(product)) return 'too_few';
  return Number.isInteger(quantity) ? refuseQuantity(quantity, product) : 'whole_pieces';
}

/** Returns the words for `quantityError`. */
export function quantityMessage(quantity: number, product: QuantityLimits): string | undefined {
  const code = quantityError(quantity, product);
  if (code === 'not_multiple') return quantityWords.not_multiple(nearestQuantities(quantity, product));
  return code && quantityWords[code]();
}

/**
 * Returns the multiples of a product below and above a quantity, for who asked for another one. There is none below the minimum,
 * and none above what is in stock where that is given.
 */
export function nearestQuantities(
  quantity: number,
  product: MinimumAndMultiple & { available?: number },
): { multiple: number; below?: number; above?: number } {
  const { multiple = 1, available = Number.POSITIVE_INFINITY } = product;
  const below = Math.floor(quantity / multiple) * multiple;
  const above = firstOf(quantity, product);
  return {
    multiple,
    ...(below >= minimumQuantity(product) && below <= available && { below }),
    ...(above >= minimumQuantity(product) && above <= available && { above }),
  };
}

/** Returns the next larger (1) or smaller (-1) multiple that is at least the minimum and in stock; undefined without one. */
export function nextQuantity(
  quantity: number,
  direction: 1 | -1,
  product: QuantityLimits,
): number | undefined {
  const { multiple = 1, available } = product;
  const least = minimumQuantity(product);
  const most = Math.floor(available / multiple) * multiple;
  const steps = (Number.isFinite(quantity) ? quantity : 0) / multiple;
  const next = multiple * (direction === 1 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1);
  const bounded = Math.min(Math.max(next, least), most);
  return (bounded - quantity) * direction > 0 || (!Number.isFinite(quantity) && bounded >= least)
    ? bounded
    : undefined;
}

/** Returns the quantities next to one that cannot be ordered, below and above it, that can. */
export function rightQuantities(quantity: number, product: QuantityLimits): number[] {
  const nearest = ([-1, 1] as const).map((direction) => nextQuantity(quantity, direction, product));
  return [...new Set(nearest)].filter(
    (next) => next !== undefined && !refuseQuantity(next, product),
  ) as number[];
}
