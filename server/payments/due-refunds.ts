import { type SqlBool, sql } from 'kysely';
import type { Page } from '#contract/kernel/fields.ts';
import { toDollars } from '#contract/kernel/money.ts';
import type { DueRefund } from '#contract/payments/schema.ts';
import { explainRefusal, refundReason } from '#contract/payments/words.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { firstLineOf } from '../log/first-line.ts';
import { purchaseOf } from './purchase-of.ts';

/**
 * Refunds that the provider has not confirmed yet and that go on by themselves, the oldest payment first: for people to look at. Those
 * that it has refused wait for an admin (payments-to-answer.ts).
 */
export async function listDueRefunds(db: Queryable, { limit, after }: Page): Promise<DueRefund[]> {
  if (after !== undefined && !isId(after)) return [];
  let query = due(db)
    .select([
      'id',
      'intent_id',
      'purchase_id',
      'amount_cents',
      'refunded_cents',
      'part_cents',
      'refund_reason',
      'refund_cause',
      'refund_actor',
      'refund_next_at',
      'refund_attempts',
      'refund_problem',
      'settled_at',
      'created_at',
    ])
    .select(firstLineOf(sql`payments.purchase_id`).as('order_id'))
    .select((e) =>
      e
        .selectFrom('purchases')
        .select('number')
        .whereRef('purchases.id', '=', 'payments.purchase_id')
        .as('number'),
    )
    .orderBy('id');
  if (after !== undefined) query = query.where('id', '>', after);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map((row) => ({
    _id: row.id,
    transactionId: row.intent_id,
    ...purchaseOf(row),
    amount: toDollars(row.part_cents ?? row.amount_cents - row.refunded_cents),
    why: refundReason(row.refund_reason, row.refund_cause),
    cause: row.refund_cause ?? undefined,
    who: row.refund_actor ?? '',
    since: (row.settled_at ?? row.created_at).toISOString(),
    nextTryAt: row.refund_next_at!.toISOString(),
    tries: row.refund_attempts,
    problem: row.refund_problem === null ? undefined : explainRefusal(row.refund_problem),
  }));
}

export async function countDueRefunds(db: Queryable): Promise<number> {
  const { total } = await due(db)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The states of the index `payments_going_back` stand in the text: for a parameter PostgreSQL cannot tell that it fits. */
function due(db: Queryable) {
  return db
    .selectFrom('payments')
    .where(sql<SqlBool>`state in ('refunding', 'refused')`)
    .where('state', '=', 'refunding');
}
