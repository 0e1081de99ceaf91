import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Page } from '#contract/kernel/fields.ts';
import { fromMicros, toDollars } from '#contract/kernel/money.ts';
import type { Reach } from '#contract/kernel/reach.ts';
import type { Order, OrderListQuery } from '#contract/purchases/orders.ts';
import type { Queryable } from '../ground/database/client.ts';
import { ownedBy } from '../ground/database/owned-by.ts';
import { isId } from '../ground/database/uuid.ts';
import { firstLineOf } from '../log/first-line.ts';
import { expectedFields, expectedOn } from '../purchases/expected.ts';
import { MONEY_BACK, REFUNDING, refundedFields } from './money-back.ts';
import { isFound, type OrderOwner, purchaseHas, purchasesOf, readSearch } from './owned.ts';
import { approvalOf, companyOf, PURCHASE_COLUMNS, purchaseFields } from './purchase-fields.ts';
import { SENT, sentFields } from './sent.ts';

/** The filter of a list of orders. */
export type OrderFilter = Pick<OrderListQuery, 'q' | 'state' | 'linesEach'>;

/** Lines that are not deleted: of the newest purchase first, in the purchase's order. */
export async function listOrders(
  db: Queryable,
  owner: OrderOwner,
  { limit, after, ...filter }: Page & OrderFilter = {},
): Promise<Order[]> {
  if (after !== undefined && !isId(after)) return [];
  const { linesEach } = filter;
  let lines = ofOwner(db, owner).where(isFound(filter, owner, hasWord));
  if (linesEach !== undefined) lines = lines.where(isAmongFirst(linesEach, owner, filter));
  let query = selectOrders(lines)
    .$if(linesEach !== undefined, (all) => all.select(purchaseLines))
    .orderBy('purchases.id', 'desc')
    .orderBy('orders.line_no');
  if (after !== undefined) {
    const last = sql<string>`(select purchase_id from orders where id = ${after})`;
    // The first two bound what is read of each index: PostgreSQL joins them by merging, and would read the other one from its
    // newest row on. The third leaves lines out of the purchase itself.
    query = query
      .where('purchases.id', '<=', last)
      .where('orders.purchase_id', '<=', last)
      .where(
        sql<SqlBool>`(purchases.id, -orders.line_no) < (select purchase_id, -line_no from orders where id = ${after})`,
      );
  }
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(toOrder);
}

/** How many lines there are that are not deleted, or with `linesEach` purchases. Reads them all: of everybody's there are many. */
export async function countOrders(
  db: Queryable,
  owner: OrderOwner,
  filter: OrderFilter = {},
): Promise<number> {
  const count =
    filter.linesEach === undefined ? sql<number>`count(*)` : sql<number>`count(distinct purchases.id)`;
  const { total } = await ofOwner(db, owner)
    .where(isFound(filter, owner, hasWord))
    .select(count.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** One line that is not deleted, if it is in reach. */
export async function findOrder(db: Queryable, id: string, reach: Reach): Promise<Order | undefined> {
  if (!isId(id)) return undefined;
  const row = await selectOrders(linesOf(db.selectFrom('purchases')))
    .select(purchaseLines)
    .where('orders.id', '=', id)
    // guard: server/orders/orders.test.ts
    .where(ownedBy(reach))
    .executeTakeFirst();
  return row && toOrder(row);
}

/** The first line of a purchase that is not deleted, if it is in reach. */
export async function findFirstOrder(
  db: Queryable,
  purchaseId: string,
  reach: Reach,
): Promise<Order | undefined> {
  if (!isId(purchaseId)) return undefined;
  const { rows } = await sql<{
    id: string | null;
  }>`select ${firstLineOf(sql`${purchaseId}::uuid`)} as id`.execute(db);
  return findOrder(db, rows[0]?.id ?? '', reach);
}

function linesOf(purchases: ReturnType<typeof purchasesOf>) {
  return purchases
    .innerJoin('orders', 'orders.purchase_id', 'purchases.id')
    .where('orders.deleted_at', 'is', null);
}

function ofOwner(db: Queryable, owner: OrderOwner) {
  return linesOf(purchasesOf(db, owner));
}

type OrdersQuery = ReturnType<typeof ofOwner>;

/** How many lines a purchase has that are not deleted. */
const purchaseLines = sql<number>`(
  select count(*) from orders as line where line.purchase_id = purchases.id and line.deleted_at is null)`.as(
  'purchase_lines',
);

/** Of the lines of its purchase that a search finds, a line is among the first so many. */
function isAmongFirst(count: number, owner: OrderOwner, { q }: OrderFilter): RawBuilder<SqlBool> {
  const search = readSearch(q, owner);
  const words = 'words' in search ? search.words.map(hasWord) : [];
  // The names of the search mean the line within: a purchase has none of the columns of its lines.
  return sql<SqlBool>`orders.id = any(array(
    select orders.id from orders
    where orders.purchase_id = purchases.id and orders.deleted_at is null and ${sql.join([sql`true`, ...words], sql` and `)}
    order by orders.line_no limit ${count}))`;
}

const COLUMNS = [
  'orders.id',
  'orders.product_id',
  'orders.product_name',
  'orders.unit_price_micros',
  'orders.quantity',
  'orders.total_cents',
  'orders.refunded_quantity',
  'orders.refunded_cents as line_refunded_cents',
  'orders.available',
  'orders.customer_ref',
  'orders.designators',
  'orders.awaited',
  'orders.created_at',
  ...PURCHASE_COLUMNS,
  'purchases.id as purchase_id',
  'purchases.total_cents as purchase_cents',
  'purchases.shipped_pieces',
  'purchases.unshipped_pieces',
  'orders.shipped_quantity',
  'orders.returned_quantity',
] as const;

function selectOrders(orders: OrdersQuery) {
  return orders
    .select(COLUMNS)
    .select([...MONEY_BACK, companyOf, approvalOf, expectedOn.as('expected_on')])
    .select(SENT)
    .select(REFUNDING);
}

/** A line's product, SKU or customer's number has a word, or its purchase has it. */
function hasWord(word: string): RawBuilder<SqlBool> {
  return sql`(strpos(lower(orders.product_name), ${word}) > 0 or strpos(lower(orders.customer_ref), ${word}) > 0
    or ${purchaseHas(word)} or (select strpos(lower(sku), ${word}) > 0 from products where products.id = orders.product_id))`;
}

type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number];

function toOrder(row: OrderRow & { purchase_lines?: number }): Order {
  const { shipTo: _, ...purchase } = purchaseFields(row);
  return {
    ...purchase,
    _id: row.id,
    purchaseId: row.purchase_id,
    purchaseNumber: purchase.number,
    productName: row.product_name,
    available: row.available,
    price: fromMicros(row.unit_price_micros),
    order: row.quantity,
    customerRef: row.customer_ref ?? undefined,
    designators: row.designators ?? undefined,
    ...expectedFields(row),
    paid: row.paid_at !== null,
    productId: row.product_id,
    createdAt: row.created_at.toISOString(),
    ...sentFields(row),
    total: toDollars(row.total_cents),
    purchaseTotal: toDollars(row.purchase_cents),
    purchaseLines: row.purchase_lines,
    ...refundedFields(row, row.refunded_cents === row.purchase_cents),
  };
}
