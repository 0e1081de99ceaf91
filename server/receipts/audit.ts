import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';

/** What is promised of expected goods is what open lines wait for. A sentence for each exception. */
export async function auditReceipts(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('%s pieces expected on %s (%s) are promised, but orders wait for %s', promised, due_on, receipts.id,
      coalesce(awaited, 0)) as fault
    from receipts full join (
      select receipt_id, sum(awaited) as awaited
      from orders join purchases on purchases.id = purchase_id
      where awaited > 0 and orders.deleted_at is null and takes_stock(state)
      group by receipt_id
    ) as waiting on receipt_id = receipts.id
    where coalesce(promised, 0) <> coalesce(awaited, 0)`.execute(db);
  return rows.map((row) => row.fault);
}
