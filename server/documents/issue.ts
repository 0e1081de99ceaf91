import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import { type Credited, judgeCredits } from './credits.ts';
import { readPurchase } from './facts.ts';
import { noteSeller } from './seller.ts';

/**
 * A statement that takes the next numbers of a kind and returns the one before them. Its row stays locked until the transaction ends:
 * the next one gets the numbers after these, or these when this one is rolled back. A clock that is read behind it gives later
 * numbers later times.
 */
const takeNumbers = (kind: 'invoice' | 'credit_note', count: number): RawBuilder<unknown> =>
  sql`update document_counters set last = last + ${count} where kind = ${kind} returning last - ${count} as before`;

/**
 * Issues the invoice of a purchase that this transaction has made paid, and returns its number. As late as can be: the next
 * payment waits for the number after it until this transaction ends.
 */
export async function issueInvoice(transaction: Queryable, purchaseId: string): Promise<number> {
  const { purchase } = await readPurchase(transaction, purchaseId);
  const sellerId = await noteSeller(transaction);
  const { rows } = await sql<{ number: number }>`
    with taken as (${takeNumbers('invoice', 1)})
    insert into invoices (number, purchase_id, issued_at, seller_id, facts)
    select before + 1, ${purchaseId}, clock_timestamp(), ${sellerId}, ${JSON.stringify(purchase)} from taken
    returning number`.execute(transaction);
  return rows[0]!.number;
}

/**
 * Issues the credit notes that the purchase of a locked payment lacks, and withdraws those of money that is not refunded after all.
 * After all that the transaction changes of the payment and its refunds, and as late as can be, as an invoice.
 */
export async function issueCreditNotes(transaction: Queryable, intentId: string): Promise<void> {
  const credited = await readCredited(transaction, intentId);
  if (!credited) return;
  const { withdrawn, issued } = judgeCredits(credited);
  if (withdrawn.length > 0)
    await sql`
      update credit_notes set withdrawn_at = clock_timestamp() where number = any(${withdrawn})`.execute(
      transaction,
    );
  if (issued.length === 0) return;
  const sellerId = await noteSeller(transaction);
  const rows = JSON.stringify(issued.map((note, nth) => ({ ...note, nth: nth + 1 })));
  await sql`
    with taken as (${takeNumbers('credit_note', issued.length)})
    insert into credit_notes (number, purchase_id, refund_id, cents, issued_at, seller_id, lines, reason)
    select before + nth, ${credited.purchaseId}, "refundId", cents, clock_timestamp(), ${sellerId}, lines, reason
    from taken, json_to_recordset(${rows}::json)
      as note (nth int, "refundId" uuid, cents bigint, lines jsonb, reason text)`.execute(transaction);
}

/** Undefined for a payment that has paid no purchase. */
async function readCredited(
  transaction: Queryable,
  intentId: string,
): Promise<(Credited & { purchaseId: string }) | undefined> {
  const { rows } = await sql<Credited & { purchaseId: string }>`
    select purchases.id as "purchaseId", payments.state, payments.refunded_cents as "refundedCents", refund_reason as reason,
      array(
        select jsonb_build_object('id', id, 'state', refunds.state, 'cents', cents, 'reason', reason, 'lines', array(
          select jsonb_build_object('no', line_no, 'quantity', part.quantity, 'cents', part.cents)
          from refund_lines as part join orders on orders.id = order_id where refund_id = refunds.id order by line_no
        )) from refunds where payment_id = payments.id order by id
      ) as refunds,
      array(
        select jsonb_build_object('number', number, 'refundId', refund_id, 'cents', cents, 'isWithdrawn', withdrawn_at is not null)
        from credit_notes where purchase_id = purchases.id order by number
      ) as notes,
      array(
        select jsonb_build_object('no', line_no, 'quantity', quantity - refunded_quantity, 'cents', total_cents - refunded_cents)
        from orders where purchase_id = purchases.id and deleted_at is null and refunded_quantity < quantity order by line_no
      ) as "left"
    from payments join purchases on purchases.id = payments.purchase_id and transaction_id = intent_id
    where intent_id = ${intentId}`.execute(transaction);
  return rows[0];
}
