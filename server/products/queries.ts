import { type SelectQueryBuilder, sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import type { Schema } from '../ground/database/schema.ts';
import { expected, readExpected } from './expected.ts';
import { type ProductRow, type StoredProduct, toStored } from './row.ts';

const PRODUCT_COLUMNS = [
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
  'ean',
  'reorder_point',
  'bin',
  'category_id',
  'products.attributes',
  'package_name',
  'package_pieces',
  'lead_days',
  'lifecycle',
  'weight_grams',
  'more_images',
  'attachments',
  'substitutes',
  'revision',
  'edition',
  'removed_at',
] as const;

const COLUMNS = [
  ...PRODUCT_COLUMNS,
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
    .select(COLUMNS)
    .select(expected.as('expected')) as never;
}

type Joined = Schema & { categories: { [C in keyof Schema['categories']]: Schema['categories'][C] | null } };

/** Products that are read at once at the start. Of more at once, more outlive their first garbage collection. */
const ROWS = 500;

/**
 * All products on sale, oldest first, some at a time: all at once would take much memory that a process does not give back.
 * They are of one moment. Each category is read once, and not with each of its products; PostgreSQL reads the next products
 * while the caller is busy with these.
 */
export async function* readCatalogue(db: Queryable): AsyncGenerator<StoredProduct[]> {
  const moment = await db.startTransaction().setIsolationLevel('repeatable read').execute();
  try {
    const read = (last: string) =>
      moment
        .selectFrom('products')
        .select(PRODUCT_COLUMNS)
        .where('removed_at', 'is', null)
        .where('products.id', '>', last)
        .orderBy('products.id')
        .limit(ROWS)
        .execute();
    const categories = await moment
      .selectFrom('categories')
      .select(['id', 'slug', 'name', 'attributes'])
      .execute();
    const expectedOf = await readExpected(moment);
    const known = new Map(categories.map((category) => [category.id, category]));
    let next = read('00000000-0000-0000-0000-000000000000');
    for (;;) {
      const rows = await next;
      const isLast = rows.length < ROWS;
      if (!isLast) next = read(rows.at(-1)!.id);
      // Whoever waits for it hears of a failure.
      next.catch(() => {});
      yield rows.map((row) => {
        const category = row.category_id === null ? undefined : known.get(row.category_id);
        // A copy of each row would take longer.
        return toStored(
          Object.assign(row, {
            expected: expectedOf.get(row.id) ?? null,
            category_slug: category?.slug ?? null,
            category_name: category?.name ?? null,
            category_attributes: category?.attributes ?? null,
          }),
        );
      });
      if (isLast) return;
    }
  } finally {
    await moment.commit().execute();
  }
}

/** The named products, removed ones too. */
export async function readProducts(db: Queryable, ids: string[]): Promise<StoredProduct[]> {
  // One parameter: there may be more ids than a statement can have parameters.
  const rows = await selectProducts(db).where(sql<boolean>`products.id = any(${ids}::uuid[])`).execute();
  return rows.map(toStored);
}

/** Which products changed within the last `seconds`: to read them all again, as one knows most of them, would take long. */
export async function findRecentlyChanged(
  db: Queryable,
  seconds: number,
): Promise<{ id: string; revision: number; removed: boolean }[]> {
  return db
    .selectFrom('products')
    .select(['id', 'revision', sql<boolean>`removed_at is not null`.as('removed')])
    .where('changed_at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .execute();
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
