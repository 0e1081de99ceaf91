/** The number of an order as people read it. This file is the only place that knows its form. */

/** What every number begins with when people read it. */
export const ORDER_NUMBER_PREFIX = 'NB-';

/** A stored number as people read it: 100234 is 'NB-100234'. */
export function formatOrderNumber(number: number): string {
  return `${ORDER_NUMBER_PREFIX}${number}`;
}

/** The stored number in what somebody typed: 'NB-100234', 'nb100234', '#100234' or '100234'. Undefined when it is none. */
export function parseOrderNumber(text: string): number | undefined {
  const digits = /^(?:nb-?|#)?([1-9]\d{5,8})$/i.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}
