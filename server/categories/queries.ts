import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { CategoryCounts, CategoryFields } from '#contract/categories/schema.ts';
import { fieldError } from '#contract/kernel/field-message.ts';
import type { Queryable } from '../ground/database/client.ts';
import { newId } from '../ground/database/uuid.ts';
import { invalidInput, Problem, requireRevision } from '../ground/handling/problem.ts';
import { recordEvent } from '../log/queries.ts';
import { requireCategory } from '../products/category.ts';
import { reviseProductsOf } from '../products/change.ts';

/**
 * Adds or changes a category. Its products show its name and attributes, so they count as changed: returns their ids. Throws
 * 400 for an unknown parent, or one that is below it, and 409 when it has changed since `revision`, if that is given.
 */
export async function putCategory(
  transaction: Queryable,
  slug: string,
  { name, parent, attributes, revision }: CategoryFields,
  actor: string,
): Promise<string[]> {
  // One change at a time: two could make each other's category their parent.
  await sql`lock table categories in share row exclusive mode`.execute(transaction);
  const above = await requireCategory(transaction, parent, 'parent');
  const known = await transaction
    .selectFrom('categories')
    .select(['id', 'name', 'attributes', 'version'])
    .where('slug', '=', slug)
    .forUpdate()
    .executeTakeFirst();
  // The row is locked: nobody else changes it before this has.
  requireRevision(revision, known?.version ?? 0);
  const id = known?.id ?? newId();
  const columns = {
    name,
    ...(parent !== undefined && { parent_id: above?.id ?? null }),
    ...(attributes !== undefined && { attributes: JSON.stringify(attributes) }),
  };
  if (known)
    await transaction
      .updateTable('categories')
      .set({ ...columns, version: known.version + 1 })
      .where('id', '=', id)
      .execute();
  else
    await transaction
      .insertInto('categories')
      .values({ id, slug, attributes: '[]', ...columns })
      .execute();
  await requireNoCircle(transaction, id);
  await recordEvent(transaction, { kind: 'category_changed', actor, facts: { slug, name } });
  const isShownAlike =
    known?.name === name && (attributes === undefined || isDeepStrictEqual(known.attributes, attributes));
  return isShownAlike ? [] : reviseProductsOf(transaction, id);
}

/** Counts the products on sale of a category, and those with values of its attributes; undefined for an unknown category. */
export async function countCategory(db: Queryable, slug: string): Promise<CategoryCounts | undefined> {
  const { rows } = await sql<CategoryCounts>`
    select
      (select count(*)::int from products where category_id = categories.id and removed_at is null) as products,
      (
        select coalesce(jsonb_object_agg(key, count), '{}') from (
          select key, count(*)
          from products, jsonb_object_keys(products.attributes) as key
          where category_id = categories.id and removed_at is null
          group by key
        ) as counted
        where exists (select from jsonb_array_elements(categories.attributes) as known where known ->> 'key' = key)
      ) as values
    from categories where slug = ${slug}`.execute(db);
  return rows[0];
}

/** Throws 400 when a category is below itself. */
async function requireNoCircle(transaction: Queryable, id: string): Promise<void> {
  const { rows } = await sql`
    with recursive above (id) as (
      select parent_id from categories where id = ${id}::uuid
      union
      select parent_id from categories join above using (id)
    )
    select from above where id = ${id}::uuid`.execute(transaction);
  if (rows.length > 0) throw invalidInput([fieldError('parent', 'category_circle')]);
}

/**
 * Removes a category; returns the number of removed rows. Throws 409 when products on sale or categories are in it. Products that
 * were removed from sale lose it.
 */
export async function removeCategory(transaction: Queryable, slug: string, actor: string): Promise<number> {
  await sql`
    update products set category_id = null
    where removed_at is not null and category_id = (select id from categories where slug = ${slug})`.execute(
    transaction,
  );
  try {
    const removed = await transaction
      .deleteFrom('categories')
      .where('slug', '=', slug)
      .returning(['slug', 'name'])
      .executeTakeFirst();
    if (!removed) return 0;
    await recordEvent(transaction, { kind: 'category_removed', actor, facts: removed });
    return 1;
  } catch (error) {
    if ((error as { code?: string }).code === '23503') throw new Problem('category_in_use');
    throw error;
  }
}
