import type { Product } from '#contract/products/schema.ts';
import { withPoints } from './decimal-comma.ts';
import { type Quantity, type Reading, readingsAt } from './quantities.ts';
import { measuresOf } from './units.ts';
import { singular } from './words.ts';
import { type YesNo, type YesNoAttribute, yesNoAt } from './yes-no.ts';

/** An attribute that is a number, in a category. */
export interface NumberAttribute {
  /** The slug of the category. */
  category: string;
  key: string;
  name: string;
  unit?: string | undefined;
  /** Returns whether a part on sale has a value in a span. */
  has(span: Span): boolean;
}

/** From `min` to `max`, both included. Either may be infinite. */
export interface Span {
  min: number;
  max: number;
}

/** The values of an attribute, in its own unit, that satisfy a condition. */
interface AttributeSpan extends Span {
  attribute: NumberAttribute;
}

/** What parts have to satisfy: the price, one of the attributes' spans, or a yes or no. */
export interface Condition {
  /** As it stands in the query. */
  text: string;
  /** What the text says of a number. */
  reading?: Reading;
  attributes: AttributeSpan[];
  /** Dollars a piece. */
  price?: Span;
  yesNo?: YesNo;
  /** A single number, or a yes: a part without attributes satisfies it by its words. */
  isPoint: boolean;
}

/** What a condition is about, such as `Capacity`, and what that has to be, for people. */
export interface Described {
  text: string;
  name: string;
  value: string;
}

interface Understood {
  /** The query without the texts of the conditions. */
  words: string;
  conditions: Condition[];
}

/** The most conditions of a query, each of which is a look at all parts; what follows them is words. */
const MOST_CONDITIONS = 4;

/** The most readings of a query's numbers, each of which is a look for a part that has it; what follows them is words. */
const MOST_READINGS = 12;

/** The most names of attributes that a condition is called by. */
const MOST_NAMES = 2;

/** Numbers are compared with this relative tolerance: 0.96 TB is 960 GB. */
const TOLERANCE = 1e-9;

/** Dollars that are less than any difference between two prices. */
const HALF_A_MICRO = 0.000_000_5;

/**
 * Reads the numbers of a query as conditions: with a unit, as in '32gb', '10-25 g', '2m' and '4k7', after a comparison, as in
 * '>5000' and 'under 50 W', and as a price, as in '$20-30'; and names of yes/no attributes, as in 'ecc' and 'non-ecc'. What no
 * part on sale has stays a word.
 */
export function understand(
  q: string,
  attributes: readonly NumberAttribute[],
  yesNos: readonly YesNoAttribute[] = [],
): Understood {
  // As it is read; what is written stays as it is, for people.
  const read = withPoints(q);
  const conditions: Condition[] = [];
  let words = '';
  let from = 0;
  let readings = 0;
  const take = (condition: Condition, start: number, end: number) => {
    conditions.push(condition);
    words += `${q.slice(from, start)} `;
    from = end;
  };
  for (let at = 0; at < q.length && conditions.length < MOST_CONDITIONS; at = Math.max(at + 1, from)) {
    const yesNo = yesNoAt(q, at, yesNos);
    if (yesNo) {
      const isPoint = yesNo.value;
      take({ text: q.slice(at, yesNo.end), attributes: [], yesNo, isPoint }, at, yesNo.end);
      continue;
    }
    for (const reading of readings < MOST_READINGS ? readingsAt(read, at) : []) {
      readings += 1;
      const named = nameBefore(q, from, reading.start, attributes);
      const found = toCondition(q, reading, named, attributes);
      if (!found) continue;
      take(found, named?.start ?? reading.start, reading.end);
      break;
    }
  }
  return { words: (words + q.slice(from)).trim(), conditions };
}

interface Named {
  start: number;
  attributes: NumberAttribute[];
}

/**
 * Returns the attributes that the last words before a sign name: 'speed > 5000'. With a space between, what is also in the
 * name of a category is not one: 'memory > 32gb' asks for memory.
 */
function nameBefore(
  q: string,
  from: number,
  start: number,
  attributes: readonly NumberAttribute[],
): Named | undefined {
  if (!/[<>=≤≥:]/.test(q[start] ?? '')) return undefined;
  const before = q.slice(from, start).trimEnd();
  const letters = before.toLowerCase();
  const isApart = before.length < start - from;
  let named: Named | undefined;
  for (const name of new Set(attributes.flatMap(namesOf))) {
    const isWord = letters.endsWith(name) && !/[\p{L}\p{N}]/u.test(letters.at(-1 - name.length) ?? ' ');
    const at = from + before.length - name.length;
    if (!isWord || (named && named.start < at)) continue;
    if (isApart && attributes.some(({ category }) => category.split('-').includes(name))) continue;
    named = { start: at, attributes: attributes.filter((one) => namesOf(one).includes(name)) };
  }
  return named;
}

const namesOf = ({ name, key }: NumberAttribute) => [name.toLowerCase(), key];

