import { sql } from 'kysely';
import { formatOrderNumber } from '#contract/purchases/order-number.ts';
import type { Return, ReturnListQuery } from '#contract/returns/schema.ts';
import { formatReturnNumber, type OpenReturnState, type ReturnWish } from '#contract/returns/states.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';

/** SQL for the number of a row of `returns` within its purchase, from 1. Rows that are older than the column are counted. */
export const nthOfPurchase = sql<number>`coalesce(returns.nth, (
  select count(*) from returns as earlier where earlier.purchase_id = returns.purchase_id and earlier.id <= returns.id))`;

/** The returns of a purchase, oldest first. */
export function listReturns(db: Queryable, purchaseId: string): Promise<Return[]> {
  return read(db, sql`purchase_id = ${purchaseId} order by returns.id`);
}

/** Returns that are to be answered, or whose pieces are to come, oldest first. */
export async function listOpenReturns(
  db: Queryable,
  { limit, after, state }: ReturnListQuery,
): Promise<Return[]> {
  if (after !== undefined && !isId(after)) return [];
  const later = after === undefined ? sql`true` : sql`returns.id > ${after}`;
  return read(db, sql`${isOpen(state)} and ${later} order by returns.id limit ${limit ?? null}`);
}

export async function countOpenReturns(db: Queryable, state?: OpenReturnState): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from returns where ${isOpen(state)}`.execute(db);
  return rows[0]!.total;
}

/** As in the index `returns_open`, which has few. */
function isOpen(state: OpenReturnState | undefined) {
  return state === undefined ? sql`closed_at is null` : sql`closed_at is null and returns.state = ${state}`;
}

interface Row extends Pick<Return, 'state' | 'lines' | 'pictures'> {
  id: string;
  nth: number;
  wish: ReturnWish | null;
  purchase_id: string;
  number: number;
  buyer_name: string;
  buyer_email: string;
  answer: string | null;
  created_at: Date;
  answered_at: Date | null;
  received_at: Date | null;
  closed_at: Date | null;
  withdrawn_at: Date | null;
}

async function read(db: Queryable, which: ReturnType<typeof sql>): Promise<Return[]> {
  const { rows } = await sql<Row>`
    select returns.id, purchase_id, number, buyer_name, buyer_email, returns.state, answer, created_at, answered_at, received_at,
      closed_at, withdrawn_at, wish, ${nthOfPurchase} as nth,
      (select count(*) from return_pictures where return_id = returns.id) as pictures, (
        select json_agg(json_build_object('orderId', order_id, 'quantity', return_lines.quantity, 'productName', product_name,
          'sku', sku, 'reason', reason, 'received', received, 'restocked', restocked) order by line_no)
        from return_lines join orders on orders.id = order_id join products on products.id = product_id
        where return_id = returns.id
      ) as lines
    from returns join purchases on purchases.id = purchase_id where ${which}`.execute(db);
  return rows.map((row) => ({
    _id: row.id,
    purchaseId: row.purchase_id,
    purchaseNumber: formatOrderNumber(row.number),
    name: row.buyer_name,
    email: row.buyer_email,
    number: formatReturnNumber(row.number, row.nth),
    state: row.state,
    wish: row.wish ?? undefined,
    askedAt: row.created_at.toISOString(),
    answeredAt: row.answered_at?.toISOString(),
    answer: row.answer ?? undefined,
    receivedAt: row.received_at?.toISOString(),
    closedAt: row.closed_at?.toISOString(),
    withdrawnAt: row.withdrawn_at?.toISOString(),
    pictures: row.pictures,
    lines: row.lines,
  }));
}
