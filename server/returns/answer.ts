import { sql } from 'kysely';
import type { ReturnState } from '#contract/return-states.ts';
import type { ReturnAnswer } from '#contract/returns.ts';
import type { Database, Queryable } from '../database/client.ts';
import { transact } from '../database/transact.ts';
import { Problem } from '../handling/problem.ts';
import { type LockedReturn, lockReturn } from './lock.ts';
import { tellAnswer } from './tell.ts';

/** What staff may make of a return that is in a state. All of it has come back by receiving it. */
const ANSWERS: Record<ReturnState, readonly ReturnAnswer['state'][]> = {
  asked: ['accepted', 'declined'],
  accepted: ['closed'],
  declined: [],
  received: [],
  closed: [],
};

/**
 * Answers a return, or ends the wait for what has not come back of it, and tells the buyer. Throws 404, and 409 for an answer that
 * comes too late.
 */
export async function answerReturn(
  { db }: Database,
  id: string,
  { state, answer }: ReturnAnswer,
  actor: string,
): Promise<void> {
  await transact(db, async (transaction) => {
    const locked = await lockReturn(transaction, id);
    if (!ANSWERS[locked.state].includes(state)) throw new Problem('return_state', { state: locked.state });
    await transaction
      .updateTable('returns')
      .set({
        state,
        ...(answer && { answer }),
        ...(locked.state === 'asked' && { answered_at: sql<Date>`now()` }),
        ...(state !== 'accepted' && { closed_at: sql<Date>`now()` }),
      })
      .where('id', '=', id)
      .execute();
    if (state !== 'accepted') await stopWaiting(transaction, locked);
    await tellAnswer(transaction, { returnId: id, purchaseId: locked.purchase.id, state, answer, actor });
  });
}

/** The pieces that have not come back are not on their way any more: they may be returned anew. */
async function stopWaiting(transaction: Queryable, { lines }: LockedReturn): Promise<void> {
  await sql`
    update orders set returning_quantity = returning_quantity - "left"
    from json_to_recordset(${JSON.stringify(lines)}::json) as line ("orderId" uuid, "left" int)
    where orders.id = line."orderId" and "left" > 0`.execute(transaction);
}
