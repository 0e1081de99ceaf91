import { toDollars } from '#contract/money.ts';
import type { Dispute, Payment } from '#contract/payments.ts';
import type { Queryable } from '../database/client.ts';
import { explainDispute, reasonInWords } from './dispute-words.ts';
import { explainRefusal } from './refund-problems.ts';

/** An order's payments with their refused refunds and disputes, oldest first: for admins. */
export async function listOrderPayments(db: Queryable, orderId: string): Promise<Payment[]> {
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'intent_id', 'state', 'amount_cents', 'refunded_cents', 'refund_problem'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  const disputes = await db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.intent_id', 'disputes.intent_id')
    .selectAll('disputes')
    .where('payments.order_id', '=', orderId)
    .orderBy('disputes.opened_at')
    .execute();
  return payments.map((row) => ({
    _id: row.id,
    transactionId: row.intent_id,
    state: row.state,
    amount: toDollars(row.amount_cents),
    refunded: toDollars(row.refunded_cents),
    problem: row.refund_problem === null ? undefined : explainRefusal(row.refund_problem),
    disputes: disputes.filter(({ intent_id }) => intent_id === row.intent_id).map(toDispute),
  }));
}

function toDispute(row: {
  id: string;
  amount_cents: number;
  withdrawn_cents: number;
  status: string;
  reason: string;
  opened_at: Date;
  due_at: Date | null;
}): Dispute {
  return {
    _id: row.id,
    amount: toDollars(row.amount_cents),
    withdrawn: toDollars(row.withdrawn_cents),
    status: row.status,
    ...explainDispute(row.status),
    reason: reasonInWords(row.reason),
    openedAt: row.opened_at.toISOString(),
    dueAt: row.due_at?.toISOString(),
  };
}
