import { sql } from 'kysely';
import type { Attribute, Category } from '#contract/categories/schema.ts';
import { fieldError } from '#contract/kernel/field-message.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import { type AttributeValue, isOfKind } from '#contract/products/product-facts.ts';
import type { Queryable } from '../ground/database/client.ts';
import { invalidInput } from '../ground/handling/problem.ts';

/** All categories by name. */
export async function readCategories(db: Queryable): Promise<Category[]> {
  const rows = await db
    .selectFrom('categories')
    .leftJoin('categories as parents', 'parents.id', 'categories.parent_id')
    .select(['categories.slug', 'categories.name', 'categories.attributes', 'parents.slug as parent'])
    .select('categories.version as revision')
    .orderBy('categories.name')
    .orderBy('categories.slug')
    .execute();
  return rows.map(({ parent, ...rest }) => ({ ...rest, ...(parent !== null && { parent }) }));
}

/** A category as products refer to it. */
interface StoredCategory {
  id: string;
  attributes: Attribute[];
}

/**
 * Returns categories by their slugs, without unknown ones. They are locked until the transaction ends, before the rows of products
 * and in the order of their slugs: a change of one, and a product that is put into it at the same time, see each other.
 */
export async function lockCategories(
  transaction: Queryable,
  slugs: readonly unknown[],
): Promise<Map<string, StoredCategory>> {
  const wanted = [...new Set(slugs.filter((slug) => typeof slug === 'string'))];
  if (wanted.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('categories')
    .select(['id', 'slug', 'attributes'])
    .where(sql<boolean>`slug = any(${wanted})`)
    .orderBy('slug')
    .forShare()
    .execute();
  return new Map(rows.map(({ slug, ...category }) => [slug, category]));
}

/** Locks the category with this slug, and returns it; undefined without one. Throws 400 for an unknown one. */
export async function requireCategory(
  transaction: Queryable,
  slug: string | null | undefined,
  field = 'category',
): Promise<StoredCategory | undefined> {
  if (slug === null || slug === undefined) return undefined;
  const category = (await lockCategories(transaction, [slug])).get(slug);
  if (!category) throw invalidInput([fieldError(field, 'no_category')]);
  return category;
}

/** Most wrong attributes that are named at once. */
const MOST_ERRORS = 20;

/** Throws 400 for values that are not of the category's attributes and their kinds, each at its key. */
export function requireAttributes(...[known, values]: Parameters<typeof attributeErrors>): void {
  const errors = attributeErrors(known, values);
  if (errors.length > 0) throw invalidInput(errors);
}

/** Returns the first errors of values that are not of the category's attributes and their kinds. */
export function attributeErrors(
  known: readonly Attribute[] = [],
  values: Record<string, AttributeValue> = {},
): FieldError[] {
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
  return errors;
}
