/**
 * What the list of products is narrowed by, as an address says it: `q, category, maker=a,b, price=min..max, inStock=1,
 * f.<key>=a,b | f.<key>=min..max`. Pure, without schemas: pages read and write addresses by it, and the server its queries.
 *
 * In a list of values a backslash takes the meaning from the character after it: `\,` is a comma in a value.
 */

/** Both ends count. At least one of them is there. */
export interface Range {
  min?: number;
  max?: number;
}

/** What an attribute has to be: one of some values, or within a range. */
export type FacetCondition = { values: string[] } | Range;

export interface Narrowing {
  q?: string;
  /** The slug of a category; those below it count. */
  category?: string;
  makers: string[];
  /** Dollars a piece, at the minimum. */
  price?: Range;
  inStock: boolean;
  /** By the key of an attribute. */
  facets: Record<string, FacetCondition>;
}

/** A parameter that cannot be read, with the code of its message. */
export interface NarrowingFault {
  field: string;
  code: 'in_stock' | 'range' | 'no_facet' | 'too_many_values';
}

/** The fields of an address that narrow, besides those of attributes. */
const NARROWING_FIELDS = ['q', 'category', 'maker', 'price', 'inStock'] as const;
/** What the parameter of an attribute begins with. */
export const FACET_PREFIX = 'f.';

/**
 * The most values of all parameters together, a range being one. Pages show a link for each, which repeats all others: without
 * a bound of them all, a short address makes a long page.
 */
export const MOST_VALUES = 60;

/** Returns whether a parameter narrows, also as the field of a form: `f.capacity`, `price.min`. */
export function isNarrowingField(field: string): boolean {
  return (
    facetKeyOf(field) !== undefined || (NARROWING_FIELDS as readonly string[]).includes(splitEnd(field)[0])
  );
}

/** Returns the key of the attribute that a field is of, `f.<key>` or one end of it; undefined for other fields. */
export function facetKeyOf(field: string): string | undefined {
  const [name] = splitEnd(field);
  return name.startsWith(FACET_PREFIX) ? name.slice(FACET_PREFIX.length) : undefined;
}

/**
 * Reads the parameters of an address. What is empty is left out. Parameters that cannot be read are named, and left out. Forms
 * may send a list as a field for each value, and a range as two fields, `price.min` and `price.max`.
 */
export function readNarrowing(parameters: Iterable<readonly [name: string, text: string]>): {
  narrowing: Narrowing;
  faults: NarrowingFault[];
} {
  const lists = new Map<string, string[]>();
  const ends = new Map<string, Partial<Record<End, string>>>();
  for (const [field, text] of parameters) {
    if (text.trim() === '' || !isNarrowingField(field)) continue;
    const [name, end] = splitEnd(field);
    if (end) ends.set(name, { ...ends.get(name), [end]: text });
    else lists.set(name, [...(lists.get(name) ?? []), text]);
  }
  const narrowing: Narrowing = { makers: [], inStock: false, facets: {} };
  const faults: NarrowingFault[] = [];
  const fault = (field: string, code: NarrowingFault['code']) => void faults.push({ field, code });
  let left = MOST_VALUES;
  /** Takes values from what is left; too many are a fault. */
  const take = (field: string, count: number) => {
    const fits = count <= left;
    if (fits) left -= count;
    else fault(field, 'too_many_values');
    return fits;
  };
  for (const [name, { min = '', max = '' }] of ends)
    if (!lists.has(name)) lists.set(name, [`${min}..${max}`]);

  for (const [name, texts] of lists) {
    const text = texts.join(',');
    if (name === 'q') narrowing.q = texts[0]!.trim();
    else if (name === 'category') narrowing.category = texts[0]!.trim();
    else if (name === 'inStock') {
      if (text === '1') narrowing.inStock = true;
      else fault(name, 'in_stock');
    } else if (name === 'price') {
      const range = readRange(text);
      if (range) narrowing.price = range;
      else fault(name, 'range');
    } else if (name === 'maker') {
      const makers = splitList(text);
      if (take(name, makers.length)) narrowing.makers = makers;
    } else {
      const key = name.slice(FACET_PREFIX.length);
      const condition = readCondition(text);
      if (!isKey(key)) fault(name, 'no_facet');
      else if (condition === undefined) fault(name, 'range');
      else if (take(name, 'values' in condition ? condition.values.length : 1))
        narrowing.facets[key] = condition;
    }
  }
  return { narrowing, faults };
}

