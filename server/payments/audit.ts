import { sql } from 'kysely';
import type { Queryable } from '../database/client.ts';

/**
 * Each paid purchase has exactly one payment of its total, no payment pays without a purchase, and what has gone back of a
 * payment fits its state. A sentence for each exception.
 */
export async function auditPayments(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('purchase %s is paid by %s, which is %s', o.id, o.transaction_id, coalesce(p.state, 'unknown')) as fault
    from purchases o left join payments p on p.intent_id = o.transaction_id
    where o.transaction_id is not null and (
      p.purchase_id is distinct from o.id
      or p.amount_cents <> o.total_cents
      or (o.state = 'paid' and p.state not in ('succeeded', 'refunding', 'refused'))
      or (o.state = 'refunded' and p.state not in ('refunded', 'refunding', 'refused')))
    union all
    select format('payment %s has succeeded, but its purchase %s is not paid by it', p.intent_id, p.purchase_id)
    from payments p left join purchases o on o.id = p.purchase_id
    where p.state = 'succeeded' and o.transaction_id is distinct from p.intent_id
    union all
    select format('all of payment %s has gone back, but it is %s', intent_id, state)
    from payments where refunded_cents = amount_cents and state <> 'refunded'`.execute(db);
  return rows.map((row) => row.fault);
}
