import { sql } from 'kysely';
import type { Receipt } from '#contract/receipts/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { begins, today } from '../ground/days.ts';
import { revised } from '../products/revision.ts';

/** Closed deliveries that are listed. */
const MOST_CLOSED = 20;

/** What is expected of a product by day, then what has arrived or was called off, newest first. */
export async function listReceipts(db: Queryable, productId: string): Promise<Receipt[]> {
  if (!isId(productId)) return [];
  const receipts = db.selectFrom('receipts').selectAll().where('product_id', '=', productId);
  const [open, closed] = await Promise.all([
    receipts.where('closed_at', 'is', null).orderBy('due_on').execute(),
    receipts.where('closed_at', 'is not', null).orderBy('closed_at', 'desc').limit(MOST_CLOSED).execute(),
  ]);
  return [...open, ...closed].map((row) => ({
    _id: row.id,
    productId: row.product_id,
    dueOn: row.due_on,
    quantity: row.quantity,
    promised: row.promised,
    arrived: row.arrived,
    closedAt: row.closed_at?.toISOString(),
  }));
}

/** Makes the memory of every process read a product again. */
export async function reviseProduct(transaction: Queryable, id: string, forSale = 0): Promise<void> {
  await transaction
    .updateTable('products')
    .set({ available: sql<number>`available + ${forSale}::int`, ...revised })
    .where('id', '=', id)
    .execute();
}

/**
 * Takes deliveries whose day has passed out of what products show: nobody can order of them until they have another day.
 * Returns the ids of the products, which were last changed before that.
 */
export async function withdrawLate(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with late as materialized (
      select id from products
      where id = any(array(
        select product_id from receipts join products on products.id = product_id
        where closed_at is null and due_on < ${today} and changed_at < ${begins(sql`due_on + 1`)}
      ))
      order by id for no key update
    )
    update products set revision = revision + 1, changed_at = now() from late
    where products.id = late.id
    returning products.id`.execute(db);
  return rows.map(({ id }) => id);
}
