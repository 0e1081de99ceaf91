import { sql } from 'kysely';
import type { Reach } from '#contract/kernel/reach.ts';
import type { NewReturn } from '#contract/returns/schema.ts';
import type { Database } from '../ground/database/client.ts';
import { tryAgain } from '../ground/database/transact.ts';
import { newId } from '../ground/database/uuid.ts';
import { notFound } from '../ground/handling/problem.ts';
import { type Attempt, once } from '../ground/idempotency/idempotency.ts';
import { sumPieces, withinBounds } from '../purchases/pieces.ts';
import { findPurchase } from '../purchases/queries.ts';
import { lockPurchase, setCounters } from '../purchases/state.ts';
import { judgeAsked } from './judge.ts';
import { mailAsked, tellAnswer } from './tell.ts';

/**
 * Notes that pieces of a purchase in reach are to come back: their buyer asks for it, or staff (`isByStaff`) accept them at once. The buyer
 * gets an email with the number of the return.
 * Throws 404, and 409 for more pieces than were shipped and are not on their way back already, with what is left of each line, or when
 * the purchase has as many returns as it may.
 */
export async function askReturn(
  { db }: Database,
  purchaseId: string,
  { lines, wish }: NewReturn,
  { reach, actor, isByStaff }: { reach: Reach; actor: string; isByStaff: boolean },
  attempt: Attempt | undefined,
): Promise<{ insertedId: string }> {
  if (!(await findPurchase(db, purchaseId, reach))) throw notFound('order');
  const asking = tryAgain(() =>
    once(db, attempt, async (transaction) => {
      const purchase = (await lockPurchase(transaction, purchaseId))!;
      const counted = judgeAsked(purchase, lines);
      const id = newId();
      const facts = { returnId: id, lines: lines.length, pieces: sumPieces(lines) };
      await sql`
        with line as materialized (
          select * from json_to_recordset(${JSON.stringify(lines)}::json) as line ("orderId" uuid, quantity int, reason text)
        ), asked as (
          insert into returns (id, purchase_id, nth, state, wish, actor, answered_at)
          select ${id}::uuid, id, returns_count + 1, ${isByStaff ? 'accepted' : 'asked'}, ${wish ?? null}, ${actor},
            case when ${isByStaff} then now() end
          from purchases where id = ${purchaseId}::uuid
        ), asked_line as (
          insert into return_lines (return_id, order_id, quantity, reason)
          select ${id}::uuid, "orderId", quantity, reason from line
        ), logged as (
          insert into events (id, kind, actor, purchase_id, facts)
          values (${newId()}::uuid, 'return_asked', ${actor}, ${purchaseId}::uuid, ${JSON.stringify(facts)}::jsonb)
        )
        ${setCounters(counted)}`.execute(transaction);
      if (isByStaff)
        await tellAnswer(transaction, { returnId: id, purchaseId, state: 'accepted', answer: '', actor });
      else await mailAsked(transaction, id);
      return { insertedId: id };
    }),
  );
  return withinBounds(asking);
}
