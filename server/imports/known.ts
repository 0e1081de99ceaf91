/** What is known of the products that a page of rows is about, and of those that it names. */
import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import { newId } from '../ground/database/uuid.ts';
import { selectProducts } from '../products/queries.ts';
import { toInput } from '../products/row.ts';
import { readShelfLevels } from '../products/shelf.ts';
import { findPartIds } from '../products/substitutes.ts';
import type { Draft } from './draft.ts';
import { type FieldValues, substitutesOf } from './fields.ts';
import type { KnownProduct } from './judge.ts';

/** Ids of parts that a file adds, by their SKUs in capitals: rows name them as substitutes before they are added. */
export type AddedParts = Map<string, string>;

/** For each row its product on sale, if there is one, and the ids of the parts that it names. */
export async function findKnown(
  db: Queryable,
  drafts: readonly Draft[],
  added: AddedParts,
): Promise<{ product: KnownProduct | undefined; substitutes: (string | undefined)[] }[]> {
  const products = await findBySku(db, drafts);
  const named = drafts.map(({ fields }) => fields.substitutes ?? []);
  const ids = await findPartIds(db, named.flat());
  let place = 0;
  return drafts.map(({ inFile = [] }, n) => ({
    product: products[n],
    substitutes: named[n]!.map(({ sku = '' }) => {
      const key = sku.toUpperCase();
      const id = ids.get(place) ?? (inFile.includes(key) ? (added.get(key) ?? newId()) : undefined);
      if (id !== undefined && !ids.has(place)) added.set(key, id);
      place += 1;
      return id;
    }),
  }));
}

/** The products on sale with the SKUs of the rows, each at its row's place. */
async function findBySku(db: Queryable, drafts: readonly Draft[]): Promise<(KnownProduct | undefined)[]> {
  const skus = drafts.map(({ sku }) => sku ?? null);
  const { rows: places } = await sql<{ place: number; id: string }>`
    select place::int as place, products.id
    from unnest(${skus}::text[]) with ordinality as wanted (sku, place)
    join products on upper(products.sku) = upper(wanted.sku) and removed_at is null`.execute(db);
  const ids = places.map(({ id }) => id);
  const rows = await selectProducts(db).where(sql<boolean>`products.id = any(${ids}::uuid[])`).execute();
  const onSale = await findOnSale(
    db,
    rows.flatMap(({ substitutes }) => substitutes.map(({ _id }) => _id)),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const levels = await readShelfLevels(
    db,
    places.flatMap(({ place, id }) => (saysStock(drafts[place - 1]!) ? [id] : [])),
  );
  const found: (KnownProduct | undefined)[] = new Array(drafts.length).fill(undefined);
  for (const { place, id } of places) {
    const row = byId.get(id);
    if (!row) continue;
    const shown = row.substitutes.filter(({ _id }) => onSale.has(_id));
    found[place - 1] = {
      id,
      input: toInput(row),
      attributes: row.category_attributes ?? [],
      shown,
      level: levels.get(id),
    };
  }
  return found;
}

const saysStock = ({ said: { counted, added } }: Draft) => counted !== undefined || added !== undefined;

async function findOnSale(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from products where id = any(${ids}::uuid[]) and removed_at is null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns what names the substitutes in the values of rows by their SKUs, as people and programs do. Parts that the import has not
 * added yet have theirs from its rows.
 */
export async function nameParts(
  db: Queryable,
  importId: string,
  all: readonly (FieldValues | null | undefined)[],
): Promise<(values: FieldValues) => FieldValues> {
  const ids = new Set(all.flatMap((values) => substitutesOf(values).map(({ _id }) => _id)));
  const skus = new Map<string, string>();
  if (ids.size > 0) {
    const { rows } = await sql<{ id: string; sku: string }>`
      select id, sku from products where id = any(${[...ids]}::uuid[])
      union all
      select product_id, sku from import_rows
      where import_id = ${importId} and action = 'new' and product_id = any(${[...ids]}::uuid[])`.execute(db);
    for (const { id, sku } of rows) skus.set(id, sku);
  }
  return (values) =>
    'substitutes' in values
      ? {
          ...values,
          // While a file is being read, it may not have come to a part yet.
          substitutes: substitutesOf(values).flatMap(({ _id, ...rest }) => {
            const sku = skus.get(_id);
            return sku === undefined ? [] : [{ sku, ...rest }];
          }),
        }
      : values;
}

/**
 * Returns a function that gives values of rows their current substitutes: a part that the import was to add is the one on sale with its
 * SKU, whoever has added it, or is added by a later row. Undefined when one is neither, or has become another of the row's parts.
 */
export async function findPartsOfNow(
  db: Queryable,
  importId: string,
  all: readonly (FieldValues | null)[],
): Promise<(values: FieldValues, of: string | null) => FieldValues | undefined> {
  const ids = [...new Set(all.flatMap((values) => substitutesOf(values).map(({ _id }) => _id)))];
  const onSale = await findOnSale(db, ids);
  const ofNow = new Map<string, string | null>();
  const others = ids.filter((id) => !onSale.has(id));
  if (others.length > 0) {
    const { rows } = await sql<{ id: string; now: string | null }>`
      select added.product_id as id, coalesce(part.id, case when added.result is null then added.product_id end) as now
      from import_rows as added
      left join products as part on upper(part.sku) = upper(added.sku) and part.removed_at is null
      where added.import_id = ${importId} and added.action = 'new' and added.product_id = any(${others}::uuid[])`.execute(
      db,
    );
    for (const { id, now } of rows) ofNow.set(id, now);
  }
  return (values, of) => {
    const before = substitutesOf(values);
    if (!before.some(({ _id }) => ofNow.has(_id))) return values;
    const substitutes = before.map((one) => ({
      ...one,
      _id: ofNow.has(one._id) ? ofNow.get(one._id)! : one._id,
    }));
    const parts = new Set([of, null, ...substitutes.map(({ _id }) => _id)]);
    return parts.size === substitutes.length + (of === null ? 1 : 2) ? { ...values, substitutes } : undefined;
  };
}
