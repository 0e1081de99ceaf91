/** Prices. Everything that shows or sums a price calls this file; the server's SQL follows the same rules. */
import { CARD_LIMIT_CENTS, lineCents, toDollars, toMicros } from './money.ts';

/** The fields that determine the price of a product. */
export interface Priced {
  /** Unit price in dollars. */
  price: number;
}

/** Returns the unit price at a quantity, in dollars with up to six decimals. */
export function unitPrice(product: Priced, _quantity: number): number {
  return product.price;
}

/** Returns the dollars of a line, rounded to cents once. */
export function lineTotal(product: Priced, quantity: number): number {
  return toDollars(lineCents(toMicros(unitPrice(product, quantity)), quantity));
}

/** Returns whether a line exceeds what a card can be charged. */
export function isOverCardLimit(product: Priced, quantity: number): boolean {
  return lineTotal(product, quantity) > toDollars(CARD_LIMIT_CENTS);
}
