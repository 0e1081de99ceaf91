import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { ShipTo } from '#contract/address-book/ship-to.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { Delivery } from './delivery.ts';

/**
 * What somebody approves of a purchase. Money is cents, the price of a piece micros. Name, address and tax number of the company are not
 * part of it: its admins alone change them, the log says who has, and an invoice has to name the company as it is when it is issued.
 * Whom it names otherwise (`billTo`) is.
 */
export interface Content extends Delivery {
  totalCents: number;
  currency: string;
  poNumber: string | null;
  costCentre: string | null;
  billTo: ShipTo | null;
  deliveryWish: string | null;
  /** Line, product, pieces, price of a piece, amount, and the expected goods it takes from, in the order of the lines. */
  lines: [
    id: string,
    productId: string,
    quantity: number,
    micros: number,
    cents: number,
    receiptId: string | null,
  ][];
  /** Number, net amount, tax category and rate in basis points. */
  charges: [no: number, netCents: number, category: string, rateBp: number][];
}

/** Returns the SHA-256 of what somebody approves of a purchase, in hexadecimal: another one after any change of it. */
export function hashOf(content: Content): string {
  const { totalCents, currency, poNumber, costCentre, address, phone, lines, charges } = content;
  const { shipTo, billTo, deliveryWish } = content;
  const parts = partsOf(shipTo ?? {});
  const all = [totalCents, currency, poNumber, costCentre, address, phone, parts, lines, charges];
  const more = [billTo && partsOf(billTo), deliveryWish];
  // Without them it stays the hash of earlier versions.
  return hash('sha256', JSON.stringify(more.some(Boolean) ? [...all, ...more] : all));
}

const partsOf = (address: object) => Object.entries(address).sort(([a], [b]) => (a < b ? -1 : 1));

/** Returns what there is to approve of purchases, by their ids. */
export async function readContents(db: Queryable, ids: string[]): Promise<Map<string, Content>> {
  const { rows } = await sql<Content & { id: string }>`
    select id, total_cents as "totalCents", currency, po_number as "poNumber", cost_centre as "costCentre",
      shipping_address as address, phone, ship_to as "shipTo", bill_to as "billTo",
      delivery_wish as "deliveryWish", (
        select coalesce(json_agg(json_build_array(id, product_id, quantity, unit_price_micros, total_cents, receipt_id) order by line_no), '[]')
        from orders where purchase_id = purchases.id and deleted_at is null
      ) as lines, (
        select coalesce(json_agg(json_build_array(no, net_cents, category, rate_bp) order by no), '[]')
        from charges where purchase_id = purchases.id
      ) as charges
    from purchases where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...content }) => [id, content]));
}
