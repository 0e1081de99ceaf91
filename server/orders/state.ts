import { sql, type UpdateObject } from 'kysely';
import type { Queryable } from '../database/client.ts';
import type { Schema } from '../database/schema.ts';
import { isId } from '../database/uuid.ts';
import { type OrderState, orderState, requireTransition } from './rules.ts';

/** An order's row as rules need it, locked until the transaction ends. Deleted orders, too. */
export interface LockedOrder {
  id: string;
  userId: string | null;
  productId: string;
  quantity: number;
  totalCents: number;
  state: OrderState;
  transactionId: string | null;
}

/** Locks an order for a change of its state. Undefined when there is none with this id. */
export async function lockOrder(transaction: Queryable, id: string): Promise<LockedOrder | undefined> {
  if (!isId(id)) return undefined;
  const row = await transaction
    .selectFrom('orders')
    .select(['id', 'user_id', 'product_id', 'quantity', 'unit_price_cents', 'transaction_id'])
    .select(['held_until', 'paid_at', 'refunded_at', 'deleted_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      userId: row.user_id,
      productId: row.product_id,
      quantity: row.quantity,
      totalCents: row.unit_price_cents * row.quantity,
      state: orderState(row),
      transactionId: row.transaction_id,
    }
  );
}

/** A change of an order's state, with what has to be known for it. */
export type OrderChange =
  /** `provenMinutes`: how long it is held once the buyer's address is proven, where that is longer. */
  | { to: 'held'; holdMinutes: number; provenMinutes?: number }
  | { to: 'paid'; transactionId: string }
  | { to: 'released' | 'refunded' | 'deleted' };

/** Changes the state of a locked order. Throws 409 for a change that is not in the table of rules.ts. */
export async function changeOrderState(
  transaction: Queryable,
  order: LockedOrder,
  change: OrderChange,
): Promise<void> {
  requireTransition(order.state, change.to);
  await transaction.updateTable('orders').set(columnsOf(change)).where('id', '=', order.id).execute();
}

function columnsOf(change: OrderChange): UpdateObject<Schema, 'orders'> {
  switch (change.to) {
    case 'held':
      return {
        held_until: inMinutes(change.holdMinutes),
        held_until_proven: change.provenMinutes === undefined ? null : inMinutes(change.provenMinutes),
        // A hold that is as short as paying takes counts as warned of: its buyer is paying.
        hold_warned_at: change.provenMinutes === undefined ? null : sql<Date>`now()`,
      };
    case 'released':
      return NO_HOLD;
    case 'paid':
      return { ...NO_HOLD, paid_at: sql<Date>`now()`, transaction_id: change.transactionId };
    case 'refunded':
      return { refunded_at: sql<Date>`now()` };
    case 'deleted':
      return { ...NO_HOLD, deleted_at: sql<Date>`now()` };
  }
}

const NO_HOLD = { held_until: null, held_until_proven: null };

function inMinutes(minutes: number) {
  return sql<Date>`now() + make_interval(mins => ${minutes}::int)`;
}

/** What a statement left of a product's stock, for the memory of the catalogue. */
export interface StockLevel {
  productId: string;
  available: number;
  revision: number;
}

/** Adds pieces to a product's stock (takes them, when negative). Undefined when there are not that many. */
export async function changeStock(
  transaction: Queryable,
  productId: string,
  pieces: number,
): Promise<StockLevel | undefined> {
  return transaction
    .updateTable('products')
    .set({
      available: sql`available + ${pieces}::int`,
      revision: sql`revision + 1`,
      changed_at: sql`now()`,
    })
    .where('id', '=', productId)
    .where(sql<boolean>`available + ${pieces}::int >= 0`)
    .returning(['id as productId', 'available', 'revision'])
    .executeTakeFirst();
}
