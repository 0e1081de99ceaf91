import type { Attribute, Category } from '#contract/categories/schema.ts';
import { minimumQuantity } from '#contract/products/minimum.ts';
import {
  FACET_PREFIX,
  facetText,
  type Narrowing,
  parameterOf,
  type Range,
} from '#contract/products/narrowing.ts';
import type { AttributeValue } from '#contract/products/product-facts.ts';
import type { Facets } from '#contract/products/product-lists.ts';
import type { Product } from '#contract/products/schema.ts';

type Facet = Facets['facets'][number];

const inRange = ({ min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Range, value: number) =>
  value >= min && value <= max;

const facetOf = (product: Product, key: string) =>
  product.attributes.find((attribute) => attribute.key === key)?.value;

/** Returns the category and those above it. */
function above(slug: string | undefined, categories: readonly Category[]): string[] {
  const slugs: string[] = [];
  for (let at = slug; at !== undefined; at = categories.find((one) => one.slug === at)?.parent)
    slugs.push(at);
  return slugs;
}

/** Returns a test for each condition, by the name of its parameter. */
function testsOf(narrowing: Partial<Narrowing>, categories: readonly Category[]) {
  const tests = new Map<string, (product: Product) => boolean>();
  const { category, makers = [], price, inStock, facets = {} } = narrowing;
  if (category !== undefined)
    tests.set('category', (product) => above(product.category?.slug, categories).includes(category));
  if (makers.length > 0) tests.set('maker', ({ maker }) => maker !== undefined && makers.includes(maker));
  if (price) tests.set('price', (product) => inRange(price, product.price));
  if (inStock) tests.set('inStock', canBeOrdered);
  for (const [key, condition] of Object.entries(facets)) {
    tests.set(FACET_PREFIX + key, (product) => {
      const value = facetOf(product, key);
      if (value === undefined) return false;
      if ('values' in condition)
        return condition.values.some((text) =>
          typeof value === 'number' ? Number(text) === value : text === facetText(value),
        );
      return typeof value === 'number' && inRange(condition, value);
    });
  }
  return tests;
}

export function plainFilter(
  products: readonly Product[],
  categories: readonly Category[],
  narrowing: Partial<Narrowing>,
): Product[] {
  const tests = [...testsOf(narrowing, categories).values()];
  return products.filter((product) => tests.every((test) => test(product)));
}

const canBeOrdered = (product: Product) => product.available >= minimumQuantity(product);

/** The counts of GET /facets, one product after the other for each of them. */
export function plainFacets(
  products: readonly Product[],
  categories: readonly Category[],
  narrowing: Partial<Narrowing>,
): Facets {
  const tests = testsOf(narrowing, categories);
  const without = (name: string) =>
    products.filter((product) => [...tests].every(([other, test]) => other === name || test(product)));
  const found = without('');
  const prices = without('price').map(({ price }) => price);
  return {
    total: found.length,
    categories: categories
      .map(({ slug, name, parent }) => ({
        slug,
        name,
        ...(parent !== undefined && { parent }),
        count: without('category').filter((product) =>
          above(product.category?.slug, categories).includes(slug),
        ).length,
      }))
      .filter(({ count, slug }) => count > 0 || slug === narrowing.category),
    makers: countsOf(without('maker').map(({ maker }) => maker)) as Facets['makers'],
    ...(prices.length > 0 && { price: { min: least(prices), max: most(prices) } }),
    inStock: without('inStock').filter(canBeOrdered).length,
    facets: facetsIn(
      plainFilter(products, categories, { ...narrowing, facets: {} }),
      categories,
      narrowing,
    ).map((facet) => ({
      ...facet,
      ...contentOf(
        facet,
        without(FACET_PREFIX + facet.key).map((product) => facetOf(product, facet.key)),
      ),
    })),
    understood: [],
  };
}

/**
 * The attributes that all categories have alike of which there are products, whatever their attributes have to be; those of the
 * chosen category when it has none. Those that are asked for, too.
 */
function facetsIn(
  found: readonly Product[],
  categories: readonly Category[],
  { category, facets = {} }: Partial<Narrowing>,
): Facet[] {
  const slugs = new Set(found.map((product) => product.category?.slug));
  if (slugs.size === 0 && category !== undefined) slugs.add(category);
  const holders = categories.filter(({ slug }) => slugs.has(slug)).map(({ attributes }) => attributes);
  if (slugs.has(undefined)) holders.push([]);
  const known = new Map<string, Facet>();
  for (const { key, name, kind, unit } of [
    ...(holders[0] ?? []),
    ...categories.flatMap(({ attributes }) => attributes),
  ]) {
    const isAlike = (one: Attribute) => one.key === key && one.kind === kind && one.unit === unit;
    if (kind === 'text' || known.has(key)) continue;
    const isShared = holders.length > 0 && holders.every((all) => all.some(isAlike));
    if (isShared || Object.hasOwn(facets, key))
      known.set(key, { key, name, kind, ...(unit !== undefined && { unit }) });
  }
  return [...known.values()];
}

/** Numbers with more values than this are answered by their ends alone. */
const MOST_NUMBERS = 20;

function contentOf({ kind }: Facet, values: (AttributeValue | undefined)[]): Partial<Facet> {
  const counts = countsOf(values);
  if (kind !== 'number') return { values: counts };
  const numbers = counts.map(({ value }) => value as number);
  if (numbers.length === 0) return { values: [] };
  return {
    ...(numbers.length <= MOST_NUMBERS && { values: counts }),
    min: least(numbers),
    max: most(numbers),
  };
}

const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b));
const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b));

function countsOf(values: (AttributeValue | undefined)[]) {
  const counts = new Map<AttributeValue, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, parameter: parameterOf(value), count }))
    .sort((a, b) => compareValues(a.value, b.value));
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

function compareValues(a: AttributeValue, b: AttributeValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'boolean') return a === b ? 0 : a ? -1 : 1;
  return COLLATOR.compare(String(a), String(b)) || (a < b ? -1 : a > b ? 1 : 0);
}
