import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Category, CategoryFields } from '#contract/categories.ts';
import { fieldError } from '#contract/field-message.ts';
import type { Queryable } from '../database/client.ts';
import { newId } from '../database/uuid.ts';
import { recordEvent } from '../events/queries.ts';
import { invalidInput, Problem } from '../handling/problem.ts';
import { requireCategory } from '../products/category.ts';
import { touchProductsOf } from '../products/change.ts';

/** All categories by name. */
export async function readCategories(db: Queryable): Promise<Category[]> {
  const rows = await db
    .selectFrom('categories')
    .leftJoin('categories as parents', 'parents.id', 'categories.parent_id')
    .select(['categories.slug', 'categories.name', 'categories.attributes', 'parents.slug as parent'])
    .orderBy('categories.name')
    .orderBy('categories.slug')
    .execute();
  return rows.map(({ parent, ...rest }) => ({ ...rest, ...(parent !== null && { parent }) }));
}

/**
 * Adds or changes a category. Its products show its name and attributes, so they count as changed: returns their ids. Throws
 * 400 for an unknown parent, or one that is below it.
 */
export async function putCategory(
  transaction: Queryable,
  slug: string,
  { name, parent, attributes }: CategoryFields,
  actor: string,
): Promise<string[]> {
  // One change at a time: two could make each other's category their parent.
  await sql`lock table categories in share row exclusive mode`.execute(transaction);
  const above = await requireCategory(transaction, parent, 'parent');
  const known = await transaction
    .selectFrom('categories')
    .select(['id', 'name', 'attributes'])
    .where('slug', '=', slug)
    .forUpdate()
    .executeTakeFirst();
  const id = known?.id ?? newId();
  const columns = {
    name,
    ...(parent !== undefined && { parent_id: above?.id ?? null }),
    ...(attributes !== undefined && { attributes: JSON.stringify(attributes) }),
  };
  if (known) await transaction.updateTable('categories').set(columns).where('id', '=', id).execute();
  else
    await transaction
      .insertInto('categories')
      .values({ id, slug, attributes: '[]', ...columns })
      .execute();
  await requireNoCircle(transaction, id);
  await recordEvent(transaction, { kind: 'category_changed', actor, facts: { slug, name } });
  const isShownAlike =
    known?.name === name && (attributes === undefined || isDeepStrictEqual(known.attributes, attributes));
  return isShownAlike ? [] : touchProductsOf(transaction, id);
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
