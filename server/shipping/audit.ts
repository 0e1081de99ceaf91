import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';

/**
 * Lines count as shipped, cancelled and restocked what their shipments, refunds and returns come to, and purchases what their lines
 * do. A sentence for each exception.
 */
export async function auditShipments(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('line %s counts %s pieces as shipped, but its shipments are of %s', id, shipped_quantity, pieces) as fault
    from (
      select orders.id, shipped_quantity, coalesce(sum(shipment_lines.quantity), 0) as pieces
      from orders left join (shipment_lines join shipments on shipments.id = shipment_id and cancelled_at is null) on order_id = orders.id
      group by orders.id
    ) as counted
    where shipped_quantity <> pieces
    union all
    select format('a shipment of purchase %s has line %s of another one', shipments.purchase_id, order_id)
    from shipment_lines join shipments on shipments.id = shipment_id join orders on orders.id = order_id
    where orders.purchase_id <> shipments.purchase_id
    union all
    select format('line %s counts %s pieces as cancelled and %s as restocked, but its refunds and returns come to %s to %s and %s',
      id, cancelled_quantity, restocked_quantity, least_cancelled, least_cancelled + withdrawn, restocked)
    from (
      select orders.*, state, coalesce(by_refunds.least_cancelled, 0) as least_cancelled, coalesce(withdrawn, 0) as withdrawn,
        coalesce(by_refunds.restocked, 0) + coalesce(by_returns.restocked, 0) as restocked
      from orders join purchases on purchases.id = purchase_id
      left join (
        select order_id, sum(cancelled) filter (where refunds.state <> 'withdrawn') as least_cancelled,
          sum(cancelled) filter (where refunds.state = 'withdrawn') as withdrawn, sum(restocked) as restocked
        from refund_lines join refunds on refunds.id = refund_id group by order_id
      ) as by_refunds on by_refunds.order_id = orders.id
      left join (
        select order_id, sum(restocked) as restocked from return_lines group by order_id
      ) as by_returns on by_returns.order_id = orders.id
      where orders.deleted_at is null
    ) as counted
    where case
      when is_accepted(state) then restocked_quantity <> restocked
        or cancelled_quantity not between least_cancelled and least_cancelled + withdrawn
      when state = 'refunded' then restocked_quantity < restocked or cancelled_quantity + shipped_quantity <> quantity or awaited > 0
      else cancelled_quantity + shipped_quantity + restocked_quantity > 0
    end
    union all
    select format('purchase %s counts %s pieces not shipped, %s to ship and %s shipped, but its lines %s, %s and %s', id,
      unshipped_pieces, to_ship_pieces, shipped_pieces, unshipped, to_ship, shipped)
    from purchases, pieces_of(id, state)
    where (unshipped_pieces, to_ship_pieces, shipped_pieces) is distinct from (unshipped, to_ship, shipped)
    union all
    select format('purchase %s counts %s lines of its shipments, but they have %s', id, shipment_lines_count, counted)
    from purchases, counted_shipment_lines(id) as counted
    where shipment_lines_count <> counted`.execute(db);
  return rows.map((row) => row.fault);
}
