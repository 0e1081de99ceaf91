import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';

/** What should not be of invoices and credit notes, a sentence each. */
export async function auditInvoices(db: Queryable): Promise<string[]> {
  return [...(await auditNumbers(db)), ...(await auditPaid(db)), ...(await auditRefunded(db))];
}

/** Numbers go from 1 to the counter's last one: no gap, and none twice. */
async function auditNumbers(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('%s documents of the kind %s have %s numbers from %s to %s, but the last one was %s', count, kind, numbers,
      first, highest, last) as fault
    from document_counters join (
      select 'invoice' as kind, count(*), count(distinct number) as numbers, min(number) as first, max(number) as highest from invoices
      union all
      select 'credit_note', count(*), count(distinct number), min(number), max(number) from credit_notes
    ) as issued using (kind)
    where last <> count or numbers <> count or coalesce(first, 1) <> 1 or coalesce(highest, 0) <> count`.execute(
    db,
  );
  return rows.map((row) => row.fault);
}

/** Each accepted purchase has one invoice, of its total and of its lines; no other has one. */
async function auditPaid(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('purchase %s is accepted, and has no invoice', purchases.id) as fault
    from purchases left join invoices on purchase_id = purchases.id where accepted_at is not null and invoices.number is null
    union all
    select format('invoice %s is of purchase %s, which is not accepted', invoices.number, purchase_id)
    from invoices left join purchases on purchases.id = purchase_id where accepted_at is null
    union all
    select format('invoice %s is of %s cents and %s lines of %s, but its purchase comes to %s', number, invoiced, lines, summed, total_cents)
    from (
      select invoices.number, (invoices.facts ->> 'totalCents')::bigint as invoiced, total_cents,
        jsonb_array_length(invoices.facts -> 'lines') as lines,
        (select sum((line ->> 'totalCents')::bigint) from jsonb_array_elements(invoices.facts -> 'lines') as line) as summed
      from invoices join purchases on purchases.id = purchase_id
    ) as compared
    where invoiced <> total_cents or summed is distinct from total_cents`.execute(db);
  return rows.map((row) => row.fault);
}

/**
 * Credit notes come to what has gone back of a purchase's payment; to more only while a refund is due again that a bank has sent
 * back. Each refund of pieces has one of its cents.
 */
async function auditRefunded(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('%s cents of purchase %s are credited, and %s have gone back of its payment, which is %s', credited, id,
      refunded_cents, state) as fault
    from (
      select purchases.id, payments.refunded_cents, payments.state, coalesce(sum(cents) filter (where withdrawn_at is null), 0) as credited
      from purchases join payments on intent_id = transaction_id left join credit_notes on credit_notes.purchase_id = purchases.id
      group by purchases.id, payments.id
    ) as compared
    where credited < refunded_cents or (credited > refunded_cents and state in ('succeeded', 'refunded'))
    union all
    select format('refund %s of %s cents is done, but its credit note is of %s', refunds.id, refunds.cents, credit_notes.cents)
    from refunds join payments on payments.id = payment_id join purchases on transaction_id = intent_id
    left join credit_notes on refund_id = refunds.id and withdrawn_at is null
    where refunds.state = 'done' and credit_notes.cents is distinct from refunds.cents
    union all
    select format('credit note %s is of %s cents, but its lines come to %s', number, cents, summed)
    from (
      select number, cents, (select sum((line ->> 'cents')::bigint) from jsonb_array_elements(lines) as line) as summed
      from credit_notes where lines is not null
    ) as compared
    where summed is distinct from cents`.execute(db);
  return rows.map((row) => row.fault);
}
