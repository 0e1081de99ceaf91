import { sql } from 'kysely';
import { countryName } from '#contract/country-name.ts';
import type { Page } from '#contract/fields.ts';
import { formatOrderNumber } from '#contract/order-number.ts';
import type { Pick, Shipment, ToShip } from '#contract/shipments.ts';
import type { Queryable } from '../database/client.ts';
import { isId } from '../database/uuid.ts';
import { hasToShip, piecesToShip } from '../products/shelf.ts';
import { isGoingBack, isToShip } from '../purchases/pieces.ts';
import { trackingUrl } from './carriers.ts';

/** The shipments of a purchase, oldest first, with their lines in its order. */
export async function listShipments(db: Queryable, purchaseId: string): Promise<Shipment[]> {
  const { rows } = await sql<{
    id: string;
    created_at: Date;
    carrier: string | null;
    tracking: string | null;
    lines: Shipment['lines'];
  }>`
    select id, created_at, carrier, tracking, (
      select json_agg(json_build_object('orderId', order_id, 'quantity', shipment_lines.quantity) order by line_no)
      from shipment_lines join orders on orders.id = order_id where shipment_id = shipments.id
    ) as lines
    from shipments where purchase_id = ${purchaseId} order by id`.execute(db);
  return rows.map(({ id, created_at, carrier, tracking, lines }) => ({
    _id: id,
    shippedAt: created_at.toISOString(),
    carrier: carrier ?? undefined,
    tracking: tracking ?? undefined,
    trackingUrl: trackingUrl(carrier, tracking),
    lines,
  }));
}

/**
 * Paid purchases of which something is here to be shipped, those that were paid first come first. One that is about to be refunded
 * as a whole is not among them.
 */
export async function listToShip(db: Queryable, { limit, after }: Page): Promise<ToShip[]> {
  if (after !== undefined && !isId(after)) return [];
  const { rows } = await sql<ToShipRow>`
    select id, number, buyer_name, buyer_email, po_number, delivery_wish, shipping_address, ship_to, paid_at, to_ship_pieces,
      unshipped_pieces - to_ship_pieces as awaited, shipped_pieces > 0 as is_part, (
        select count(*) from orders
        where purchase_id = purchases.id and deleted_at is null and ${hasToShip}
      ) as lines
    from purchases
    where ${isToShip} and ${after === undefined ? sql`true` : sql`(paid_at, id) > (select paid_at, id from purchases where id = ${after})`}
    order by paid_at, id limit ${limit ?? null}`.execute(db);
  return rows.map(toToShip);
}

export async function countToShip(db: Queryable): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from purchases where ${isToShip}`.execute(db);
  return rows[0]!.total;
}

interface ToShipRow {
  id: string;
  number: number;
  buyer_name: string;
  buyer_email: string;
  po_number: string | null;
  delivery_wish: string | null;
  shipping_address: string;
  ship_to: { company?: string; city: string; country: string } | null;
  paid_at: Date;
  to_ship_pieces: number;
  awaited: number;
  is_part: boolean;
  lines: number;
}

function toToShip(row: ToShipRow): ToShip {
  const { ship_to: to } = row;
  return {
    _id: row.id,
    number: formatOrderNumber(row.number),
    name: row.buyer_name,
    email: row.buyer_email,
    poNumber: row.po_number ?? undefined,
    deliveryWish: row.delivery_wish ?? undefined,
    destination: to
      ? [to.company, to.city, countryName(to.country) ?? to.country].filter(Boolean).join(', ')
      : row.shipping_address.replaceAll('\n', ', '),
    paidAt: row.paid_at.toISOString(),
    lines: row.lines,
    pieces: row.to_ship_pieces,
    awaited: row.awaited,
    isPart: row.is_part,
  };
}

/**
 * What to take from the shelves for paid purchases, by bin, then SKU. Ids of others, and of those that are about to be refunded as a
 * whole, are left out.
 */
export async function listPicks(db: Queryable, ids: string[]): Promise<Pick[]> {
  const { rows } = await sql<Omit<Pick, 'of'> & { of: { number: number; pieces: number }[] }>`
    select products.id as "_id", sku, name, ean, bin, sum(pieces)::float8 as pieces,
      json_agg(json_build_object('number', number, 'pieces', pieces) order by number) as of
    from (
      select product_id, number, sum(${piecesToShip}) as pieces
      from orders join purchases on purchases.id = purchase_id
      where purchases.id = any(${ids.filter(isId)}::uuid[]) and state = 'paid' and orders.deleted_at is null and not ${isGoingBack}
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
