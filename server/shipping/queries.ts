import { sql } from 'kysely';
import { formatOrderNumber } from '#contract/purchases/order-number.ts';
import type { Pick, Shipment } from '#contract/shipping/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { piecesToShip } from '../products/shelf.ts';
import { isGoingBack } from '../purchases/pieces.ts';
import { trackingUrl } from './carriers.ts';

/** The shipments of a purchase, oldest first, with their lines in its order. */
export async function listShipments(db: Queryable, purchaseId: string): Promise<Shipment[]> {
  const { rows } = await sql<{
    id: string;
    created_at: Date;
    cancelled_at: Date | null;
    carrier: string | null;
    tracking: string | null;
    lines: Shipment['lines'];
  }>`
    select id, created_at, cancelled_at, carrier, tracking, (
      select json_agg(json_build_object('orderId', order_id, 'quantity', shipment_lines.quantity) order by line_no)
      from shipment_lines join orders on orders.id = order_id where shipment_id = shipments.id
    ) as lines
    from shipments where purchase_id = ${purchaseId} order by id`.execute(db);
  return rows.map(({ id, created_at, cancelled_at, carrier, tracking, lines }) => ({
    _id: id,
    shippedAt: created_at.toISOString(),
    carrier: carrier ?? undefined,
    tracking: tracking ?? undefined,
    trackingUrl: trackingUrl(carrier, tracking),
    cancelledAt: cancelled_at?.toISOString(),
    lines,
  }));
}

/**
 * What to take from the shelves for accepted purchases, by bin, then SKU. Ids of others, and of those that are about to be refunded as a
 * whole, are left out.
 */
export async function listPicks(db: Queryable, ids: string[]): Promise<Pick[]> {
  const { rows } = await sql<Omit<Pick, 'of'> & { of: { number: number; pieces: number }[] }>`
    select products.id as "_id", sku, name, ean, bin, sum(pieces)::float8 as pieces,
      json_agg(json_build_object('number', number, 'pieces', pieces) order by number) as of
    from (
      select product_id, number, sum(${piecesToShip}) as pieces
      from orders join purchases on purchases.id = purchase_id
      where purchases.id = any(${ids.filter(isId)}::uuid[]) and is_accepted(state) and orders.deleted_at is null and not ${isGoingBack}
      group by product_id, number
    ) as picked
    join products on products.id = product_id
    where pieces > 0
    group by products.id
    order by bin nulls last, sku`.execute(db);
  return rows.map(({ ean, bin, of, ...row }) => ({
    ...row,
    ean: ean ?? undefined,
    bin: bin ?? undefined,
    of: of.map(({ number, pieces }) => ({ number: formatOrderNumber(number), pieces })),
  }));
}
