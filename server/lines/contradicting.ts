/** Whether a description beside a part number is of another part: its measures are not those of the part. Pure. */
import type { Product } from '#contract/products.ts';
import { UNITS } from '#contract/units.ts';

/** Measures of which a description means the part itself, each by units that are of no other measure. */
const MEASURES = [UNITS.bytes!, { GHz: UNITS.frequency!.GHz! }];

/** The most characters that are looked at. */
const MOST = 500;

const MEASURED = /(?<![\p{L}\p{N}.,/-])(\d{1,6}(?:\.\d{1,3})?) ?([A-Za-z]{2,3})(?![\p{L}\p{N}/])/gu;

/** Rounded numbers are the same: this share of each other. */
const TOLERANCE = 0.03;

/**
 * Returns whether a description has sizes or frequencies, such as '1 TB' or '5.1 GHz', where the part has such attributes and
 * none of them is the same.
 */
export function contradicts(description: string, { attributes }: Product): boolean {
  const said = [...description.slice(0, MOST).matchAll(MEASURED)];
  if (said.length === 0) return false;
  return MEASURES.some((units) => {
    const base = (value: number, unit = '') => (units[unit] === undefined ? [] : [value * units[unit]]);
    const told = said.flatMap(([, number, unit]) => base(Number(number), unit));
    const own = attributes.flatMap(({ value, unit }) => (typeof value === 'number' ? base(value, unit) : []));
    const isSame = (one: number, other: number) => Math.abs(one - other) <= other * TOLERANCE;
    return told.length > 0 && own.length > 0 && !told.some((one) => own.some((other) => isSame(one, other)));
  });
}
