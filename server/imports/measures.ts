/** Numbers of weight, length and the like with their units. Pure. */
import { UNITS } from '#contract/products/units.ts';

/** How people write units besides, in small letters. */
const CALLED: Record<string, string> = {
  gram: 'g',
  grams: 'g',
  gramm: 'g',
  grammi: 'g',
  grammes: 'g',
  gramme: 'g',
  gramos: 'g',
  gramy: 'g',
  gr: 'g',
  kilogram: 'kg',
  kilograms: 'kg',
  kilogramm: 'kg',
  kilogrammes: 'kg',
  kilogramos: 'kg',
  kilo: 'kg',
  kgs: 'kg',
  lbs: 'lb',
  pound: 'lb',
  pounds: 'lb',
  ounce: 'oz',
  ounces: 'oz',
  millimeter: 'mm',
  millimetre: 'mm',
  centimeter: 'cm',
  centimetre: 'cm',
  meter: 'm',
  metre: 'm',
  in: 'inch',
  inches: 'inch',
  feet: 'ft',
  days: 'day',
  tag: 'day',
  tage: 'day',
  tagen: 'day',
  jour: 'day',
  jours: 'day',
  dias: 'day',
  días: 'day',
  giorni: 'day',
  dni: 'day',
  weeks: 'week',
  wk: 'week',
  wks: 'week',
  woche: 'week',
  wochen: 'week',
  semaines: 'week',
  semanas: 'week',
  settimane: 'week',
  hours: 'hour',
};

const MEASURES = Object.entries(UNITS);
/** Units by their names in small letters, where one name means one unit. */
const SMALL = new Map<string, string | undefined>();
for (const [, units] of MEASURES)
  for (const unit of Object.keys(units)) {
    const small = unit.toLowerCase();
    SMALL.set(small, SMALL.has(small) && SMALL.get(small) !== unit ? undefined : unit);
  }

/** Returns the unit that a text names, among those of a measure where it is known. */
export function unitOf(text: string, like?: string): string | undefined {
  const word = text.trim().replace(/\.$/, '');
  const units = like === undefined ? undefined : Object.keys(unitsLike(like));
  const isUnit = units ? units.includes(word) : MEASURES.some(([, all]) => Object.hasOwn(all, word));
  if (isUnit) return word;
  const small = word.toLowerCase();
  const found = CALLED[small] ?? units?.find((unit) => unit.toLowerCase() === small) ?? SMALL.get(small);
  return found !== undefined && (!units || units.includes(found)) ? found : undefined;
}

/** The units of the measure that a unit is of; none for one that the shop does not know. */
export function unitsLike(unit: string): Record<string, number> {
  return MEASURES.find(([, units]) => Object.hasOwn(units, unit))?.[1] ?? {};
}

/** Measures whose numbers mean nothing without a unit: files have them in several. */
const ASKED = ['mass', 'length', 'bytes', 'frequency'];

/** Whether numbers of a unit are asked about where a file does not say what they are of. */
export function isAsked(unit: string | undefined): boolean {
  return unit !== undefined && ASKED.some((measure) => Object.hasOwn(UNITS[measure]!, unit));
}

/** Returns by what a number of a unit is multiplied to be of another one; undefined where it cannot be. */
export function factorOf(from: string, to: string): number | undefined {
  const units = unitsLike(to);
  const found = unitOf(from, to);
  return found === undefined ? undefined : units[found]! / units[to]!;
}

/** Returns a number times a factor, without the digits that binary fractions add. */
export function convert(value: number, factor: number): number {
  return factor === 1 ? value : Number((value * factor).toPrecision(12));
}

/** Parts a number and the letters behind it: '0.5 kg' are '0.5' and 'kg'. */
export function splitUnit(text: string): { number: string; unit?: string } {
  const all = text.trim();
  let last = all.length;
  while (last > 0 && !/\d/.test(all[last - 1]!)) last -= 1;
  // 1e-7 and '5.' end in what belongs to the number.
  const unit = all.slice(last).replace(/^[.,]/, '').trim();
  return unit === '' || last === 0 ? { number: all } : { number: all.slice(0, last), unit };
}
