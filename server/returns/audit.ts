import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';

/** Lines count as returned, and as on their way back, what their returns come to, and purchases their returns and shipments. A sentence for each exception. */
export async function auditReturns(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('line %s counts %s pieces as returned and %s on their way back, but its returns %s and %s', id,
      returned_quantity, returning_quantity, received, coming) as fault
    from (
      select orders.id, returned_quantity, returning_quantity, coalesce(sum(received), 0) as received,
        coalesce(sum(return_lines.quantity - received) filter (where closed_at is null), 0) as coming
      from orders left join (return_lines join returns on returns.id = return_id) on order_id = orders.id
      group by orders.id
    ) as counted
    where returned_quantity <> received or returning_quantity <> coming
    union all
    select format('a return of purchase %s has line %s of another one', returns.purchase_id, order_id)
    from return_lines join returns on returns.id = return_id join orders on orders.id = order_id
    where orders.purchase_id <> returns.purchase_id
    union all
    select format('purchase %s counts %s open returns, %s of all times and %s shipments, but has %s, %s and %s', id,
      open_returns, returns_count, shipments_count, opened, made, shipped)
    from purchases, counted_returns(id)
    where (open_returns, returns_count, shipments_count) is distinct from (opened, made, shipped)`.execute(
    db,
  );
  return rows.map((row) => row.fault);
}
