import { unitNames } from '#content/search.ts';
import { UNITS } from '#contract/products/units.ts';

/** What a unit measures, and how many of the measure's base unit it is. */
export interface Measure {
  of: string;
  factor: number;
}

/** Returns a unit with one spelling for letters that look alike. */
function plain(unit: string): string {
  return unit.normalize('NFKC').replaceAll('\u03bc', 'µ');
}

const BY_UNIT = new Map<string, Measure[]>();
const BY_LETTERS = new Map<string, Measure[]>();
for (const [of, units] of Object.entries(UNITS)) {
  for (const [unit, factor] of Object.entries(units)) {
    know(BY_UNIT, plain(unit), { of, factor });
    know(BY_LETTERS, plain(unit).toLowerCase(), { of, factor });
  }
}

function know(known: Map<string, Measure[]>, unit: string, measure: Measure): void {
  known.set(unit, [...(known.get(unit) ?? []), measure]);
}

/** What has been looked up: the units of attributes are asked for with each number of each query. */
const looked = new Map<string, readonly Measure[]>();
const MOST_LOOKED = 500;
const LONGEST_LOOKED = 20;

/** Returns what a unit may measure; see `lookUp`. */
export function measuresOf(written: string): readonly Measure[] {
  const known = looked.get(written);
  if (known) return known;
  const measures = lookUp(written);
  if (written.length > LONGEST_LOOKED) return measures;
  // Queries may name any units.
  if (looked.size >= MOST_LOOKED) looked.clear();
  looked.set(written, measures);
  return measures;
}

/**
 * Returns what a unit may measure. Capital letters count where somebody writes them: 'Mb/s' are bits, and 'mb/s' may be bytes.
 * Every unit measures itself, also one that is not known.
 */
function lookUp(written: string): Measure[] {
  const unit = plain(written.trim());
  const letters = unit.toLowerCase();
  const one =
    letters.length > 3 && letters.endsWith('s') && !letters.endsWith('/s') ? letters.slice(0, -1) : letters;
  const exact = unit === letters ? undefined : BY_UNIT.get(unit);
  const micro = letters.startsWith('u') ? BY_LETTERS.get(`µ${letters.slice(1)}`) : undefined;
  const known =
    exact ?? BY_LETTERS.get(letters) ?? BY_LETTERS.get(one) ?? BY_LETTERS.get(unitNames[one] ?? '') ?? micro;
  return [...(known ?? []), { of: one, factor: 1 }];
}
