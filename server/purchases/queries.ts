import { type RawBuilder, sql } from 'kysely';
import type { Reach } from '#contract/kernel/reach.ts';
import type { Queryable } from '../ground/database/client.ts';
import { ownedBy } from '../ground/database/owned-by.ts';
import { isId } from '../ground/database/uuid.ts';
import type { Payable } from './rules.ts';

/** A purchase as calls need it that pay or delete it. */
export interface Purchase extends Payable {
  id: string;
  totalCents: number;
}

/** SQL that is true for a row of `purchases` that needs an approval and does not have it: it waits, or was released meanwhile. */
export const isUnapproved = sql<boolean>`(purchases.asked_at is not null and purchases.approved_at is null)`;

/** Whether a purchase waits for an approval, also after its hold, or for its buyer, to whom it was sent back. */
export const isWaiting = sql<boolean>`(${isUnapproved} and purchases.state in ('asked', 'released'))`;

/** Whether a purchase that needs an approval was sent back, and waits for its buyer. */
export const isSentBack = sql<boolean>`exists (
  select from approvals where purchase_id = purchases.id and void_at is null and verdict = 'send_back')`;

/** Returns a purchase that is not deleted, if it is in reach. */
export async function findPurchase(db: Queryable, id: string, reach: Reach): Promise<Purchase | undefined> {
  return isId(id) ? find(db, sql<string>`${id}`, reach) : undefined;
}

/** Returns the purchase of a line that is not deleted, if it is in reach. */
export async function findPurchaseOf(
  db: Queryable,
  orderId: string,
  reach: Reach,
): Promise<Purchase | undefined> {
  const id = sql<string>`(select purchase_id from orders where id = ${orderId} and deleted_at is null)`;
  return isId(orderId) ? find(db, id, reach) : undefined;
}

const find = (db: Queryable, id: RawBuilder<string>, reach: Reach): Promise<Purchase | undefined> =>
  db
    .selectFrom('purchases')
    .select(['id', 'state', 'total_cents as totalCents', isUnapproved.as('isUnapproved')])
    .where('id', '=', id)
    .where('state', '<>', 'deleted')
    // guard: server/orders/purchases.test.ts
    .where(ownedBy(reach))
    .executeTakeFirst();
