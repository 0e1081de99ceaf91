import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import type { Limits } from '../ground/limits/limits.ts';
import type { Module } from '../ground/module.ts';
import { tallyEvents } from '../log/list.ts';
import type { PayingContext } from '../payments/pay.ts';
import type { Ordering } from '../purchases/place.ts';
import { type ApprovalCalls, type PurchaseCalls, purchaseHandlers } from './purchase-routes.ts';
import { type OrderCalls, orderHandlers } from './routes.ts';

export const orders: Module<
  OrderCalls | PurchaseCalls | ApprovalCalls,
  PayingContext & { ordering: Ordering; limits: Limits }
> = {
  name: 'orders',
  open: ({ ordering, limits, ...context }) => ({
    handlers: {
      ...orderHandlers(ordering, context, limits),
      ...purchaseHandlers(ordering, context),
    },
    measures: [
      {
        name: 'shop_orders',
        help: 'Orders by state',
        label: 'state',
        read: orderStates(ordering.database.db),
      },
    ],
  }),
};

/**
 * Counts orders by state. Those under way are counted by small indexes of their own. Those at their end are as many as the log
 * has entries of it, which only ever come in: none of it takes longer as a shop grows.
 */
function orderStates(db: Queryable) {
  const paid = tallyEvents(db, { kinds: { names: ['order_paid'] } });
  const refunded = tallyEvents(db, { kinds: { names: ['order_refunded'] } });
  const deleted = tallyEvents(db, { kinds: { names: ['order_deleted'] } });
  return async () => {
    const { rows } = await sql<Record<'held' | 'released', number>>`
      select (${linesOf('held')}) as held, (${linesOf('released')}) as released`.execute(db);
    const back = await refunded.total();
    return {
      ...rows[0]!,
      paid: (await paid.total()) - back,
      refunded: back,
      deleted: await deleted.total(),
    };
  };
}

/** Counts the lines of purchases in a state, which stands in the text, as in its index. */
function linesOf(state: 'held' | 'released') {
  return sql`select count(*) from purchases join orders on purchase_id = purchases.id
    where state = ${sql.lit(state)} and orders.deleted_at is null`;
}
