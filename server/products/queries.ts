import { type SelectQueryBuilder, sql } from 'kysely';
import type { Queryable } from '../database/client.ts';
import type { Schema } from '../database/schema.ts';
import { type ProductRow, type StoredProduct, toStored } from './row.ts';

const COLUMNS = [
  'products.id',
  'products.name',
  'image',
  'short_details',
  'min_order',
  'available',
  'price_micros',
  'multiple',
  'break_from',
  'break_micros',
  'sku',
  'maker',
  'mpn',
  'category_id',
  'products.attributes',
  'package_name',
  'package_pieces',
  'lead_days',
  'lifecycle',
  'weight_grams',
  'more_images',
  'revision',
  'removed_at',
  'categories.slug as category_slug',
  'categories.name as category_name',
  'categories.attributes as category_attributes',
] as const;

/** Rows of products with their categories. */
export function selectProducts(
  db: Queryable,
): SelectQueryBuilder<Joined, 'products' | 'categories', ProductRow> {
  return db
    .selectFrom('products')
    .leftJoin('categories', 'categories.id', 'category_id')
    .select(COLUMNS) as never;
}

type Joined = Schema & { categories: { [C in keyof Schema['categories']]: Schema['categories'][C] | null } };

/** All products on sale. */
export async function readCatalogue(db: Queryable): Promise<StoredProduct[]> {
  const rows = await selectProducts(db).where('removed_at', 'is', null).orderBy('products.id').execute();
  return rows.map(toStored);
}

/** The named products, removed ones too. */
export async function readProducts(db: Queryable, ids: string[]): Promise<StoredProduct[]> {
  // One parameter: there may be more ids than a statement can have parameters.
  const rows = await selectProducts(db).where(sql<boolean>`products.id = any(${ids}::uuid[])`).execute();
  return rows.map(toStored);
}

/** Products that changed within the last `seconds`. */
export async function readRecentlyChanged(db: Queryable, seconds: number): Promise<StoredProduct[]> {
  const rows = await selectProducts(db)
    .where('changed_at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .execute();
  return rows.map(toStored);
}

/** Ids of up to two products on sale with exactly this name: enough to tell one from several. */
export async function findIdsByName(db: Queryable, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('name', '=', name)
    .where('removed_at', 'is', null)
    .limit(2)
    .execute();
  return rows.map((row) => row.id);
}
