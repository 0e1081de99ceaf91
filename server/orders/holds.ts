import { sql } from 'kysely';
import type { Queryable } from '../database/client.ts';

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

/** Ids of unpaid orders whose hold ends in less than this many minutes and whose buyers were not told, soonest first. */
export async function listEndingHolds(db: Queryable, minutes: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('held_until', '>', sql<Date>`now()`)
    .where('held_until', '<', sql<Date>`now() + make_interval(secs => ${minutes * 60})`)
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
