import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';

/**
 * What members and budgets of companies have used is what their purchases say, each purchase counts, and each company has an admin. A
 * sentence for each exception, with what to do.
 */
export async function auditCompanies(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with parts as (
      select purchase_spending.*, cents_spent(state, total_cents, refunded_cents) as spent
      from purchase_spending join purchases on purchases.id = purchase_id
    )
    select format('company %s counts %s cents of %s in the period from %s on, but its purchases count %s: set used_cents to %s',
      buyers.name, used_cents, coalesce('the budget ' || budgets.name, 'the month of ' || coalesce(email, scope_id::text)),
      spending.period_start, coalesce(cents, 0), coalesce(cents, 0)) as fault
    from spending left join (
        select buyer_id, scope_id, period_start, sum(cents) as cents from parts group by 1, 2, 3
      ) as counted using (buyer_id, scope_id, period_start)
      join buyers on buyers.id = spending.buyer_id left join budgets on budgets.id = scope_id left join users on users.id = scope_id
    where used_cents <> coalesce(cents, 0)
    union all
    select format('purchase %s counts %s cents in limit %s, but comes to %s: add the difference to purchase_spending and spending',
      purchase_id, cents, scope_id, spent)
    from parts where cents <> spent
    union all
    select format('purchase %s of %s counts in no month of who has placed it: add it to purchase_spending and spending', purchases.id,
      buyers.name)
    from purchases join members on members.buyer_id = purchases.buyer_id and members.user_id = purchases.user_id
      join buyers on buyers.id = purchases.buyer_id
    where takes_stock(state) and not exists (
      select from purchase_spending where purchase_id = purchases.id and scope_id = purchases.user_id)
    union all
    select format('company %s has members and no admin: make one of them its admin', name)
    from buyers where exists (select from members where buyer_id = buyers.id)
      and not exists (select from members where buyer_id = buyers.id and 'admin' = any(roles))`.execute(db);
  return rows.map(({ fault }) => fault);
}
