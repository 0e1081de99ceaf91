import { type RawBuilder, sql } from 'kysely';
import { fieldError } from '#contract/kernel/field-message.ts';
import type { Page } from '#contract/kernel/fields.ts';
import { MOST_LISTED, type StockLevel, type StockQuery } from '#contract/stock/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { invalidInput } from '../ground/handling/problem.ts';
import { expectedPieces, readLevels } from './levels.ts';

/** What the list is narrowed by. Words have been looked up. */
export interface StockFilter extends Pick<StockQuery, 'category' | 'bin' | 'short' | 'sort'> {
  ids?: string[] | undefined;
}

/** Reads the ids of a query; those that cannot be one name nothing. Throws 400 for too many. */
export function readIds(products: string | undefined): string[] | undefined {
  const ids = products?.split(',');
  if (ids && ids.length > MOST_LISTED)
    throw invalidInput([fieldError('products', 'stock_products', { most: MOST_LISTED })]);
  return ids?.filter(isId);
}

/** Returns a page of the stock of products on sale: the oldest first, or as they stand on the shelves. */
export async function listStock(
  db: Queryable,
  { after, limit, ...filter }: StockFilter & Page,
): Promise<StockLevel[]> {
  if (after !== undefined && !isId(after)) return [];
  return readLevels(
    db,
    sql`
      select * from products
      where ${conditions(filter)} and ${after === undefined ? sql`true` : behind(after, filter.sort)}
      order by ${filter.sort === 'bin' ? sql`bin collate "C", id` : sql`id`}
      ${limit === undefined ? sql`` : sql`limit ${limit}`}`,
  );
}

/** Returns how many products match. */
export async function countStock(db: Queryable, filter: StockFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from products where ${conditions(filter)}`.execute(db);
  return rows[0]!.count;
}

const isListed = sql`id in (select product_id from short_products)`;

/** Whether less of a product is on sale and expected than its reorder point says. Triggers keep those of which less is on sale. */
export const isBelowReorderPoint = sql<boolean>`${isListed} and available + ${expectedPieces} < reorder_point`;

/** A product runs out when it is below its reorder point, or has less than its smallest order and is still made. */
const isShort = sql<boolean>`${isListed}
  and available + ${expectedPieces} < low_from(reorder_point, min_order, multiple, lifecycle)`;

/** Sorts behind every letter that a bin can have. */
const END = '\u{10ffff}';

function conditions({ ids, category, bin, short }: StockFilter): RawBuilder<boolean> {
  const all = [sql`removed_at is null`];
  if (ids) all.push(sql`products.id = any(${ids}::uuid[])`);
  if (category !== undefined) all.push(sql`category_id = any(${categoriesBelow(category)})`);
  if (bin !== undefined && bin.trim() !== '') {
    const from = bin.trim().toUpperCase();
    all.push(sql`bin collate "C" >= ${from} and bin collate "C" < ${from + END}`);
  }
  if (short) all.push(isShort);
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** The ids of a category and of all below it. */
function categoriesBelow(slug: string) {
  return sql`array(
    with recursive below (id) as (
      select id from categories where slug = ${slug}
      union
      select categories.id from categories join below on parent_id = below.id
    )
    select id from below)`;
}

/** Follows a product in the order of the list. Those without a bin come last. */
function behind(after: string, sort: StockFilter['sort']) {
  if (sort !== 'bin') return sql`id > ${after}`;
  const last = sql`(select bin collate "C" from products where id = ${after})`;
  return sql`case when ${last} is null then bin is null and id > ${after}
    else bin is null or (bin collate "C", id) > (${last}, ${after}::uuid) end`;
}
