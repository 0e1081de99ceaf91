/** What of a purchase has gone out and come back, for its buyer: from the counters, and the dates of shipments and returns. */
import { sql } from 'kysely';
import { howReturned } from '#contract/purchases/line-pieces.ts';
import { shippingOf } from './owned.ts';

/** Pieces of a purchase that came back. */
export const returnedPieces = sql<number>`(select coalesce(sum(line.returned_quantity), 0) from orders as line
  where line.purchase_id = purchases.id)`;

/** When a purchase was shipped last. */
export const lastShipped = sql<Date | null>`(
  select max(shipments.created_at) from shipments where shipments.purchase_id = purchases.id and cancelled_at is null)`;

/** When a purchase was shipped last, and what of it came back when. Looked up for those only of which something has gone out. */
export const SENT = [
  sql<Date | null>`case when purchases.shipped_pieces > 0 then ${lastShipped} end`.as('shipped_at'),
  sql<number | null>`case when purchases.shipped_pieces > 0 then ${returnedPieces} end`.as('came_back'),
  sql<Date | null>`case when purchases.shipped_pieces > 0 then (
    select max(received_at) from returns where returns.purchase_id = purchases.id) end`.as('returned_at'),
];

interface SentRow {
  accepted_at: Date | null;
  shipped_pieces: number;
  unshipped_pieces: number;
  shipped_at: Date | null;
  came_back: number | null;
  returned_at: Date | null;
  shipped_quantity: number;
  returned_quantity: number;
}

/** What of an order's purchase, and of its own line, has gone out and come back. */
export function sentFields(row: SentRow) {
  if (row.accepted_at === null) return {};
  const { shipped_pieces: shipped, unshipped_pieces: unshipped, came_back: back } = row;
  const returned = howReturned(shipped, back ?? 0);
  return {
    shipping: shippingOf(shipped, unshipped),
    shippedAt: row.shipped_at?.toISOString(),
    returned,
    returnedAt: returned && row.returned_at?.toISOString(),
    shippedPieces: row.shipped_quantity || undefined,
    returnedPieces: row.returned_quantity || undefined,
  };
}
