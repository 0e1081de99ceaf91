import { sql } from 'kysely';
import type { Reach } from '#contract/kernel/reach.ts';
import type { ReturnAnswer } from '#contract/returns/schema.ts';
import { isReturnOpen, type ReturnState } from '#contract/returns/states.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { Problem } from '../ground/handling/problem.ts';
import { recordEvent } from '../log/queries.ts';
import { sumPieces, withPieces } from '../purchases/pieces.ts';
import { setCounters } from '../purchases/state.ts';
import { type LockedReturn, lockReturn } from './lock.ts';
import { requireReturn } from './pictures.ts';
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

/**
 * Ends a return in reach whose buyer sends nothing back after all. Throws 404, and 409 for one that has ended, or of which pieces have
 * come in.
 */
export async function withdrawReturn(
  { db }: Database,
  id: string,
  reach: Reach,
  actor: string,
): Promise<void> {
  await requireReturn(db, id, reach);
  await transact(db, async (transaction) => {
    const locked = await lockReturn(transaction, id);
    const { state, isBegun, purchase, left } = locked;
    if (!isReturnOpen(state)) throw new Problem('return_state', { state });
    if (isBegun) throw new Problem('return_state', { state: 'received in part' });
    const now = sql<Date>`now()`;
    await transaction
      .updateTable('returns')
      .set({ state: 'closed', closed_at: now, withdrawn_at: now })
      .where('id', '=', id)
      .execute();
    await stopWaiting(transaction, locked);
    await recordEvent(transaction, {
      kind: 'return_withdrawn',
      actor,
      purchaseId: purchase.id,
      facts: { returnId: id, pieces: sumPieces(left) },
    });
  });
}

/** The pieces that have not come back are not on their way any more: they may be returned anew. */
async function stopWaiting(transaction: Queryable, { purchase, left }: LockedReturn): Promise<void> {
  await setCounters(withPieces(purchase.lines, left, { returningQuantity: -1 })).execute(transaction);
}
