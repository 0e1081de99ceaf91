import { type Selectable, sql } from 'kysely';
import { toDollars } from '#contract/kernel/money.ts';
import type { Dispute, Payment } from '#contract/payments/schema.ts';
import {
  explainDispute,
  explainReason,
  explainRefusal,
  NO_REFUND,
  reasonInWords,
} from '#contract/payments/words.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { Schema } from '../ground/database/schema.ts';
import { whyNoRefund } from './dispute-rules.ts';

/** The payments of a line's purchase with their refused refunds and disputes, oldest first: for admins. */
export async function listOrderPayments(db: Queryable, orderId: string): Promise<Payment[]> {
  const payments = await db
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .where('purchase_id', '=', sql<string>`(select purchase_id from orders where id = ${orderId})`)
    .orderBy('id')
    .execute();
  return withDisputes(db, payments);
}

/** The columns of which `withDisputes` makes a payment. */
export const PAYMENT_COLUMNS = [
  'payments.id',
  'payments.intent_id',
  'payments.state',
  'payments.amount_cents',
  'payments.refunded_cents',
  'payments.refund_problem',
  'payments.refund_next_at',
  'payments.part_cents',
  sql<boolean>`exists (
    select from purchases as paid
    where paid.id = payments.purchase_id and paid.state = 'paid' and paid.transaction_id = payments.intent_id)`.as(
    'has_paid',
  ),
] as const;

type PaymentRow = Pick<
  Selectable<Schema['payments']>,
  | ('id' | 'intent_id' | 'state' | 'amount_cents' | 'refunded_cents')
  | ('refund_problem' | 'refund_next_at' | 'part_cents')
> & { has_paid: boolean };

/** Payments as admins see them, in the same order, each with its disputes. */
export async function withDisputes(db: Queryable, payments: PaymentRow[]): Promise<Payment[]> {
  if (payments.length === 0) return [];
  const intentIds = payments.map(({ intent_id }) => intent_id);
  const disputes = await db
    .selectFrom('disputes')
    .selectAll()
    .where('intent_id', '=', sql<string>`any(${intentIds})`)
    .orderBy('opened_at')
    .execute();
  return payments.map((row) => {
    const ofPayment = disputes.filter(({ intent_id }) => intent_id === row.intent_id);
    const refused = whyNoRefund(
      ofPayment.map(({ status, amount_cents }) => ({ status, amount: amount_cents })),
      row.amount_cents - row.refunded_cents,
    );
    return {
      _id: row.id,
      transactionId: row.intent_id,
      state: row.state,
      amount: toDollars(row.amount_cents),
      refunded: toDollars(row.refunded_cents),
      refunding: toRefunding(row),
      problem: row.refund_problem === null ? undefined : explainRefusal(row.refund_problem),
      disputes: ofPayment.map(toDispute),
      noRefund: refused && NO_REFUND[refused],
    };
  });
}

function toRefunding(row: PaymentRow): Payment['refunding'] {
  if (row.state !== 'refunding' && row.state !== 'refused') return undefined;
  return {
    amount: toDollars(row.part_cents ?? row.amount_cents - row.refunded_cents),
    nextTryAt: row.state === 'refused' ? undefined : row.refund_next_at?.toISOString(),
    ofPieces: row.part_cents !== null,
    canBeWithdrawn: row.state === 'refused' && row.part_cents === null && row.has_paid,
  };
}

/** A dispute as admins see it. */
export function toDispute(row: {
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
    ...explainReason(row.reason),
    openedAt: row.opened_at.toISOString(),
    dueAt: row.due_at?.toISOString(),
  };
}
