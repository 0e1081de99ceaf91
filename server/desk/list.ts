import { sql } from 'kysely';
import {
  DESK_COUNTED,
  DESK_ORDER_IDS,
  type DeskFilter,
  type DeskListQuery,
  type DeskPurchase,
  type DeskSummary,
} from '#contract/desk/schema.ts';
import { toDollars } from '#contract/kernel/money.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { selectPurchases, toPurchase } from '../orders/purchase-queries.ts';
import { type DeskPurchases, narrow, sorted } from './filter.ts';
import { isOverdue, type ShippingTerms } from './shipping.ts';

const LINES = sql`from orders where orders.purchase_id = purchases.id and orders.deleted_at is null`;

/** A page of everybody's purchases that are not deleted, narrowed and sorted. */
export async function listDeskPurchases(
  db: Queryable,
  terms: ShippingTerms,
  query: DeskListQuery,
): Promise<DeskPurchase[]> {
  const { limit, after } = query;
  if (after !== undefined && !isId(after)) return [];
  const { purchases } = await narrow(db, terms, query);
  const all = sorted(purchases, query);
  const rows = await selectPurchases(limit === undefined ? all : all.limit(limit))
    .select([
      sql<string[]>`array(select id ${LINES} order by line_no limit ${DESK_ORDER_IDS})`.as('order_ids'),
      sql<number>`(select coalesce(sum(quantity), 0)::bigint ${LINES})`.as('pieces'),
      isOverdue(terms).as('is_overdue'),
    ])
    .execute();
  return rows.map((row) => {
    const purchase = toPurchase(row);
    return {
      ...purchase,
      orderIds: row.order_ids,
      pieces: row.pieces,
      awaited: row.unshipped_pieces - row.to_ship_pieces,
      isOverdue: purchase.toShip > 0 && row.is_overdue === true,
    };
  });
}

/** Counts the purchases of a filter, up to `DESK_COUNTED` and one more. */
export async function countDeskPurchases(
  db: Queryable,
  terms: ShippingTerms,
  filter: DeskFilter,
): Promise<number> {
  const { count } = await db
    .selectFrom(firstOf((await narrow(db, terms, filter)).purchases))
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Sums up what a filter finds. Of more than `DESK_COUNTED` purchases nothing is summed: that would take long. */
export async function summarizeDeskPurchases(
  db: Queryable,
  terms: ShippingTerms,
  filter: DeskFilter,
): Promise<DeskSummary> {
  const purchases = await countDeskPurchases(db, terms, filter);
  if (purchases > DESK_COUNTED) return { purchases: DESK_COUNTED, isMore: true };
  const { orders, cents } = await db
    .selectFrom(firstOf((await narrow(db, terms, filter)).purchases))
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

/** Returns the name of a buyer by its id; undefined for any other text, and for one that nobody has. */
export async function findBuyerName(db: Queryable, buyer = ''): Promise<string | undefined> {
  if (!isId(buyer.trim())) return undefined;
  const row = await db
    .selectFrom('buyers')
    .leftJoin('users', 'users.id', 'buyers.id')
    .select((of) => of.fn.coalesce('buyers.name', 'users.name').as('name'))
    .where('buyers.id', '=', buyer.trim())
    .executeTakeFirst();
  return row?.name ?? undefined;
}

function firstOf(purchases: DeskPurchases) {
  return purchases
    .select(['purchases.id', 'total_cents'])
    .limit(DESK_COUNTED + 1)
    .as('found');
}
