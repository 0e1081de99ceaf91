import { sql } from 'kysely';
import { fieldError } from '#contract/kernel/field-message.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import type { Substitute, SubstituteInput } from '#contract/products/substitutes.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { invalidInput } from '../ground/handling/problem.ts';

/**
 * Returns the substitutes that a product is to have, by their ids. Throws 400, at their places, for those that are not on sale,
 * for one that is named twice, and for the product itself, whose id is `of`.
 */
export async function findSubstitutes(
  db: Queryable,
  named: readonly SubstituteInput[],
  of?: string,
): Promise<Substitute[]> {
  const ids = await findPartIds(db, named);
  const { found, errors } = toSubstitutes(named, (place) => ids.get(place), of);
  if (errors.length > 0) throw invalidInput(errors);
  return found;
}

/** Returns named substitutes by the ids of their places, and what is wrong with the others. */
export function toSubstitutes(
  named: readonly SubstituteInput[],
  idOfPlace: (place: number) => string | undefined,
  of?: string,
): { found: Substitute[]; errors: FieldError[] } {
  const found: Substitute[] = [];
  const errors: FieldError[] = [];
  for (const [place, { _id, sku, kind, note }] of named.entries()) {
    const at = `substitutes.${place}`;
    const id = idOfPlace(place);
    if (id === undefined) errors.push(fieldError(at, 'no_such_part', { part: sku ?? _id ?? '' }));
    else if (id === of) errors.push(fieldError(at, 'own_substitute'));
    else if (found.some((other) => other._id === id)) errors.push(fieldError(at, 'same_substitute'));
    else found.push({ _id: id, kind, ...(note?.trim() && { note: note.trim() }) });
  }
  return { found, errors };
}

/** Sets the substitutes of a part that has just been added. Throws 400 as `findSubstitutes` does. */
export async function nameSubstitutes(
  transaction: Queryable,
  sku: string,
  named: readonly SubstituteInput[],
): Promise<void> {
  const found = await findSubstitutes(transaction, named);
  await transaction
    .updateTable('products')
    .set({ substitutes: JSON.stringify(found) })
    .where(sql<string>`upper(sku)`, '=', sku.toUpperCase())
    .where('removed_at', 'is', null)
    .execute();
}

/** Returns the ids of parts on sale that are named by id or SKU, by their places. */
export async function findPartIds(
  db: Queryable,
  named: readonly Pick<SubstituteInput, '_id' | 'sku'>[],
): Promise<Map<number, string>> {
  if (named.length === 0) return new Map();
  const ids = named.map(({ _id }) => (_id !== undefined && isId(_id) ? _id : null));
  const skus = named.map(({ sku }) => sku ?? null);
  const { rows } = await sql<{ place: number; id: string }>`
    select place::int - 1 as place, part.id
      from unnest(${ids}::uuid[], ${skus}::text[]) with ordinality as named (id, sku, place)
      join lateral (
        select id from products where products.id = named.id and removed_at is null
        union all
        select id from products where upper(products.sku) = upper(named.sku) and removed_at is null
        limit 1
      ) part on true`.execute(db);
  return new Map(rows.map(({ place, id }) => [place, id]));
}

/** Returns substitutes with their SKUs in place of their ids, as the log tells of them. */
export async function withSkus(
  db: Queryable,
  substitutes: readonly Substitute[],
): Promise<SubstituteInput[]> {
  if (substitutes.length === 0) return [];
  const ids = substitutes.map(({ _id }) => _id);
  const parts = await db
    .selectFrom('products')
    .select(['id', 'sku'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  const skus = new Map(parts.map(({ id, sku }) => [id, sku]));
  return substitutes.map(({ _id, ...rest }) => ({ sku: skus.get(_id)!, ...rest }));
}
