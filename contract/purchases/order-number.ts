/** The number of an order as it is shown. Only this file knows its format. */

/** The prefix of every shown number. */
export const ORDER_NUMBER_PREFIX = 'NB-';

/** Formats a stored number: 100234 is 'NB-100234'. */
export function formatOrderNumber(number: number): string {
  return `${ORDER_NUMBER_PREFIX}${number}`;
}

/** Parses a typed number: 'NB-100234', 'nb100234', '#100234' or '100234'. Undefined for anything else. */
export function parseOrderNumber(text: string): number | undefined {
  const digits = /^(?:nb-?|#)?([1-9]\d{5,8})$/i.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}
