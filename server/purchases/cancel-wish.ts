import { sql } from 'kysely';
import type { Reach } from '#contract/kernel/reach.ts';
import type { Database } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { Problem } from '../ground/handling/problem.ts';
import { recordEvent } from '../log/queries.ts';
import { enqueueText } from './mails.ts';
import { isAccepted } from './rules.ts';
import { lockInReach } from './state.ts';

/**
 * Notes that the buyer of an accepted purchase in reach wants it cancelled: staff refund it, or say why not. Asking again changes nothing.
 * Throws 404, and 409 for one that is not accepted, is refunded, or of which nothing is left to ship.
 */
export async function askCancel(
  { db }: Database,
  id: string,
  why: string,
  { reach, actor }: { reach: Reach; actor: string },
): Promise<void> {
  await transact(db, async (transaction) => {
    const { state, lines } = await lockInReach(transaction, id, reach);
    if (state === 'refunded') throw new Problem('already_refunded');
    if (!isAccepted(state)) throw new Problem('not_paid');
    if (lines.every((line) => line.quantity === line.shippedQuantity + line.cancelledQuantity))
      throw new Problem('shipped_already');
    const { numUpdatedRows } = await transaction
      .updateTable('purchases')
      .set({ cancel_asked_at: sql<Date>`now()`, cancel_why: why })
      .where('id', '=', id)
      .where('cancel_asked_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n)
      await recordEvent(transaction, { kind: 'cancel_asked', actor, purchaseId: id, why });
  });
}

/** Refuses to cancel a purchase whose buyer has asked for it, and tells them why. Throws 404, and 409 where nobody has asked. */
export async function refuseCancel({ db }: Database, id: string, why: string, actor: string): Promise<void> {
  await transact(db, async (transaction) => {
    const { state } = await lockInReach(transaction, id, 'all');
    const { numUpdatedRows } = await transaction
      .updateTable('purchases')
      .set({ cancel_asked_at: null, cancel_why: null })
      .where('id', '=', id)
      .where('cancel_asked_at', 'is not', null)
      .executeTakeFirst();
    if (!isAccepted(state) || numUpdatedRows === 0n) throw new Problem('cancel_not_asked');
    const told = await recordEvent(transaction, { kind: 'cancel_refused', actor, purchaseId: id, why });
    await enqueueText(transaction, 'cancel_refused', id, told, why);
  });
}
