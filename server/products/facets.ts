import { slugsBelow } from '#contract/categories/category-tree.ts';
import type { Attribute, Category } from '#contract/categories/schema.ts';
import { parameterOf } from '#contract/products/narrowing.ts';
import type { AttributeValue } from '#contract/products/product-facts.ts';
import type { Facets } from '#contract/products/product-lists.ts';
import { type Column, NONE } from './column.ts';
import { CATEGORY, type Conditions, FIRST_FACET, failuresOf, MAKER, NOTHING, PRICE } from './conditions.ts';
import type { ProductStore } from './product-store.ts';

type Facet = Facets['facets'][number];
type Counts = Map<AttributeValue, number>;

/** Numbers with more values than this are answered by their ends alone. */
const MOST_NUMBERS = 20;

/**
 * Counts what products can be narrowed by. One pass over the products: who fails no condition counts everywhere, and who fails
 * one counts where this condition is chosen, which does not hide its other values.
 */
export function countFacets(
  store: ProductStore,
  conditions: Conditions,
  categories: readonly Category[],
): Omit<Facets, 'understood'> {
  const { category, facets: asked = {} } = conditions;
  const failedIn = failedOf(store, conditions, categories);
  const shown = facetsIn(store, conditions, categories, failedIn);
  const places = new Map(Object.keys(asked).map((key, n) => [key, FIRST_FACET + n]));
  const prices = store.numbers('price');
  const isOrderable = store.orderable();
  const { codes: makerCodes, values: makers } = store.makers;

  const makerCounts = new Uint32Array(makers.length);
  const inCategory = new Map<string, number>();
  const valueCounts = shown.map((): Counts => new Map());
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let total = 0;
  let inStock = 0;

  for (const [slug, table] of store.tables) {
    const failed = failedIn.get(slug)!;
    const { slots, size } = table;
    let ofTable = 0;
    for (let row = 0; row < size; row += 1) {
      const one = failed[row]!;
      const slot = slots[row]!;
      const isFound = one === NOTHING;
      if (isFound) {
        total += 1;
        if (isOrderable(slot)) inStock += 1;
      }
      if (isFound || one === CATEGORY) ofTable += 1;
      if (isFound || one === MAKER) makerCounts[makerCodes[slot] ?? NONE]! += 1;
      if (isFound || one === PRICE) {
        const price = prices[slot]!;
        if (price < min) min = price;
        if (price > max) max = price;
      }
    }
    inCategory.set(slug, ofTable);
    for (const [n, { key }] of shown.entries()) {
      const column = table.column(key);
      if (column) addCounts(valueCounts[n]!, column, failed, places.get(key) ?? NOTHING);
    }
  }

  return {
    total,
    categories: countBelow(inCategory, categories).filter(
      ({ slug, count }) => count > 0 || slug === category,
    ),
    makers: [...makers.entries()]
      .filter((pair): pair is [number, string] => pair[1] !== undefined && makerCounts[pair[0]]! > 0)
      .map(([code, value]) => ({ value, parameter: parameterOf(value), count: makerCounts[code]! }))
      .sort((a, b) => compareValues(a.value, b.value)),
    ...(min <= max && { price: { min, max } }),
    inStock,
    facets: shown.map((facet, n) => ({ ...facet, ...contentOf(facet, valueCounts[n]!) })),
  };
}

/** Adds to each category's count those of the categories below it. */
export function countBelow(
  counts: ReadonlyMap<string, number>,
  categories: readonly Category[],
): Facets['categories'] {
  return categories.map(({ slug, name, parent }) => {
    let count = 0;
    for (const below of slugsBelow(slug, categories)) count += counts.get(below) ?? 0;
    return { slug, name, ...(parent !== undefined && { parent }), count };
  });
}

/**
 * The attributes that all categories have alike of which there are products, whatever their attributes have to be; those of the
 * chosen category when it has none. Those that are asked for, too.
 */
function facetsIn(
  store: ProductStore,
  conditions: Conditions,
  categories: readonly Category[],
  failedIn: FailedIn,
): Facet[] {
  const { category, facets: asked = {} } = conditions;
  const without =
    Object.keys(asked).length === 0 ? failedIn : failedOf(store, { ...conditions, facets: {} }, categories);
  const found = new Set([...without].filter(([, failed]) => failed.includes(NOTHING)).map(([slug]) => slug));
  if (found.size === 0 && category !== undefined) found.add(category);
  const holders = categories.filter(({ slug }) => found.has(slug)).map(({ attributes }) => attributes);
  // What is in no category has no attributes.
  if (found.has('')) holders.push([]);
  const known = new Map<string, Facet>();
  const all: readonly Attribute[] = categories.flatMap(({ attributes }) => attributes);
  for (const { key, name, kind, unit } of [...(holders[0] ?? []), ...all]) {
    if (kind === 'text' || known.has(key)) continue;
    const isAlike = (one: Attribute) => one.key === key && one.kind === kind && one.unit === unit;
    const isShared = holders.length > 0 && holders.every((attributes) => attributes.some(isAlike));
    if (isShared || Object.hasOwn(asked, key))
      known.set(key, { key, name, kind, ...(unit !== undefined && { unit }) });
  }
  return [...known.values()];
}

/** What each row fails, by the slug of its table. */
type FailedIn = ReadonlyMap<string, Int16Array>;

function failedOf(store: ProductStore, conditions: Conditions, categories: readonly Category[]): FailedIn {
  const failures = failuresOf(store, conditions, categories);
  return new Map([...store.tables].map(([slug, table]) => [slug, failures(slug, table)]));
}

/** Adds the values of the rows that fail nothing, or only this condition. */
function addCounts(
  all: Counts,
  { codes, values }: Column<AttributeValue>,
  failed: Int16Array,
  condition: number,
): void {
  const counts = new Uint32Array(values.length);
  for (let row = 0; row < failed.length; row += 1) {
    const one = failed[row]!;
    if (one === NOTHING || one === condition) counts[codes[row] ?? NONE]! += 1;
  }
  for (const [code, count] of counts.entries()) {
    const value = values[code];
    if (count > 0 && value !== undefined) all.set(value, (all.get(value) ?? 0) + count);
  }
}

/** Returns the values of a facet with their counts, and the ends of numbers. */
function contentOf({ kind }: Facet, counts: Counts): Partial<Facet> {
  const wanted = { number: 'number', choice: 'string', yesno: 'boolean' }[kind];
  const values = [...counts]
    // Until a product is read again, its value may be of a kind from before.
    .filter(([value]) => typeof value === wanted)
    .map(([value, count]) => ({ value, parameter: parameterOf(value), count }))
    .sort((a, b) => compareValues(a.value, b.value));
  if (kind !== 'number' || values.length === 0) return { values };
  return {
    ...(values.length <= MOST_NUMBERS && { values }),
    min: values[0]!.value as number,
    max: values.at(-1)!.value as number,
  };
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

/** Numbers by size, texts as people sort them, yes before no. */
export function compareValues(a: AttributeValue, b: AttributeValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'boolean') return a === b ? 0 : a ? -1 : 1;
  return COLLATOR.compare(String(a), String(b)) || (a < b ? -1 : a > b ? 1 : 0);
}
