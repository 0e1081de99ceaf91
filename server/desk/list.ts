import { sql } from 'kysely';
import {
  DESK_COUNTED,
  DESK_ORDER_IDS,
  type DeskFilter,
  type DeskListQuery,
  type DeskPurchase,
  type DeskSummary,
} from '#contract/desk.ts';
import { toDollars } from '#contract/money.ts';
import type { Queryable } from '../database/client.ts';
import { isId } from '../database/uuid.ts';
import { selectPurchases, toPurchase } from '../orders/purchase-queries.ts';
import { type DeskPurchases, narrow, sorted } from './filter.ts';

const LINES = sql`from orders where orders.purchase_id = purchases.id and orders.deleted_at is null`;

/** A page of everybody's purchases that are not deleted, narrowed and sorted. */
export async function listDeskPurchases(
  db: Queryable,
  { limit, after, sort, ...filter }: DeskListQuery,
): Promise<DeskPurchase[]> {
  if (after !== undefined && !isId(after)) return [];
  const { purchases } = await narrow(db, filter);
  let query = sorted(purchases, sort, after);
  if (limit !== undefined) query = query.limit(limit);
  const rows = await selectPurchases(query)
    .select([
      sql<string[]>`array(select id ${LINES} order by line_no limit ${DESK_ORDER_IDS})`.as('order_ids'),
      sql<number>`(select coalesce(sum(quantity), 0)::bigint ${LINES})`.as('pieces'),
    ])
    .execute();
  return rows.map((row) => ({ ...toPurchase(row), orderIds: row.order_ids, pieces: row.pieces }));
}

/** Counts the purchases of a filter, up to `DESK_COUNTED` and one more. */
export async function countDeskPurchases(db: Queryable, filter: DeskFilter): Promise<number> {
  const { count } = await db
    .selectFrom(firstOf((await narrow(db, filter)).purchases))
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Sums up what a filter finds. Of more than `DESK_COUNTED` purchases nothing is summed: that would take long. */
export async function summarizeDeskPurchases(db: Queryable, filter: DeskFilter): Promise<DeskSummary> {
  const purchases = await countDeskPurchases(db, filter);
  if (purchases > DESK_COUNTED) return { purchases: DESK_COUNTED, isMore: true };
  const { orders, cents } = await db
    .selectFrom(firstOf((await narrow(db, filter)).purchases))
    .select([
      sql<number>`coalesce(sum(total_cents), 0)::bigint`.as('cents'),
      sql<number>`coalesce(sum((
        select count(*) from orders where purchase_id = found.id and deleted_at is null)), 0)::bigint`.as(
        'orders',
      ),
    ])
    .executeTakeFirstOrThrow();
  return { purchases, orders, total: toDollars(cents), isMore: false };
}

function firstOf(purchases: DeskPurchases) {
  return purchases
    .select(['purchases.id', 'total_cents'])
    .limit(DESK_COUNTED + 1)
    .as('found');
}
