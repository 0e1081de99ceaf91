/** What pieces of a product cost. Everything that shows or sums a price asks here; the server's SQL follows the same rules. */
import { CARD_LIMIT_CENTS, lineCents, toDollars, toMicros } from './money.ts';

/** What the price of a product depends on. */
export interface Priced {
  /** Dollars for one piece. */
  price: number;
}

/** Returns the dollars for one piece when so many are ordered. Up to six decimals. */
export function unitPrice(product: Priced, _quantity: number): number {
  return product.price;
}

/** Returns the dollars for so many pieces of a product, rounded to cents once. */
export function lineTotal(product: Priced, quantity: number): number {
  return toDollars(lineCents(toMicros(unitPrice(product, quantity)), quantity));
}

/** Whether so many pieces of a product come to more than a card can be charged. */
export function isOverCardLimit(product: Priced, quantity: number): boolean {
  return lineTotal(product, quantity) > toDollars(CARD_LIMIT_CENTS);
}
