import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DisputeListQuery, DisputeState, ListedDispute } from '#contract/payments/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { firstLineOf } from '../log/first-line.ts';
import { ASKS_NOTHING, isOver } from './dispute-rules.ts';
import { toDispute } from './order-payments.ts';
import { purchaseOf } from './purchase-of.ts';

/** A page of all disputes, or of those in a state, the one that was opened last first. */
export async function listDisputes(
  db: Queryable,
  { limit, after, state }: DisputeListQuery,
): Promise<ListedDispute[]> {
  let query = inState(db, state)
    .innerJoin('payments', 'payments.intent_id', 'disputes.intent_id')
    .leftJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .selectAll('disputes')
    .select(firstLineOf(sql`payments.purchase_id`).as('order_id'))
    .select(['payments.purchase_id', 'purchases.number', 'purchases.buyer_name', 'purchases.buyer_email'])
    .orderBy('disputes.opened_at', 'desc')
    .orderBy('disputes.id', 'desc');
  if (after !== undefined)
    query = query.where(
      sql<SqlBool>`(disputes.opened_at, disputes.id) < (select opened_at, id from disputes where id = ${after})`,
    );
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map((row) => ({
    ...toDispute(row),
    transactionId: row.intent_id,
    asks: !ASKS_NOTHING.includes(row.status),
    isOver: isOver(row.status),
    ...purchaseOf(row),
    ...(row.buyer_email !== null && { buyer: { name: row.buyer_name ?? '', email: row.buyer_email } }),
  }));
}

export async function countDisputes(db: Queryable, { state }: DisputeListQuery): Promise<number> {
  const { total } = await inState(db, state)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** `checked_at` of those that are over is 'infinity': an index has it. */
const CONDITIONS: Record<DisputeState, RawBuilder<SqlBool>> = {
  open: sql`disputes.checked_at < 'infinity'`,
  over: sql`disputes.checked_at = 'infinity'`,
};

function inState(db: Queryable, state: DisputeState | undefined) {
  const disputes = db.selectFrom('disputes');
  return state === undefined ? disputes : disputes.where(CONDITIONS[state]);
}
