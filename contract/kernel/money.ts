/**
 * Money is a number of dollars on the wire and on the screen. Inside, sums are integer cents, and unit prices integer micros
 * (millionths of a dollar). Only this file converts between them.
 */

/** The currency of all prices and amounts, by ISO 4217. */
export const SHOP_CURRENCY = 'USD';

/** The most one card payment may be, in cents: Stripe's limit of eight digits (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const CARD_LIMIT_CENTS = 99_999_999;

/** The least that one card payment may be, in dollars (the same page). */
export const CARD_MINIMUM = 0.5;

const CENTS = 100;
const MICROS = 1_000_000;
const MICROS_A_CENT = MICROS / CENTS;

/** Returns true for a finite number with at most two decimals. */
export function isDollars(value: number): boolean {
  return isWhole(value, CENTS);
}

/** Returns true for a finite number with at most six decimals, as unit prices may have. */
export function isUnitPrice(value: number): boolean {
  return isWhole(value, MICROS);
}

/**
 * Rounding errors of doubles are accepted: clients of the specification send unit price times quantity, and 1.15 * 100 is
 * 114.99999999999999.
 */
function isWhole(value: number, parts: number): boolean {
  const scaled = value * parts;
  const rounded = Math.round(scaled);
  const forgiven = Math.max(1e-6, Math.abs(scaled) * 4 * Number.EPSILON);
  return Number.isSafeInteger(rounded) && Math.abs(scaled - rounded) <= forgiven;
}

/** Returns dollars as integer cents. Throws a RangeError for a number that is not a sum of cents, such as 0.001 or NaN. */
export function toCents(dollars: number): number {
  if (!isDollars(dollars)) throw new RangeError(`not an amount of dollars and cents: ${dollars}`);
  return Math.round(dollars * 100);
}

/** Returns integer cents as dollars. */
export function toDollars(cents: number): number {
  return cents / 100;
}

/** Returns a unit price in dollars as integer micros. Throws a RangeError for a number with more than six decimals. */
export function toMicros(dollars: number): number {
  if (!isUnitPrice(dollars)) throw new RangeError(`not the price of a piece: ${dollars}`);
  return Math.round(dollars * MICROS);
}

/** Returns integer micros as dollars. */
export function fromMicros(micros: number): number {
  return micros / MICROS;
}

/**
 * Returns the cents of a quantity at a unit price in micros: multiplied exactly, then rounded once, half a cent away from zero. Exact
 * for every amount that a card can be charged.
 */
export function lineCents(unitPriceMicros: number, quantity: number): number {
  return roundedQuotient(unitPriceMicros * quantity, MICROS_A_CENT);
}

/**
 * Returns a whole number divided by another, rounded half away from zero as `round(numeric)` of PostgreSQL does: `Math.round` makes
 * -2 of -2.5. Exact for safe integers.
 */
export function roundedQuotient(value: number, divisor: number): number {
  const size = Math.abs(value);
  const rest = size % divisor;
  const rounded = (size - rest) / divisor + (2 * rest >= divisor ? 1 : 0);
  return value < 0 ? 0 - rounded : rounded;
}

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: SHOP_CURRENCY });
const priceFormat = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: SHOP_CURRENCY,
  maximumFractionDigits: 6,
});
const countFormat = new Intl.NumberFormat('en-US');

/** Formats a sum in dollars: 1234.5 is '$1,234.50'. */
export function formatMoney(dollars: number): string {
  return dollarFormat.format(dollars);
}

/** Formats by how many dollars a sum differs: 20 is '+$20.00', -20 is '−$20.00'. */
export function formatDifference(dollars: number): string {
  return `${dollars < 0 ? '−' : '+'}${formatMoney(Math.abs(dollars))}`;
}

/** Formats integer cents: 123450 is '$1,234.50'. */
export function formatCents(cents: number): string {
  return formatMoney(toDollars(cents));
}

/** Formats a unit price with all of its decimals, and two at least: 0.0125 is '$0.0125', 2.5 is '$2.50'. */
export function formatPrice(dollars: number): string {
  return priceFormat.format(dollars);
}

/**
 * Returns the count that people type: digits, with commas between thousands or without. Decimals are kept, for the rule that
 * refuses them. NaN for anything else, such as '1e2'.
 */
export function parseCount(text: string): number {
  const [whole = '', decimals = '0', ...rest] = text.trim().split('.');
  const [first = '', ...thousands] = whole.split(',');
  const isGrouped = first.length <= 3 && thousands.every(({ length }) => length === 3);
  if (first === '' || (thousands.length > 0 && !isGrouped)) return Number.NaN;
  const digits = [first, ...thousands].join('');
  const isNumber = rest.length === 0 && [digits, decimals].every((part) => /^[0-9]{1,15}$/.test(part));
  return isNumber ? Number(`${digits}.${decimals}`) : Number.NaN;
}

/** Returns the unit price in dollars that people type, as `parseCount` reads it, also behind a dollar sign and without a zero before the point. */
export function parsePrice(text: string): number {
  const plain = text.trim().replace(/^\$/, '').trim();
  return parseCount(plain.startsWith('.') ? `0${plain}` : plain);
}

/** Returns the sum in dollars that people type, as `parsePrice` reads it; NaN for one in doubt. */
export function parseDollars(text: string): number {
  return doubtfulDollars(text) ? Number.NaN : parsePrice(text);
}

/** Returns how both meanings of a sum are written without doubt: '6.000' is '6,000' or '6.00'. Undefined for others. */
export function doubtfulDollars(text: string): { thousands: string; decimals: string } | undefined {
  const [, whole, rest] = /^\$? ?([1-9][0-9]{0,2})\.([0-9]{3})$/.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  return { thousands: `${whole},${rest}`, decimals: parsePrice(text).toFixed(2) };
}

/** Formats a count: 12500 is '12,500'. */
export function formatCount(count: number): string {
  return countFormat.format(count);
}

/** Words for a number of things: '1 line', '1,200 lines', '2 entries'. What the number decides besides can be part of `one` and `many`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
