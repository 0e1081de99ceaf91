import { type SqlBool, sql } from 'kysely';
import type { Page } from '#contract/kernel/fields.ts';
import { toDollars } from '#contract/kernel/money.ts';
import type { PaymentToAnswer } from '#contract/payments/schema.ts';
import { explainDispute, explainReason, explainRefusal } from '#contract/payments/words.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { firstLineOf } from '../log/first-line.ts';
import { ASKS_NOTHING, BLOCKING } from './dispute-rules.ts';
import { PAYMENT_COLUMNS, withDisputes } from './order-payments.ts';
import { purchaseOf } from './purchase-of.ts';

/** Payments that an admin has to do something about, oldest first, each with what that is and with its order. */
export async function listPaymentsToAnswer(
  db: Queryable,
  { limit, after }: Page,
): Promise<PaymentToAnswer[]> {
  if (after !== undefined && !isId(after)) return [];
  let query = toAnswer(db)
    .leftJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .select(PAYMENT_COLUMNS)
    .select(firstLineOf(sql`payments.purchase_id`).as('order_id'))
    .select(['payments.purchase_id', 'purchases.number', 'asking.status', 'asking.due_at', 'asking.reason'])
    .select(['asking.amount_cents as asked_cents', 'refused.left_cents'])
    .orderBy('payments.id');
  if (after !== undefined) query = query.where('payments.id', '>', after);
  if (limit !== undefined) query = query.limit(limit);
  const rows = await query.execute();
  return (await withDisputes(db, rows)).map((payment, index) => {
    const row = rows[index]!;
    return {
      ...payment,
      toDo: toDo(row),
      ...purchaseOf(row),
    };
  });
}

/** How many payments an admin has to do something about. */
export async function countPaymentsToAnswer(db: Queryable): Promise<number> {
  const { total } = await toAnswer(db)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Payments whose refund is refused, with what disputes leave of them to refund. */
function refusedRefunds(db: Queryable) {
  return db
    .selectFrom('payments')
    .select('intent_id')
    .select((e) =>
      sql<number>`least(part_cents, amount_cents - refunded_cents - ${e
        .selectFrom('disputes')
        .whereRef('disputes.intent_id', '=', 'payments.intent_id')
        .where('disputes.status', 'in', BLOCKING)
        .select(sql<number>`coalesce(sum(disputes.amount_cents), 0)::integer`.as('cents'))})`.as(
        'left_cents',
      ),
    )
    .where(sql<SqlBool>`state in ('refunding', 'refused')`)
    .where('state', '=', 'refused')
    .as('refunds');
}

/**
 * Payments with a dispute that has to be answered (`asking`: the oldest one, which is due first), or with a refused refund of
 * which disputes leave something to refund. The conditions in raw SQL are those of two indexes: on disputes that are not over,
 * which alone are still compared (`checked_at`), and on refunds that are due or refused.
 */
function toAnswer(db: Queryable) {
  return db
    .with('asking', (e) =>
      e
        .selectFrom('disputes')
        .distinctOn('intent_id')
        .select(['intent_id', 'status', 'reason', 'amount_cents', 'due_at'])
        .where(sql<SqlBool>`checked_at < 'infinity'`)
        .where('status', 'not in', ASKS_NOTHING)
        .orderBy('intent_id')
        .orderBy('opened_at'),
    )
    .with('refused', (e) => e.selectFrom(refusedRefunds(db)).selectAll().where('left_cents', '>', 0))
    .selectFrom('payments')
    .leftJoin('asking', 'asking.intent_id', 'payments.intent_id')
    .leftJoin('refused', 'refused.intent_id', 'payments.intent_id')
    .where('payments.intent_id', 'in', (e) =>
      e.selectFrom('asking').select('asking.intent_id').union(e.selectFrom('refused').select('intent_id')),
    );
}

interface Reason {
  status: string | null;
  reason: string | null;
  due_at: Date | null;
  asked_cents: number | null;
  left_cents: number | null;
  refund_problem: string | null;
}

/** What an admin has to do about a payment, by what selected it: a dispute that asks goes before a refused refund. */
function toDo(row: Reason): PaymentToAnswer['toDo'] {
  if (row.status !== null && row.asked_cents !== null)
    return {
      ...explainDispute(row.status),
      ...explainReason(row.reason ?? 'general'),
      amount: toDollars(row.asked_cents),
      dueAt: row.due_at?.toISOString(),
    };
  const { what, advice } = explainRefusal(row.refund_problem ?? 'unknown');
  return { what, advice, amount: toDollars(row.left_cents ?? 0) };
}
