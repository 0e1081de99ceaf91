/**
 * Money is integer cents inside and a number of dollars on the wire and on the screen. This file is the only door
 * between the two.
 */

/** The most one card payment may be, in cents: Stripe's limit of eight digits (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const CARD_LIMIT_CENTS = 99_999_999;

/**
 * True for a finite number with at most two decimals. What a double's arithmetic leaves is forgiven: clients of the
 * specification send unit price times quantity, and 1.15 * 100 is 114.99999999999999.
 */
export function isDollars(value: number): boolean {
  const cents = value * 100;
  const rounded = Math.round(cents);
  const forgiven = Math.max(1e-6, Math.abs(cents) * 4 * Number.EPSILON);
  return Number.isSafeInteger(rounded) && Math.abs(cents - rounded) <= forgiven;
}

/** Dollars to integer cents. Throws a RangeError for a number that is not a sum of cents, such as 0.001 or NaN. */
export function toCents(dollars: number): number {
  if (!isDollars(dollars)) throw new RangeError(`not an amount of dollars and cents: ${dollars}`);
  return Math.round(dollars * 100);
}

/** Integer cents to dollars. */
export function toDollars(cents: number): number {
  return cents / 100;
}

/** Unit price in dollars times a whole quantity, in dollars, computed in cents so that it is exact. */
export function totalOf(price: number, quantity: number): number {
  return toDollars(toCents(price) * quantity);
}

/** Whether so many pieces at this price, in dollars, come to more than a card can be charged. */
export function isOverCardLimit(quantity: number, price: number): boolean {
  return toCents(price) * quantity > CARD_LIMIT_CENTS;
}

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const countFormat = new Intl.NumberFormat('en-US');

/** Dollars as people read them: 1234.5 is '$1,234.50'. */
export function formatMoney(dollars: number): string {
  return dollarFormat.format(dollars);
}

/** A count of pieces as people read it: 12500 is '12,500'. */
export function formatCount(count: number): string {
  return countFormat.format(count);
}
