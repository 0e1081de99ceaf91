import { type RawBuilder, sql } from 'kysely';
import type { RefundReason } from '#contract/payments/schema.ts';
import { PURCHASE_MAX_LINES } from '#contract/purchases/limits.ts';
import { adminsToTell } from '../accounts/admins.ts';
import { invoicesOf } from '../documents/queries.ts';
import type { Queryable } from '../ground/database/client.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { firstLineOf } from '../log/first-line.ts';
import { purchaseMails } from '../purchases/mail-words.ts';
import { partKeys, purchaseFacts, purchaseKeys, recipient } from '../purchases/mails.ts';
import { paymentMails } from './mail-words.ts';

/** Tells a buyer that a purchase is paid, and its invoice. */
export async function enqueuePaid(transaction: Queryable, purchaseId: string): Promise<void> {
  const invoice = invoicesOf(transaction, sql.ref('purchases.id')).select('number').limit(1);
  await insertMail(
    purchaseMails.order_paid,
    sql`select ${recipient} as recipient, purchases.id::text as subject,
        ${purchaseFacts(sql`'transactionId', transaction_id, 'invoiceNumber', ${invoice}`)} as facts
      from purchases where purchases.id = ${purchaseId}::uuid`,
  ).execute(transaction);
}

/**
 * Tells a buyer that the money of a purchase has gone back, and its newest credit note: anew when their bank had sent it back, which counts as a refusal.
 * @param lastCents what went back with this refund, when it was not the first
 */
export async function enqueueOrderRefunded(
  transaction: Queryable,
  intentId: string,
  reason: RefundReason,
  lastCents?: number,
): Promise<void> {
  await insertMail(
    paymentMails.order_refunded,
    sql`select ${recipient} as recipient, purchases.id || ':' || refund_refusals as subject, ${purchaseFacts(
      sql`'transactionId', payments.intent_id, 'lastCents', ${lastCents ?? null}::bigint, ${reasonFacts(reason)},
        'creditNoteNumber', (select max(number) from credit_notes where purchase_id = purchases.id and withdrawn_at is null)`,
    )} as facts
      from payments join purchases on purchases.id = payments.purchase_id where payments.intent_id = ${intentId}`,
  ).execute(transaction);
}

/** Tells a buyer that the money of some pieces has gone back, or an amount without pieces, and its credit note. */
export async function enqueuePartRefunded(transaction: Queryable, refundId: string): Promise<void> {
  await insertMail(
    paymentMails.part_refunded,
    sql`select ${recipient} as recipient, refunds.id::text as subject,
        jsonb_build_object(${purchaseKeys}, 'orderId', ${firstLineOf(sql`purchases.id`)},
          'transactionId', intent_id, 'reason', refunds.reason, 'refundCents', refunds.cents,
          'creditNoteNumber', (select number from credit_notes where refund_id = refunds.id)) || lines.facts as facts
      from refunds
      join payments on payments.id = refunds.payment_id
      join purchases on purchases.id = payments.purchase_id
      cross join lateral (
        select jsonb_build_object('refundCount', count(*), 'refundLines', coalesce(jsonb_agg(jsonb_build_object(
          ${partKeys}, 'quantity', quantity, 'cents', cents) order by line_no)
          filter (where nth <= ${PURCHASE_MAX_LINES}), '[]')) as facts
        from (
          select product_id, product_name, customer_ref, refund_lines.quantity, cents, line_no, row_number() over (order by line_no) as nth
          from refund_lines join orders on orders.id = order_id where refund_id = refunds.id
        ) as lines
      ) as lines
      where refunds.id = ${refundId}`,
  ).execute(transaction);
}

/** Tells a buyer that money which paid no purchase has gone back. Nobody is told when the account is gone. */
export async function enqueuePaymentRefunded(
  transaction: Queryable,
  intentId: string,
  reason: RefundReason,
): Promise<void> {
  await insertMail(
    paymentMails.payment_refunded,
    sql`select coalesce(${recipient}, users.email) as recipient, payments.intent_id as subject,
        jsonb_build_object('transactionId', payments.intent_id, 'amountCents', payments.amount_cents,
          'orderNumber', purchases.number, ${reasonFacts(reason)}) as facts
      from payments
      left join purchases on purchases.id = payments.purchase_id
      left join users on users.id = payments.user_id
      where payments.intent_id = ${intentId} and coalesce(purchases.buyer_email, users.email) is not null`,
  ).execute(transaction);
}

/** The payment's own reason, which an admin may have given for a refund that was made at the provider then. */
function reasonFacts({ reason, cause }: RefundReason): RawBuilder<unknown> {
  return sql`'reason', coalesce(refund_reason, ${reason}),
    'cause', case when refund_reason is null then coalesce(refund_cause, ${cause}) end`;
}

/** Tells all admins of a dispute as it is now, once for each status. */
export async function enqueueDispute(transaction: Queryable, id: string): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select email from ${adminsToTell} as admins`.execute(transaction);
  for (const { email } of rows) {
    await insertMail(
      paymentMails.dispute_changed,
      sql`select ${email} as recipient, disputes.id || ':' || disputes.status || ':' || ${email} as subject,
          jsonb_build_object('transactionId', disputes.intent_id, 'amountCents', disputes.amount_cents,
            'status', disputes.status, 'reason', disputes.reason, 'dueAt', disputes.due_at,
            'orderId', ${firstLineOf(sql`payments.purchase_id`)}, 'orderNumber', purchases.number) as facts
        from disputes
        join payments on payments.intent_id = disputes.intent_id
        left join purchases on purchases.id = payments.purchase_id
        where disputes.id = ${id}`,
    ).execute(transaction);
  }
}
