/** Prices. Everything that shows or sums a price calls this file; the server's SQL follows the same rules. */
import { CARD_LIMIT_CENTS, lineCents, toDollars, toMicros } from './money.ts';

/** The most dollars that a piece costs: what a card can be charged. */
export const MOST_PRICE = toDollars(CARD_LIMIT_CENTS);

/** From this many pieces on, every piece of a line has this price, in dollars with up to six decimals. */
export interface PriceBreak {
  from: number;
  price: number;
}

/** What the price of a product depends on. */
export interface Priced {
  /** Unit price in dollars, up to the first price break. */
  price: number;
  /** Quantities rise and prices fall from one to the next. */
  priceBreaks?: readonly PriceBreak[] | undefined;
}

/** Returns the unit price at a quantity, in dollars with up to six decimals. */
export function unitPrice({ price, priceBreaks = [] }: Priced, quantity: number): number {
  return priceBreaks.findLast(({ from }) => from <= quantity)?.price ?? price;
}

/** Returns the dollars of a line, rounded to cents once. */
export function lineTotal(product: Priced, quantity: number): number {
  return toDollars(lineCents(toMicros(unitPrice(product, quantity)), quantity));
}

/** Returns whether a line exceeds what a card can be charged. */
export function isOverCardLimit(product: Priced, quantity: number): boolean {
  return lineTotal(product, quantity) > toDollars(CARD_LIMIT_CENTS);
}
