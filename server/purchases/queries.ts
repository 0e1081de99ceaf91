import type { Reach } from '#contract/reach.ts';
import type { Queryable } from '../database/client.ts';
import { isId } from '../database/uuid.ts';
import type { PurchaseState } from './rules.ts';

/** A purchase as calls need it that are about one of its lines. */
export interface Purchase {
  id: string;
  state: PurchaseState;
  totalCents: number;
}

/** Returns the purchase of a line that is not deleted, if it is in reach. */
export async function findPurchaseOf(
  db: Queryable,
  orderId: string,
  reach: Reach,
): Promise<Purchase | undefined> {
  if (!isId(orderId)) return undefined;
  let query = db
    .selectFrom('orders')
    .innerJoin('purchases', 'purchases.id', 'orders.purchase_id')
    .select(['purchases.id', 'purchases.state', 'purchases.total_cents as totalCents'])
    .where('orders.id', '=', orderId)
    .where('orders.deleted_at', 'is', null);
  if (reach !== 'all') query = query.where('purchases.user_id', '=', reach.userId);
  return query.executeTakeFirst();
}
