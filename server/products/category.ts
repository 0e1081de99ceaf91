import type { Attribute } from '#contract/categories.ts';
import { fieldError } from '#contract/field-message.ts';
import { type AttributeValue, isOfKind } from '#contract/product-facts.ts';
import type { Queryable } from '../database/client.ts';
import { invalidInput } from '../handling/problem.ts';

/** A category as products refer to it. */
interface StoredCategory {
  id: string;
  attributes: Attribute[];
}

/** Returns the category with this slug; undefined without one. Throws 400 for an unknown one. */
export async function requireCategory(
  db: Queryable,
  slug: string | null | undefined,
  field = 'category',
): Promise<StoredCategory | undefined> {
  if (slug === null || slug === undefined) return undefined;
  const row = await db
    .selectFrom('categories')
    .select(['id', 'attributes'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (!row) throw invalidInput([fieldError(field, 'no_category')]);
  return row;
}

/** Throws 400 for values that are not of the category's attributes and their kinds, each at its key. */
export function requireAttributes(
  category: Pick<StoredCategory, 'attributes'> | undefined,
  values: Record<string, AttributeValue> = {},
): void {
  const known = new Map(category?.attributes.map((attribute) => [attribute.key, attribute]));
  const errors = Object.entries(values).flatMap(([key, value]) => {
    const attribute = known.get(key);
    if (!attribute) return [fieldError('attributes', 'no_attribute', { key: key.slice(0, 60) })];
    const { kind } = attribute;
    return isOfKind(attribute, value) ? [] : [fieldError('attributes', 'attribute_kind', { key, kind })];
  });
  if (errors.length > 0) throw invalidInput(errors);
}
