/** Categories that an import makes when it is applied, and that its undo removes where nothing uses them. */
import { sql } from 'kysely';
import { putCategory, removeCategory } from '../categories/queries.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { StoredCategory } from '../ground/database/tables/imports.ts';
import type { StoredImport } from './queries.ts';

/**
 * Makes those of an import's new categories that some rows are in, with those above them. One that is there by now stays as it is.
 * Returns whether any was made.
 */
export async function makeCategories(
  transaction: Queryable,
  imported: StoredImport,
  slugs: readonly unknown[],
): Promise<boolean> {
  const planned = imported.new_categories ?? [];
  const needed = new Set(slugs);
  // Those above stand before those below.
  for (const { slug, parent } of [...planned].reverse()) if (parent && needed.has(slug)) needed.add(parent);
  const wanted = planned.filter(({ slug, isMade }) => !isMade && needed.has(slug));
  if (wanted.length === 0) return false;
  const known = await transaction
    .selectFrom('categories')
    .select('slug')
    .where(
      'slug',
      'in',
      wanted.map(({ slug }) => slug),
    )
    .execute();
  const there = new Set(known.map(({ slug }) => slug));
  const made = wanted.filter(({ slug }) => !there.has(slug));
  for (const { slug, name, parent } of made)
    await putCategory(transaction, slug, { name, parent: parent ?? null, revision: 0 }, imported.applied_by!);
  if (made.length > 0)
    await note(
      transaction,
      imported,
      planned.map((one) => (made.includes(one) ? { ...one, isMade: true } : one)),
    );
  return made.length > 0;
}

/** Removes the categories that an import has made, where no part on sale and no category is in them and nobody has changed them. Returns whether any was. */
export async function removeMade(transaction: Queryable, imported: StoredImport): Promise<boolean> {
  const made = (imported.new_categories ?? []).filter(({ isMade }) => isMade);
  if (made.length === 0) return false;
  // As for any change of categories: none waits for the other's row.
  await sql`lock table categories in share row exclusive mode`.execute(transaction);
  let removed = 0;
  for (const { slug } of made.reverse()) {
    // Locked: no part is put into it meanwhile.
    const { rows } = await sql`
      select from categories where slug = ${slug} and version = 1 for update`.execute(transaction);
    if (rows.length === 0) continue;
    const { rows: uses } = await sql`
      select from products join categories on categories.id = category_id where slug = ${slug} and removed_at is null
      union all
      select from categories as below join categories as above on above.id = below.parent_id where above.slug = ${slug}
      limit 1`.execute(transaction);
    if (uses.length === 0) removed += await removeCategory(transaction, slug, imported.undone_by!);
  }
  return removed > 0;
}

async function note(transaction: Queryable, { id }: StoredImport, categories: readonly StoredCategory[]) {
  await transaction
    .updateTable('imports')
    .set({ new_categories: JSON.stringify(categories) })
    .where('id', '=', id)
    .execute();
}
