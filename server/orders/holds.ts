import { sql } from 'kysely';
import type { Queryable } from '../database/client.ts';

/**
 * Holds the orders of buyers who have proven their address since as long as those of others, from their placing; they are told
 * anew when that ends. Orders that somebody has locked are left to the next time: whoever changes several locks them by their
 * ids, and waits for nobody here. Of one order, or of all.
 */
export async function extendProvenHolds(db: Queryable, orderId?: string): Promise<void> {
  await sql`
    update orders set held_until = held_until_proven, held_until_proven = null, hold_warned_at = null
    where id = any(array(
      select orders.id from orders join users on users.id = user_id
      where held_until_proven is not null and held_until is not null and email_verified
        and orders.id = coalesce(${orderId ?? null}::uuid, orders.id)
      order by orders.id for no key update of orders skip locked
    ))`.execute(db);
}

/** Ids of unpaid orders whose hold has ended, oldest first. */
export async function listEndedHolds(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('held_until', '<=', sql<Date>`now()`)
    .orderBy('held_until')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Whether an order's hold is over, by the database's clock. */
export async function isHoldOver(transaction: Queryable, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('held_until', '<=', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Ids of unpaid orders whose hold ends in less than this many minutes and whose buyers were not told, soonest first.
 * `shortMinutes` is for holds that are shorter, as the buyer's address is not proven.
 */
export async function listEndingHolds(
  db: Queryable,
  minutes: number,
  shortMinutes: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('held_until', '>', sql<Date>`now()`)
    .where(
      'held_until',
      '<',
      sql<Date>`now() + make_interval(secs => case when held_until_proven is null then ${minutes * 60}::float else ${shortMinutes * 60}::float end)`,
    )
    .where('hold_warned_at', 'is', null)
    .orderBy('held_until')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Notes that a buyer is told of the end of a hold; false when that was done, or the hold is over. */
export async function markWarned(transaction: Queryable, id: string): Promise<boolean> {
  const row = await transaction
    .updateTable('orders')
    .set({ hold_warned_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('held_until', '>', sql<Date>`now()`)
    .where('hold_warned_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