function toCondition(
  q: string,
  reading: Reading,
  named: Named | undefined,
  attributes: readonly NumberAttribute[],
): Condition | undefined {
  const { min, max, start, end, isPrice, isAbove, isBelow } = reading;
  const text = q.slice(named?.start ?? start, end);
  if (isPrice) {
    const price = {
      min: min ? min.number + (isAbove ? HALF_A_MICRO : 0) : 0,
      max: max ? max.number - (isBelow ? HALF_A_MICRO : 0) : Number.POSITIVE_INFINITY,
    };
    if (price.min > price.max) return undefined;
    return { text, reading, attributes: [], price, isPoint: false };
  }
  if (reading.needsName && !named) return undefined;
  // Many attributes have one unit, and it is the same number for each.
  const ofUnit = new Map<string, Span | undefined>();
  const spanFor = (attribute: NumberAttribute) => {
    const { unit } = attribute;
    if (unit === undefined) return spanOf(attribute, reading);
    if (!ofUnit.has(unit)) ofUnit.set(unit, spanOf(attribute, reading));
    return ofUnit.get(unit);
  };
  const meant = (named?.attributes ?? attributes).flatMap((attribute) => {
    const span = spanFor(attribute);
    return span && span.min <= span.max && attribute.has(span) ? [{ attribute, span }] : [];
  });
  if (meant.length === 0) return undefined;
  const isPoint = min !== undefined && min === max;
  return { text, reading, attributes: meant.map(({ attribute, span }) => ({ attribute, ...span })), isPoint };
}

function isIn({ category, attributes }: Product, { attribute, min, max }: AttributeSpan): boolean {
  if (category?.slug !== attribute.category) return false;
  const value = attributes.find(({ key }) => key === attribute.key)?.value;
  return typeof value === 'number' && value >= min && value <= max;
}

/** Returns a condition in words. What it is about is told by those products that it has found. */
export function sayCondition(
  { text, reading, attributes, price, yesNo }: Condition,
  found: readonly Product[],
): Described {
  if (yesNo) return { text, name: yesNo.attributes[0]!.name, value: yesNo.value ? 'Yes' : 'No' };
  if (!reading) return { text, name: 'Any number', value: text };
  if (price) return { text, name: 'Price', value: sayPrice(reading) };
  const met = attributes.filter((span) => found.some((product) => isIn(product, span)));
  const meant = (met.length > 0 ? met : attributes).map(({ attribute }) => attribute);
  const names = [...new Set(meant.map(({ name }) => name))];
  const units = [...new Set(meant.map(({ unit }) => unit ?? ''))];
  const name = names.length > MOST_NAMES ? 'Any number' : names.join(' or ');
  return { text, name, value: say(reading, units) };
}

/** Returns what a reading says of an attribute, in the attribute's unit. Undefined when its unit measures something else. */
function spanOf(attribute: NumberAttribute, { min, max, isAbove, isBelow }: Reading): Span | undefined {
  const ends = [min, max].map((end) => end && inUnitOf(attribute, end));
  const [low, high] = ends;
  if ((min && low === undefined) || (max && high === undefined)) return undefined;
  return {
    min:
      low === undefined ? Number.NEGATIVE_INFINITY : low + Math.abs(low) * (isAbove ? TOLERANCE : -TOLERANCE),
    max:
      high === undefined
        ? Number.POSITIVE_INFINITY
        : high + Math.abs(high) * (isBelow ? -TOLERANCE : TOLERANCE),
  };
}

const counted = new WeakMap<NumberAttribute, string>();

/** Returns what an attribute without a unit counts: the last word of its name. */
function countedBy(attribute: NumberAttribute): string {
  let word = counted.get(attribute);
  if (word === undefined) {
    word = singular(attribute.name.toLowerCase().split(' ').at(-1)!);
    counted.set(attribute, word);
  }
  return word;
}

/** Converts a quantity to the unit of an attribute. A number of something, as in '64 cores', belongs to the attribute Cores. */
function inUnitOf(attribute: NumberAttribute, quantity: Quantity): number | undefined {
  const { unit } = attribute;
  if (quantity.unit === undefined) return quantity.number;
  if (unit === undefined) {
    return countedBy(attribute) === singular(quantity.unit.toLowerCase()) ? quantity.number : undefined;
  }
  const own = measuresOf(unit);
  for (const { of, factor } of measuresOf(quantity.unit)) {
    const alike = own.find((measure) => measure.of === of);
    if (alike) return (quantity.number * factor) / alike.factor;
  }
  return undefined;
}

const FORMAT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 9 });

/** Words a reading: '32 GB', 'more than 5,000 MT/s', '10 to 25 g'. Without a unit, with that of the attributes if all have the same. */
function say({ min, max, isAbove, isBelow }: Reading, units: string[]): string {
  const sayEnd = ({ number, unit }: Quantity) => {
    const shown = unit === undefined ? (units.length === 1 ? units[0]! : '') : asWritten(unit, units);
    return `${FORMAT.format(number)} ${shown}`.trim();
  };
  if (min && max) {
    if (min === max) return sayEnd(min);
    return min.unit === max.unit
      ? `${FORMAT.format(min.number)} to ${sayEnd(max)}`
      : `${sayEnd(min)} to ${sayEnd(max)}`;
  }
  if (min) return `${isAbove ? 'more than' : 'at least'} ${sayEnd(min)}`;
  return `${isBelow ? 'less than' : 'at most'} ${sayEnd(max!)}`;
}

/** A unit as the attribute writes it, if it is the same but for capital letters. */
function asWritten(unit: string, units: string[]): string {
  return units.find((one) => one.toLowerCase() === unit.toLowerCase()) ?? unit;
}

function sayPrice({ min, max, isAbove, isBelow }: Reading): string {
  const dollars = ({ number }: Quantity) => `$${FORMAT.format(number)}`;
  if (min && max)
    return Math.trunc(max.number) === min.number ? dollars(min) : `${dollars(min)} to ${dollars(max)}`;
  return min
    ? `${isAbove ? 'more than' : 'at least'} ${dollars(min)}`
    : `${isBelow ? 'less than' : 'at most'} ${dollars(max!)}`;
}
