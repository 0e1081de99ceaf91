/** Numbers of pieces as people of several countries write them. */
import { plainDigits } from './digits.ts';

/** The most digits of a quantity. */
const MOST_DIGITS = 9;

/** What separates thousands besides a point or a comma. */
const SPACES = /[ \u00a0\u2009\u202f'’]/;

/**
 * Returns what a text says as a number: nothing where it is none, and two numbers where it is in doubt. '1.000' is 1,000 where
 * points separate thousands, and 1 where they begin the decimals; `decimal`, the sign before decimals, settles it.
 */
export function readCount(written: string, decimal?: '.' | ','): number[] {
  const text = plainDigits(written);
  const sign = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (sign < 0) return ungrouped(text.split(SPACES));
  const last = text[sign]!;
  const other = last === '.' ? ',' : '.';
  const whole = text.slice(0, sign);
  const fraction = text.slice(sign + 1);
  if (!/^\d{1,9}$/.test(fraction)) return [];
  // 1.000.000 has no decimals.
  if (whole.includes(last)) return whole.includes(other) ? [] : ungrouped(text.split(last));
  const parts = whole.split(whole.includes(other) ? other : SPACES);
  const decimals = ungrouped(parts).map((before) => Number(`${before}.${fraction}`));
  // A second sign says which is which.
  if (fraction.length !== 3 || parts.length > 1) return decimals;
  const thousands = ungrouped([whole, fraction]);
  if (decimal !== undefined && thousands.length > 0) return decimal === last ? decimals : thousands;
  return [...thousands, ...decimals];
}

/** Returns the number of digits in groups of three. */
function ungrouped([first = '', ...groups]: string[]): number[] {
  const digits = first + groups.join('');
  const isGrouped = groups.length === 0 || (/^[1-9]\d{0,2}$/.test(first) && groups.every(isGroup));
  return isGrouped && /^\d+$/.test(digits) && digits.length <= MOST_DIGITS ? [Number(digits)] : [];
}

const isGroup = (digits: string) => /^\d{3}$/.test(digits);
