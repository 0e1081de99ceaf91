/** The smallest order of a product. Not in the schemas' file, because the home page shows it and needs no schema. */
import { formatCount } from './money.ts';
import { isOverCardLimit, lineTotal, unitPrice } from './price.ts';
import type { FieldParams } from './words/fields.ts';

/** The smallest order of any product, even when its own minimum is smaller. */
export const MIN_ORDER = 100;

/** Returns the minimum order quantity of a product: 100, or its own minimum where that is larger. */
export function minimumQuantity(product: { minOrder: number }): number {
  return Math.max(MIN_ORDER, product.minOrder);
}

/** Returns the unit price of the smallest order of a product, in dollars, for pages without a quantity. */
export function priceAtMinimum(product: { minOrder: number; price: number }): number {
  return unitPrice(product, minimumQuantity(product));
}

/** Returns whether the smallest order of a product exceeds what a card can be charged. `price` in dollars. */
export function isAboveCardLimit(product: { minOrder: number; price: number }): boolean {
  return isOverCardLimit(product, minimumQuantity(product));
}

/**
 * Returns the error of a product's price and minimum together, for admins; undefined when it can be ordered. The error
 * is at the price, even when only the minimum was changed, because the price can always be lowered.
 */
export function priceError(product: {
  minOrder: number;
  price: number;
}): FieldParams<'unorderable'>[0] | undefined {
  if (!isAboveCardLimit(product)) return undefined;
  const least = minimumQuantity(product);
  return { least, total: lineTotal(product, least), lower: least > MIN_ORDER ? 'either' : 'price' };
}

/** Shown on a product whose smallest order is above the card limit. */
export const NOT_ONLINE = 'Cannot be ordered online';

/** Returns in a few words why no quantity of a product can be ordered; undefined when one can. */
export function shortage(product: {
  minOrder: number;
  available: number;
  price: number;
}): string | undefined {
  if (isAboveCardLimit(product)) return NOT_ONLINE;
  const least = minimumQuantity(product);
  if (product.available >= least) return undefined;
  if (product.available <= 0) return 'Out of stock';
  return `${formatCount(product.available)} left, minimum ${formatCount(least)}`;
}
