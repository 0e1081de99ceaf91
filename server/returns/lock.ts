import { sql } from 'kysely';
import type { ReturnState } from '#contract/returns/states.ts';
import type { LinePieces } from '#contract/shipping/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { type LockedPurchase, lockPurchaseOf } from '../purchases/state.ts';

/** A return, locked with its purchase until the transaction ends. */
export interface LockedReturn {
  purchase: LockedPurchase;
  state: ReturnState;
  /** Whether pieces of it have come back. */
  isBegun: boolean;
  /** The pieces of each of its lines that have not come back. */
  left: LinePieces[];
}

/** Locks a return for a change: its purchase first, as everywhere. Throws 404. */
export async function lockReturn(transaction: Queryable, id: string): Promise<LockedReturn> {
  const purchase = await lockPurchaseOf(transaction, 'return', id);
  const { state, received_at } = await transaction
    .selectFrom('returns')
    .select(['state', 'received_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const left = await transaction
    .selectFrom('return_lines')
    .select(['order_id as orderId', sql<number>`quantity - received`.as('quantity')])
    .where('return_id', '=', id)
    .execute();
  return { purchase, state, isBegun: received_at !== null, left };
}
