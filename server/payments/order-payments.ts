import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Page } from '#contract/fields.ts';
import { toDollars } from '#contract/money.ts';
import { formatOrderNumber } from '#contract/order-number.ts';
import type { Dispute, Payment, PaymentToAnswer } from '#contract/payments.ts';
import type { Queryable } from '../database/client.ts';
import type { Schema } from '../database/schema.ts';
import { isId } from '../database/uuid.ts';
import { firstLineOf } from '../events/first-line.ts';
import { ANSWERED, explainDispute, explainNoRefund, reasonInWords, WITH_THE_BANK } from './dispute-words.ts';
import { explainRefusal } from './refund-problems.ts';

/** The payments of a line's purchase with their refused refunds and disputes, oldest first: for admins. */
export async function listOrderPayments(db: Queryable, orderId: string): Promise<Payment[]> {
  const payments = await db
    .selectFrom('payments')
    .select(COLUMNS)
    .where('purchase_id', '=', sql<string>`(select purchase_id from orders where id = ${orderId})`)
    .orderBy('id')
    .execute();
  return withDisputes(db, payments);
}

const COLUMNS = ['id', 'intent_id', 'state', 'amount_cents', 'refunded_cents', 'refund_problem'] as const;

type PaymentRow = Pick<Selectable<Schema['payments']>, (typeof COLUMNS)[number]>;

/** Payments that an admin has to do something about, oldest first, each with its order. */
export async function listPaymentsToAnswer(
  db: Queryable,
  { limit, after }: Page,
): Promise<PaymentToAnswer[]> {
  if (after !== undefined && !isId(after)) return [];
  let query = toAnswer(db)
    .leftJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .select(COLUMNS.map((column) => `payments.${column}` as const))
    .select(firstLineOf(sql`payments.purchase_id`).as('order_id'))
    .select('purchases.number')
    .orderBy('payments.id');
  if (after !== undefined) query = query.where('payments.id', '>', after);
  if (limit !== undefined) query = query.limit(limit);
  const rows = await query.execute();
  return (await withDisputes(db, rows)).map((payment, index) => {
    const { order_id, number } = rows[index]!;
    return {
      ...payment,
      orderId: order_id ?? undefined,
      orderNumber: number === null ? undefined : formatOrderNumber(number),
    };
  });
}

export async function countPaymentsToAnswer(db: Queryable): Promise<number> {
  const { total } = await toAnswer(db)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Payments with a dispute that has to be answered or a refund that has stopped, unless the bank
 * decides about it or has taken the money for good. Each half has its index: what is over is
 * never compared again, and the refunds' state stands in the text as in the index.
 */
function toAnswer(db: Queryable) {
  const disputed = db
    .selectFrom('disputes')
    .select('intent_id')
    .where(sql<SqlBool>`checked_at < 'infinity'`)
    .where('status', 'not in', ANSWERED);
  const refused = db
    .selectFrom('payments')
    .select('intent_id')
    .where(sql<SqlBool>`state in ('refunding', 'refused')`)
    .where('state', '=', 'refused')
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('disputes')
            .whereRef('disputes.intent_id', '=', 'payments.intent_id')
            .where('disputes.status', 'in', WITH_THE_BANK),
        ),
      ),
    );
  return db.selectFrom('payments').where('payments.intent_id', 'in', disputed.union(refused));
}

async function withDisputes(db: Queryable, payments: PaymentRow[]): Promise<Payment[]> {
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
    const amounts = ofPayment.map(({ status, amount_cents }) => ({ status, amount: amount_cents }));
    return {
      _id: row.id,
      transactionId: row.intent_id,
      state: row.state,
      amount: toDollars(row.amount_cents),
      refunded: toDollars(row.refunded_cents),
      problem: row.refund_problem === null ? undefined : explainRefusal(row.refund_problem),
      disputes: ofPayment.map(toDispute),
      noRefund: explainNoRefund(amounts, row.amount_cents - row.refunded_cents),
    };
  });
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
