import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import type { DocumentFacts, LineFacts } from '../ground/database/tables/invoices.ts';
import { isId } from '../ground/database/uuid.ts';
import type { Seller } from './seller.ts';

/** What a packing slip and a label say of a shipment. Times are ISO 8601. */
export interface ShipmentFacts
  extends Omit<DocumentFacts, 'paidAt' | 'transactionId' | 'note' | 'totalCents' | 'lines'> {
  /** The how-manieth of the purchase's shipments this is. */
  nth: number;
  shippedAt: string;
  cancelledAt: string | null;
  carrier: string | null;
  tracking: string | null;
  lines: ShippedLine[];
  /** Pieces of the purchase that come after this shipment. */
  following: number;
  seller: Seller;
}

export interface ShippedLine
  extends Pick<LineFacts, 'no' | 'name' | 'sku' | 'maker' | 'mpn' | 'customerRef' | 'designators'> {
  /** Pieces that are not cancelled, those of this shipment, and those that come after it. */
  ordered: number;
  shipped: number;
  following: number;
}

/**
 * Reads a shipment for its papers. Later shipments change nothing of what they say, nor does an earlier one that is cancelled afterwards;
 * cancelled pieces are not waited for.
 */
export async function findShipment(
  db: Queryable,
  id: string,
): Promise<Omit<ShipmentFacts, 'seller'> | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<{ facts: Omit<ShipmentFacts, 'seller'> }>`
    with gone as (
      select order_id, sum(shipment_lines.quantity) as pieces,
        sum(shipment_lines.quantity) filter (where shipment_id = ${id}::uuid) as now
      from shipments as this join shipments as till on till.purchase_id = this.purchase_id and till.id <= this.id
          and (till.id = this.id or till.cancelled_at is null or till.cancelled_at > this.created_at)
        join shipment_lines on shipment_id = till.id
      where this.id = ${id}::uuid
      group by order_id
    ), line as (
      select orders.*, quantity - cancelled_quantity as ordered,
        quantity - cancelled_quantity - coalesce(pieces, 0) as following, now
      from shipments join orders using (purchase_id) left join gone on order_id = orders.id
      where shipments.id = ${id}::uuid and deleted_at is null
    )
    select jsonb_build_object('number', number, 'placedAt', placed_at, 'shippedAt', created_at, 'cancelledAt', cancelled_at, 'carrier', carrier,
      'tracking', tracking, 'buyer', jsonb_build_object('name', buyer_name, 'email', buyer_email, 'company', (
        select name from buyers where id = buyer_id and kind = 'company')), 'address', shipping_address,
      'phone', phone, 'shipTo', ship_to, 'poNumber', po_number, 'costCentre', cost_centre, 'deliveryWish', delivery_wish,
      'nth', (select count(*) from shipments as till where till.purchase_id = purchases.id and till.id <= shipments.id),
      'following', (select sum(following) from line),
      'lines', (
        select jsonb_agg(jsonb_build_object('no', line_no, 'name', product_name, 'sku', sku, 'maker', maker, 'mpn', mpn,
          'customerRef', customer_ref, 'designators', designators, 'ordered', ordered, 'shipped', now, 'following', following)
          order by line_no)
        from line join products on products.id = product_id where now is not null
      )) as facts
    from shipments join purchases on purchases.id = purchase_id
    where shipments.id = ${id}::uuid`.execute(db);
  return rows[0]?.facts;
}
