/** A product's fields by their names in imports, attributes one by one as `f.<key>`. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { FieldChange } from '#contract/log/schema.ts';
import { facetKeyOf } from '#contract/products/narrowing.ts';
import type { AttributeValue } from '#contract/products/product-facts.ts';
import { cut } from '../products/change.ts';
import type { ProductInput } from '../products/row.ts';

export type FieldValues = Record<string, unknown>;

/** Returns the value of a field; null for an attribute that is not known. */
export function fieldOf(product: ProductInput, field: string): unknown {
  const key = facetKeyOf(field);
  return key === undefined ? product[field as keyof ProductInput] : (product.attributes[key] ?? null);
}

/** Returns the product with other values of some fields. */
export function withValues(product: ProductInput, values: FieldValues): ProductInput {
  const next: Record<string, unknown> = { ...product };
  const attributes = { ...product.attributes };
  for (const [field, value] of Object.entries(values)) {
    const key = facetKeyOf(field);
    if (key === undefined) next[field] = value;
    else if (value === null) delete attributes[key];
    else attributes[key] = value as AttributeValue;
  }
  return { ...(next as ProductInput), attributes };
}

/** Returns the fields that do not have these values. */
export function otherThan(product: ProductInput, values: FieldValues): string[] {
  return Object.keys(values).filter((field) => !isDeepStrictEqual(fieldOf(product, field), values[field]));
}

/** Returns the substitutes among values of a row. */
export function substitutesOf(values: FieldValues | null | undefined): { _id: string }[] {
  return (values?.substitutes ?? []) as { _id: string }[];
}

/** Returns some fields of a product. */
export function pick(product: ProductInput, fields: readonly string[]): FieldValues {
  return Object.fromEntries(fields.map((field) => [field, fieldOf(product, field)]));
}

/** The changes of fields as the log has them: attributes together, and values as long as it shows of them. */
export function toFieldChanges(before: FieldValues, after: FieldValues): FieldChange[] {
  const attributes = Object.keys(after).filter((field) => facetKeyOf(field) !== undefined);
  const others = Object.keys(after).filter((field) => facetKeyOf(field) === undefined);
  const byKey = (values: FieldValues) =>
    Object.fromEntries(attributes.flatMap((f) => (values[f] === null ? [] : [[facetKeyOf(f), values[f]]])));
  const change = (field: string, from: unknown, to: unknown): FieldChange => ({
    field: field as FieldChange['field'],
    from: cut(from),
    to: cut(to),
  });
  return [
    ...others.map((field) => change(field, before[field], after[field])),
    ...(attributes.length > 0 ? [change('attributes', byKey(before), byKey(after))] : []),
  ];
}
