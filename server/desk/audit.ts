import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import { dayOfTime, shopZone } from '../ground/days.ts';
import { figuresOf, partsOf } from './figures.ts';

/** The kept figures of a day are what happened on it, and what was invoiced. A sentence for each exception. */
export async function auditFigures(db: Queryable): Promise<string[]> {
  return [...(await auditKept(db)), ...(await auditRevenue(db))];
}

/** Invoices are written when purchases become paid, and the figures are read without them. */
async function auditRevenue(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('%s cents were paid on %s, but %s were invoiced', revenue_cents, day, coalesce(invoiced, 0)) as fault
    from shop_days left join (
      select ${dayOfTime(sql`(facts ->> 'paidAt')::timestamptz`)} as day, sum((facts ->> 'totalCents')::bigint) as invoiced
      from invoices group by 1
    ) as documents using (day)
    where zone = ${shopZone} and revenue_cents <> coalesce(invoiced, 0) order by day`.execute(db);
  return rows.map(({ fault }) => fault);
}

async function auditKept(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from shop_days where zone = ${shopZone} order by day`.execute(db);
  const faults: string[] = [];
  for (const { day } of rows) {
    const of = sql`${day}`;
    const { rows: wrong } = await sql<{ kept: object; found: object }>`
      select to_jsonb(kept) as kept, to_jsonb(found) as found
      from (select day, placed, paid, revenue_cents, pieces, new_buyers, expired, sold_out from shop_days
          where zone = ${shopZone} and day = ${day}::date) as kept,
        (${figuresOf(of)}) as found
      where to_jsonb(kept) <> to_jsonb(found)`.execute(db);
    for (const { kept, found } of wrong)
      faults.push(
        `the figures of ${day} are kept as ${JSON.stringify(kept)}, and are ${JSON.stringify(found)}`,
      );
    const { rows: parts } = await sql<{ productId: string }>`
      select coalesce(kept.product_id, found.product_id) as "productId"
      from (select * from shop_day_parts where zone = ${shopZone} and day = ${day}::date) as kept
        full join (${partsOf(of)}) as found on found.product_id = kept.product_id
      where (kept.pieces, kept.cents) is distinct from (found.pieces, found.cents)`.execute(db);
    for (const { productId } of parts)
      faults.push(`what was paid of product ${productId} on ${day} is kept wrong`);
  }
  return faults;
}
