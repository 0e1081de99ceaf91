import type { Attribute } from '#contract/categories.ts';
import { fieldError } from '#contract/field-message.ts';
import type { FieldError } from '#contract/problem.ts';
import { type AttributeValue, isOfKind } from '#contract/product-facts.ts';
import type { Queryable } from '../database/client.ts';
import { invalidInput } from '../handling/problem.ts';

/** A category as products refer to it. */
interface StoredCategory {
  id: string;
  attributes: Attribute[];
}

/**
 * Returns the category with this slug; undefined without one. Throws 400 for an unknown one. The row is locked, before those of
 * products: a change of it, and a product that is put into it at the same time, see each other.
 */
export async function requireCategory(
  transaction: Queryable,
  slug: string | null | undefined,
  field = 'category',
): Promise<StoredCategory | undefined> {
  if (slug === null || slug === undefined) return undefined;
  const row = await transaction
    .selectFrom('categories')
    .select(['id', 'attributes'])
    .where('slug', '=', slug)
    .forShare()
    .executeTakeFirst();
  if (!row) throw invalidInput([fieldError(field, 'no_category')]);
  return row;
}

/** Most wrong attributes that are named at once. */
const MOST_ERRORS = 20;

/** Throws 400 for values that are not of the category's attributes and their kinds, each at its key. */
export function requireAttributes(
  known: readonly Attribute[] = [],
  values: Record<string, AttributeValue> = {},
): void {
  const byKey = new Map(known.map((attribute) => [attribute.key, attribute]));
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(values)) {
    const attribute = byKey.get(key);
    const field = `attributes.${key}`;
    if (!attribute) errors.push(fieldError(field, 'no_attribute', { key }));
    else if (!isOfKind(attribute, value))
      errors.push(fieldError(field, 'attribute_kind', { key, kind: attribute.kind }));
    if (errors.length === MOST_ERRORS) break;
  }
  if (errors.length > 0) throw invalidInput(errors);
}
