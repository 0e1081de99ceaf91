/** What lies on the shelf of products, for sale and for orders, and how much that may be. */
import { type SqlBool, sql } from 'kysely';
import { MOST_STOCK } from '#contract/kernel/pieces.ts';
import type { Queryable } from '../ground/database/client.ts';

/** SQL for the pieces of a row of `orders` that are here, and neither shipped nor cancelled. */
export const piecesToShip = sql<number>`(quantity - awaited - shipped_quantity - cancelled_quantity)`;

/** SQL that is true for a row of `orders` with such pieces. As in the index `orders_on_shelf`, or it is not used. */
export const hasToShip = sql<SqlBool>`quantity > awaited + shipped_quantity + cancelled_quantity`;

/** Whether pieces that come would make a shelf hold more than it may: what orders have of it may go back on sale. */
export const isTooMuch = (shelf: number, coming: number): boolean =>
  coming > 0 && shelf + coming > MOST_STOCK;

/**
 * SQL for a subquery of a row of `products`, to be joined with `cross join lateral`: pieces that are here of unpaid orders (`held`) and
 * of accepted ones (`to_ship`), and the `shelf`, which is these and what is on sale.
 */
export const onShelf = sql`(
  select held, to_ship, available + held + to_ship as shelf from (
    select coalesce(sum(${piecesToShip}) filter (where not is_accepted(state)), 0)::float8 as held,
      coalesce(sum(${piecesToShip}) filter (where is_accepted(state)), 0)::float8 as to_ship
    from orders join purchases on purchases.id = purchase_id
    where orders.product_id = products.id and orders.deleted_at is null and takes_stock(state) and ${hasToShip}
  ) as in_orders)`;

/** Where the pieces on the shelf of a product are. */
export interface ShelfLevel {
  available: number;
  held: number;
  toShip: number;
  shelf: number;
}

/** Returns what lies on the shelves of products, by their ids. They need no lock: all numbers are read at one moment. */
export async function readShelfLevels(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, ShelfLevel>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ShelfLevel & { id: string }>`
    select products.id, available, held, to_ship as "toShip", shelf
    from products cross join lateral ${onShelf} as on_shelf
    where products.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...level }) => [id, level]));
}

/**
 * Returns how many pieces lie on the shelves of products, by their ids. The caller has locked the products: nobody else puts pieces
 * there until the transaction ends.
 */
export async function readShelves(
  transaction: Queryable,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; shelf: number }>`
    select products.id, shelf from products cross join lateral ${onShelf} as on_shelf
    where products.id = any(${ids}::uuid[])`.execute(transaction);
  return new Map(rows.map(({ id, shelf }) => [id, shelf]));
}
