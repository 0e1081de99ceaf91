import type { Attribute, Category } from '#contract/categories/schema.ts';
import { NONE } from './column.ts';
import type { ProductStore } from './product-store.ts';
import type { Table } from './table.ts';
import type { Condition, NumberAttribute, Span } from './understand.ts';
import type { YesNoAttribute } from './yes-no.ts';

const isIn = ({ min, max }: Span, value: unknown) =>
  typeof value === 'number' && value >= min && value <= max;

/** Returns the attributes of categories that are numbers, with a look at the values of their products. */
export function numberAttributes(store: ProductStore, categories: readonly Category[]): NumberAttribute[] {
  return attributesOf('number', store, categories).map(({ values, ...attribute }) => ({
    ...attribute,
    has: (span) => values().some((value) => isIn(span, value)),
  }));
}

/** Returns the attributes of categories that are yes or no. */
export function yesNoAttributes(store: ProductStore, categories: readonly Category[]): YesNoAttribute[] {
  return attributesOf('yesno', store, categories).map(({ values, ...attribute }) => ({
    ...attribute,
    has: (wanted) => values().includes(wanted),
  }));
}

function attributesOf(kind: Attribute['kind'], store: ProductStore, categories: readonly Category[]) {
  return categories.flatMap(({ slug, attributes }) =>
    attributes
      .filter((one) => one.kind === kind)
      .map(({ key, name, unit }) => ({
        category: slug,
        key,
        name,
        unit,
        values: () => store.tables.get(slug)?.column(key)?.values ?? [],
      })),
  );
}

/**
 * Returns 1 for each row of a table whose product has what a condition asks for. Rows that `scores` has nothing for are not looked
 * at, and of a row no more values once one has passed.
 */
export function metIn(
  store: ProductStore,
  slug: string,
  table: Table,
  { price, attributes, yesNo }: Condition,
  scores: Uint16Array,
): Uint8Array {
  const { slots, size } = table;
  const met = new Uint8Array(size);
  if (price) {
    const prices = store.numbers('price');
    for (let row = 0; row < size; row += 1) if (isIn(price, prices[slots[row]!])) met[row] = 1;
    return met;
  }
  const left = new Uint32Array(size);
  let length = 0;
  for (let row = 0; row < size; row += 1) if (scores[slots[row]!]! > 0) left[length++] = row;
  const asked = [
    ...attributes.map(({ attribute, ...span }) => ({
      attribute,
      passes: (value: unknown) => isIn(span, value),
    })),
    ...(yesNo?.attributes ?? []).map((attribute) => ({
      attribute,
      passes: (value: unknown) => value === yesNo!.value,
    })),
  ];
  for (const { attribute, passes: isGood } of asked) {
    const column = attribute.category === slug ? table.column(attribute.key) : undefined;
    if (!column) continue;
    const { codes } = column;
    const passes = Uint8Array.from(column.values, (value) => (isGood(value) ? 1 : 0));
    let failed = 0;
    for (let at = 0; at < length; at += 1) {
      const row = left[at]!;
      if (passes[codes[row] ?? NONE] === 1) met[row] = 1;
      else left[failed++] = row;
    }
    length = failed;
  }
  return met;
}
