import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';

/** Price lists whose count of parts is not that of their lines, and those that never count for who has them. */
export async function auditPriceLists(snapshot: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    (select format('price list %s counts %s parts, and has %s', id, parts, lines) as fault
    from price_lists cross join lateral (
      select count(*)::int as lines from price_list_lines where list_id = price_lists.id
    ) as counted
    where parts <> lines limit 100)
    union all
    (select format('price list %s is in %s and never counts for %s, which pays in %s: give it a list in that currency',
      price_lists.name, price_lists.currency, buyers.name, buyers.currency)
    from (
      select buyer_id, list_id from buyer_price_lists
      union all
      select buyers.id, list_id from group_price_lists join buyers using (group_id)
    ) as assigned join buyers on buyers.id = buyer_id join price_lists on price_lists.id = list_id
    where price_lists.currency <> buyers.currency limit 100)`.execute(snapshot);
  return rows.map(({ fault }) => fault);
}
