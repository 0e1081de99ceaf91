/** What lies on the shelf of products, for sale and for orders, and how much that may be. */
import { type SqlBool, sql } from 'kysely';
import { MOST_STOCK } from '#contract/pieces.ts';
import type { Queryable } from '../database/client.ts';

/** SQL for the pieces of a row of `orders` that are here, and neither shipped nor cancelled. */
export const piecesToShip = sql<number>`(quantity - awaited - shipped_quantity - cancelled_quantity)`;

/** SQL that is true for a row of `orders` with such pieces. As in the index `orders_on_shelf`, or it is not used. */
export const hasToShip = sql<SqlBool>`quantity > awaited + shipped_quantity + cancelled_quantity`;

/** Whether pieces that come would make a shelf hold more than it may: what orders have of it may go back on sale. */
export const isTooMuch = (shelf: number, coming: number): boolean =>
  coming > 0 && shelf + coming > MOST_STOCK;

/**
 * Returns how many pieces lie on the shelves of products, by their ids: on sale, held for unpaid orders, and paid and not shipped. The
 * caller has locked the products: nobody else puts pieces there until the transaction ends.
 */
export async function readShelves(
  transaction: Queryable,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; shelf: number }>`
    select products.id, available + coalesce((
        select sum(${piecesToShip}) from orders join purchases on purchases.id = purchase_id
        where product_id = products.id and orders.deleted_at is null and state in ('held', 'paid') and ${hasToShip}
      ), 0)::float8 as shelf
    from products where products.id = any(${ids}::uuid[])`.execute(transaction);
  return new Map(rows.map(({ id, shelf }) => [id, shelf]));
}
