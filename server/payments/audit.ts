import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';

/** What should not be of payments and refunds, a sentence each. */
export async function auditPayments(db: Queryable): Promise<string[]> {
  return [...(await auditWhole(db)), ...(await auditParts(db))];
}

/**
 * Each paid purchase has exactly one payment of its total, its counters agree with that payment, no payment pays without a purchase, and
 * what has gone back of a payment fits its state. Returns a sentence for each exception.
 */
async function auditWhole(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('purchase %s is paid by %s, which is %s', o.id, o.transaction_id, coalesce(p.state, 'unknown')) as fault
    from purchases o left join payments p on p.intent_id = o.transaction_id
    where o.transaction_id is not null and (
      p.purchase_id is distinct from o.id
      or p.amount_cents <> o.total_cents
      or (o.state = 'paid' and p.state not in ('succeeded', 'refunding', 'refused'))
      or (o.state = 'refunded' and p.state not in ('refunded', 'refunding', 'refused')))
    union all
    select format('purchase %s counts %s cents to pay, %s paid and %s refunded, but it comes to %s, and its payment to %s and %s', o.id,
      o.payable_cents, o.paid_cents, o.refunded_cents, o.total_cents, coalesce(p.amount_cents, 0), coalesce(p.refunded_cents, 0))
    from purchases o left join payments p on p.intent_id = o.transaction_id
    where (o.payable_cents, o.paid_cents, o.refunded_cents)
      is distinct from (o.total_cents, coalesce(p.amount_cents, 0), coalesce(p.refunded_cents, 0))
    union all
    select format('payment %s has succeeded, but its purchase %s is not paid by it', p.intent_id, p.purchase_id)
    from payments p left join purchases o on o.id = p.purchase_id
    where p.state = 'succeeded' and o.transaction_id is distinct from p.intent_id
    union all
    select format('all of payment %s has gone back, but it is %s', intent_id, state)
    from payments where refunded_cents = amount_cents and state <> 'refunded'`.execute(db);
  return rows.map((row) => row.fault);
}

/** What lines count as refunded is what refunds of parts come to, and what is done of them has gone back. */
async function auditParts(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('line %s counts %s pieces and %s cents as refunded, but its refunds are of %s and %s', id,
      refunded_quantity, refunded_cents, pieces, cents) as fault
    from (
      select orders.id, refunded_quantity, refunded_cents, coalesce(sum(part.quantity), 0) as pieces,
        coalesce(sum(part.cents), 0) as cents
      from orders
      left join (refund_lines as part join refunds on refunds.id = refund_id and state <> 'withdrawn') on order_id = orders.id
      group by orders.id
    ) as counted
    where refunded_quantity <> pieces or refunded_cents <> cents
    union all
    select format('refund %s is of %s cents, but its lines come to %s', id, cents, coalesce(lines, 0))
    from refunds left join (select refund_id, sum(cents) as lines from refund_lines group by refund_id) as part
      on refund_id = id
    where cents <> lines
    union all
    select format('refunds of payment %s are done that come to %s cents, but %s have gone back', intent_id, done, refunded_cents)
    from payments join (
      select payment_id, sum(cents) filter (where state = 'done') as done from refunds group by payment_id
    ) as part on payment_id = id
    where state = 'succeeded' and done > refunded_cents
    union all
    select format('refund %s is due, but payment %s is %s', refunds.id, intent_id, payments.state)
    from refunds join payments on payments.id = payment_id
    where refunds.state = 'due' and part_id is distinct from refunds.id`.execute(db);
  return rows.map((row) => row.fault);
}
