/** What there is of products: on sale, in orders, on the shelf, and expected. */
import { type RawBuilder, sql } from 'kysely';
import type { StockLevel } from '#contract/stock/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { onShelf } from '../products/shelf.ts';

/** What is expected of a row of `products`, and promised to nobody. */
export const expectedPieces = sql<number>`coalesce((
  select sum(quantity - promised)::float8 from receipts where product_id = products.id and closed_at is null), 0)`;

interface LevelRow {
  id: string;
  sku: string;
  name: string;
  ean: string | null;
  bin: string | null;
  reorderPoint: number | null;
  available: number;
  held: number;
  toShip: number;
  shelf: number;
  expected: number;
}

/**
 * Returns the levels of rows of `products`.
 * @param products a select of whole rows, with its order; of many, only a page
 */
export async function readLevels(db: Queryable, products: RawBuilder<unknown>): Promise<StockLevel[]> {
  const { rows } = await sql<LevelRow>`
    with chosen as materialized (select *, row_number() over () as place from (${products}) as sorted)
    select products.id, sku, name, ean, bin, reorder_point as "reorderPoint", available,
      held, to_ship as "toShip", shelf, ${expectedPieces} as expected
    from chosen as products cross join lateral ${onShelf} as on_shelf
    order by place`.execute(db);
  return rows.map(({ id, ean, bin, reorderPoint, ...row }) => ({
    _id: id,
    ...row,
    ...(ean !== null && { ean }),
    ...(bin !== null && { bin }),
    ...(reorderPoint !== null && { reorderPoint }),
  }));
}