/** Writes a narrowing as parameters, always in the same order. */
export function writeNarrowing({
  q,
  category,
  makers = [],
  price,
  inStock,
  facets = {},
}: Partial<Narrowing>): [name: string, text: string][] {
  const all: [string, string | undefined][] = [
    ['q', q],
    ['category', category],
    ['maker', joinList(makers)],
    ['price', price && writeRange(price)],
    ['inStock', inStock ? '1' : undefined],
    ...Object.keys(facets)
      .sort()
      .map((key): [string, string] => [FACET_PREFIX + key, writeCondition(facets[key]!)]),
  ];
  return all.filter((pair): pair is [string, string] => Boolean(pair[1]));
}

/** Returns an attribute's value as addresses have it. */
export function facetText(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** Returns a value as the one of a list in an address: `f.<key>=` or `maker=` and this. */
export function parameterOf(value: string | number | boolean): string {
  return joinList([facetText(value)]);
}

/** Returns what a text of an address says of yes and no; undefined for any other text. */
export function readYesNo(text: string): boolean | undefined {
  if (text === 'yes' || text === 'true') return true;
  return text === 'no' || text === 'false' ? false : undefined;
}

type End = 'min' | 'max';

/** Splits the field of a form for one end of a range, which only a price and an attribute have. Keys have no dots. */
function splitEnd(field: string): [name: string, end?: End] {
  const dot = field.lastIndexOf('.');
  const [name, end] = [field.slice(0, dot), field.slice(dot + 1)];
  const isRange = name === 'price' || name.startsWith(FACET_PREFIX);
  return isRange && (end === 'min' || end === 'max') ? [name, end] : [field];
}

/** As keys of attributes are; see AttributeSchema. */
export function isKey(text: string): boolean {
  return text.length <= 60 && text.split('_').every((part) => /^[a-z0-9]+$/.test(part));
}

/** Returns undefined for a wrong range. */
function readCondition(text: string): FacetCondition | undefined {
  // A value with two dots has a backslash before them.
  const dots = text.indexOf('..');
  return dots >= 0 && text[dots - 1] !== '\\' ? readRange(text) : { values: splitList(text) };
}

function writeCondition(condition: FacetCondition): string {
  return 'values' in condition ? joinList(condition.values) : writeRange(condition);
}

/** Reads `min..max`, of which one end may be missing. Returns undefined for anything else. */
function readRange(text: string): Range | undefined {
  const dots = text.indexOf('..');
  if (dots < 0) return undefined;
  const [min, max] = [text.slice(0, dots), text.slice(dots + 2)].map((end) => end.trim());
  const range: Range = {};
  if (min) range.min = toNumber(min);
  if (max) range.max = toNumber(max);
  const { min: from = Number.NEGATIVE_INFINITY, max: to = Number.POSITIVE_INFINITY } = range;
  // Also false for what is no number.
  return (min || max) && from <= to ? range : undefined;
}

function writeRange({ min, max }: Range): string {
  return min === undefined && max === undefined ? '' : `${min ?? ''}..${max ?? ''}`;
}

function toNumber(text: string): number {
  const value = /^[+-]?[\d.]{1,30}(e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Splits a list at its commas, each value once. */
function splitList(text: string): string[] {
  const values = new Set<string>();
  let value = '';
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === ',') {
      values.add(value);
      value = '';
    } else {
      if (text[at] === '\\' && at + 1 < text.length) at += 1;
      value += text[at];
    }
  }
  values.add(value);
  values.delete('');
  return [...values];
}

function joinList(values: readonly string[]): string {
  return values.map((value) => value.replace(/[\\,]|\.(?=\.)/g, '\\$&')).join(',');
}
