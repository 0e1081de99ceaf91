import { sql } from 'kysely';
import type { Queryable } from '../database/client.ts';

/**
 * Moves the end of holds to `held_until_proven` where the buyer has proven their address since, and has them warned of the new
 * end. With `orderId` only that order's, with `email` only that buyer's. Orders that somebody has locked are skipped and left to the next run, so this waits
 * for nobody.
 */
export async function extendProvenHolds(
  db: Queryable,
  { orderId, email }: { orderId?: string; email?: string } = {},
): Promise<void> {
  await sql`
    update orders set held_until = held_until_proven, held_until_proven = null, hold_warned_at = null
    where id = any(array(
      select orders.id from orders join users on users.id = user_id
      where held_until_proven is not null and held_until is not null and email_verified
        and orders.id = coalesce(${orderId ?? null}::uuid, orders.id)
        and users.email = coalesce(${email ?? null}::text, users.email)
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
 * Ids of unpaid orders whose hold ends in less than `minutes` and whose buyers were not told, soonest first. `shortMinutes`
 * counts instead for the shorter holds of buyers whose address is not proven.
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
