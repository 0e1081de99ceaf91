import { sql } from 'kysely';
import type { Queryable } from '../database/client.ts';

/** Marks a paid order refunded; false when it was before. Locks the order. */
export async function markRefunded(transaction: Queryable, orderId: string): Promise<boolean> {
  const result = await transaction
    .updateTable('orders')
    .set({ refunded_at: sql`now()` })
    .where('id', '=', orderId)
    .where('paid_at', 'is not', null)
    .where('refunded_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
