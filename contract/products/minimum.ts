/** The smallest order of a product. Not in the schemas' file, because the home page shows it and needs no schema. */

import type { FieldParams } from '../kernel/field-words.ts';
import { formatCount } from '../kernel/money.ts';
import { isPieces } from '../kernel/pieces.ts';
import { isOverCardLimit, lineTotal, type Priced, unitPrice } from '../kernel/price.ts';

/** The smallest order of any product, even when its own minimum is smaller, until the shop's settings say another one. */
export const MIN_ORDER = 100;

/**
 * The one that the settings say. A process, and a page in a browser, is of one shop, so it is kept here: what depends on it is
 * computed in many places, of a product alone.
 */
let smallest = MIN_ORDER;

/** Returns the smallest order of any product, in pieces. */
export function smallestOrder(): number {
  return smallest;
}

/** Takes the smallest order of any product from the settings. Only what reads the settings calls it. */
export function setSmallestOrder(pieces: number): void {
  smallest = pieces;
}

/** What the smallest order of a product depends on. */
export interface MinimumAndMultiple {
  minOrder: number;
  /** Quantities are multiples of it; 1 without it. */
  multiple?: number | undefined;
}

/**
 * Returns the smallest quantity of a product that can be ordered: the shop's, or its own minimum where that is larger, and the next
 * multiple from there.
 */
export function minimumQuantity(product: MinimumAndMultiple): number {
  return firstOf(Math.max(smallest, product.minOrder), product);
}

/**
 * Returns what a number in doubt means as a quantity of a product: '1.000' is 1,000, as 1 piece cannot be ordered. Undefined where
 * several of its readings can, or none. A number with one reading may be no quantity at all, and is asked about.
 */
export function onlyQuantity(
  readings: readonly number[] | undefined,
  product: MinimumAndMultiple,
): number | undefined {
  const possible = readings?.filter((pieces) => isPossible(pieces, product)) ?? [];
  return possible.length === 1 && readings!.length > 1 ? possible[0] : undefined;
}

/** Returns those of several quantities that can be ordered, or else all of them. */
export function possibleOf(quantities: readonly number[], product: MinimumAndMultiple): readonly number[] {
  const possible = quantities.filter((pieces) => isPossible(pieces, product));
  return possible.length > 0 ? possible : quantities;
}

/** Returns whether so many pieces are whole ones, and not below the smallest order. */
function isPossible(pieces: number, product: MinimumAndMultiple): boolean {
  return isPieces(pieces) && pieces >= minimumQuantity(product);
}

/** Returns the smallest multiple that is at least `from`. */
export function firstOf(from: number, { multiple = 1 }: Pick<MinimumAndMultiple, 'multiple'>): number {
  return Math.ceil(from / multiple) * multiple;
}

/** Returns the unit price of the smallest order of a product, in dollars, for pages without a quantity. */
export function priceAtMinimum(product: MinimumAndMultiple & Priced): number {
  return unitPrice(product, minimumQuantity(product));
}

/** Returns whether the smallest order of a product exceeds what a card can be charged. */
export function isAboveCardLimit(product: MinimumAndMultiple & Priced): boolean {
  return isOverCardLimit(product, minimumQuantity(product));
}

/**
 * Returns the error of a product's price and minimum together, for admins; undefined when it can be ordered. The error
 * is at the price, even when only the minimum was changed, because the price can always be lowered.
 */
export function priceError(product: MinimumAndMultiple & Priced): FieldParams<'unorderable'>[0] | undefined {
  if (!isAboveCardLimit(product)) return undefined;
  const least = minimumQuantity(product);
  return { least, total: lineTotal(product, least), lower: least > smallest ? 'either' : 'price' };
}

/** Shown on a product whose smallest order is above the card limit. */
export const NOT_ONLINE = 'Cannot be ordered online';

/** Returns in a few words why no quantity of a product can be ordered; undefined when one can. */
export function shortage(product: MinimumAndMultiple & Priced & { available: number }): string | undefined {
  if (isAboveCardLimit(product)) return NOT_ONLINE;
  const least = minimumQuantity(product);
  if (product.available >= least) return undefined;
  if (product.available <= 0) return 'Out of stock';
  return `${formatCount(product.available)} left, minimum ${formatCount(least)}`;
}
