import { slugsBelow } from '#contract/categories/category-tree.ts';
import type { Category } from '#contract/categories/schema.ts';
import { type FacetCondition, type Narrowing, type Range, readYesNo } from '#contract/products/narrowing.ts';
import type { AttributeValue } from '#contract/products/product-facts.ts';
import { Column, NONE } from './column.ts';
import type { ProductStore } from './product-store.ts';
import type { Table } from './table.ts';
import type { Scores } from './word-index.ts';

/** What a product fails: nothing, several conditions, or one. */
export const NOTHING = -1;
const SEVERAL = -2;

/** The conditions that every product can fail. Those of attributes follow, in the order of their keys. */
export const CATEGORY = 0;
export const MAKER = 1;
export const PRICE = 2;
const STOCK = 3;
export const FIRST_FACET = 4;

/** What products have to satisfy. */
export interface Conditions extends Partial<Omit<Narrowing, 'q'>> {
  /** Above 0 for what the words of a search find; all when there are no words. */
  scores?: Scores | undefined;
}

/** A column, and which of its codes pass. */
interface Check {
  codes: Uint32Array;
  passes: Uint8Array;
}

/**
 * Returns a function that tells for each row of a table which condition it fails. What no word finds fails several. Loops of
 * their own over plain arrays: a function that is called for each row takes five times as long.
 */
export function failuresOf(
  store: ProductStore,
  { category, makers = [], price, inStock = false, facets = {}, scores }: Conditions,
  categories: readonly Category[],
): (slug: string, table: Table) => Int16Array {
  const chosen = category === undefined ? undefined : slugsBelow(category, categories);
  const prices = store.numbers('price');
  const isOrderable = store.orderable();
  const { codes: makerCodes } = store.makers;
  const wanted = new Set(makers);
  const makerPasses = makers.length > 0 ? passesOf(store.makers, (maker) => wanted.has(maker)) : undefined;

  return (slug, table) => {
    const { slots, size } = table;
    const ofCategory = chosen === undefined || chosen.has(slug) ? NOTHING : CATEGORY;
    const failed = new Int16Array(size).fill(ofCategory);
    const fail = (row: number, condition: number) => {
      failed[row] = failed[row] === NOTHING ? condition : SEVERAL;
    };
    if (scores) for (let row = 0; row < size; row += 1) if (scores[slots[row]!] === 0) failed[row] = SEVERAL;
    if (price)
      for (let row = 0; row < size; row += 1) if (!inRange(price, prices[slots[row]!]!)) fail(row, PRICE);
    if (inStock) for (let row = 0; row < size; row += 1) if (!isOrderable(slots[row]!)) fail(row, STOCK);
    if (makerPasses)
      for (let row = 0; row < size; row += 1)
        if (makerPasses[makerCodes[slots[row]!] ?? NONE] === 0) fail(row, MAKER);
    for (const [n, [key, condition]] of Object.entries(facets).entries()) {
      const { codes, passes } = checkOf(table, key, (value) => satisfies(condition, value));
      for (let row = 0; row < size; row += 1)
        if (passes[codes[row] ?? NONE] === 0) fail(row, FIRST_FACET + n);
    }
    return failed;
  };
}

const NO_VALUES = new Column<AttributeValue>();

function checkOf(table: Table, key: string, isGood: (value: AttributeValue) => boolean): Check {
  const column = table.column(key) ?? NO_VALUES;
  return { codes: column.codes, passes: passesOf(column, isGood) };
}

function passesOf<V>({ values }: Column<V>, isGood: (value: V) => boolean): Uint8Array {
  const passes = new Uint8Array(values.length);
  for (const [code, value] of values.entries()) if (value !== undefined && isGood(value)) passes[code] = 1;
  return passes;
}

function inRange(
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Range,
  value: number,
): boolean {
  return value >= min && value <= max;
}

function satisfies(condition: FacetCondition, value: AttributeValue): boolean {
  if (!('values' in condition)) return typeof value === 'number' && inRange(condition, value);
  return condition.values.some((text) => {
    if (typeof value === 'number') return Number(text) === value;
    return typeof value === 'boolean' ? readYesNo(text) === value : text === value;
  });
}
