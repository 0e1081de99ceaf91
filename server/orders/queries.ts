import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Page } from '#contract/fields.ts';
import { fromMicros, toDollars } from '#contract/money.ts';
import { formatOrderNumber, ORDER_NUMBER_PREFIX, parseOrderNumber } from '#contract/order-number.ts';
import type { Order, OrderListQuery, OrderStateName } from '#contract/orders.ts';
import type { Reach } from '#contract/reach.ts';
import type { Queryable } from '../database/client.ts';
import type { Schema } from '../database/schema.ts';
import { firstIdAt, isId } from '../database/uuid.ts';
import { firstLineOf } from '../events/first-line.ts';
import { LOST, UNDECIDED } from '../payments/dispute-rules.ts';
import type { PurchaseState } from '../purchases/rules.ts';

/** Whose lines a list shows: one person's by account, by email, or everybody's. */
export type OrderOwner = { userId: string } | { email: string } | 'everyone';

/** The filter of a list of orders. */
export type OrderFilter = Pick<OrderListQuery, 'q' | 'state'>;

/** Lines that are not deleted: of the newest purchase first, in the purchase's order. */
export async function listOrders(
  db: Queryable,
  owner: OrderOwner,
  { limit, after, ...filter }: Page & OrderFilter = {},
): Promise<Order[]> {
  if (after !== undefined && !isId(after)) return [];
  let query = selectOrders(narrow(ownedBy(db, owner), filter))
    .orderBy('purchases.id', 'desc')
    .orderBy('orders.line_no');
  if (after !== undefined) {
    // The first condition bounds the purchases that are read; the second leaves lines out of the purchase itself.
    query = query
      .where('purchases.id', '<=', sql<string>`(select purchase_id from orders where id = ${after})`)
      .where(
        sql<SqlBool>`(purchases.id, -orders.line_no) < (select purchase_id, -line_no from orders where id = ${after})`,
      );
  }
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(toOrder);
}

/** How many lines there are that are not deleted. Reads them all: of everybody's there are many. */
export async function countOrders(
  db: Queryable,
  owner: OrderOwner,
  filter: OrderFilter = {},
): Promise<number> {
  const { total } = await narrow(ownedBy(db, owner), filter)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** What one person has to pay: purchases whose stock is held. `toPay` in dollars. */
export async function summarizeOrders(db: Queryable, owner: Exclude<OrderOwner, 'everyone'>) {
  const row = await purchasesOf(db, owner)
    .where(IN_STATE.to_pay)
    .select([
      (e) => e.fn.countAll<number>().as('unpaid'),
      sql<number>`coalesce(sum(total_cents), 0)::bigint`.as('cents'),
      (e) => e.fn.min('held_until').as('firstHoldEnds'),
    ])
    .executeTakeFirstOrThrow();
  return {
    unpaid: row.unpaid,
    toPay: toDollars(row.cents),
    firstHoldEnds: row.firstHoldEnds?.toISOString() ?? null,
  };
}

/** By how many lines everybody's list has grown between two moments: placed, less deleted. For a Tally. */
export async function countGrowth(
  db: Queryable,
  from: Date | undefined,
  until: Date | undefined,
): Promise<number> {
  let placed = db.selectFrom('orders').select((e) => e.fn.countAll<number>().as('count'));
  let deleted = placed.where('deleted_at', 'is not', null);
  if (from) {
    placed = placed.where('id', '>=', firstIdAt(from));
    deleted = deleted.where('deleted_at', '>=', from);
  }
  if (until) {
    placed = placed.where('id', '<', firstIdAt(until));
    deleted = deleted.where('deleted_at', '<', until);
  }
  // One statement, one moment: a line that is placed and deleted meanwhile counts in both or in neither.
  const { rows } = await sql<{ growth: number }>`select (${placed}) - (${deleted}) as growth`.execute(db);
  return rows[0]!.growth;
}

/** One line that is not deleted, if it is in reach. */
export async function findOrder(db: Queryable, id: string, reach: Reach): Promise<Order | undefined> {
  if (!isId(id)) return undefined;
  let query = selectOrders(linesOf(db.selectFrom('purchases'))).where('orders.id', '=', id);
  if (reach !== 'all') query = query.where('purchases.user_id', '=', reach.userId);
  const row = await query.executeTakeFirst();
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

/** What has gone back of the payment that paid a purchase. */
function refundedCents(e: ExpressionBuilder<Schema, 'purchases'>) {
  return e
    .selectFrom('payments')
    .select('payments.refunded_cents')
    .whereRef('payments.intent_id', '=', 'purchases.transaction_id')
    .as('refunded_cents');
}

/** What of a line's refunded pieces has not gone back yet. One refund of a payment is due at a time. */
function refunding(e: ExpressionBuilder<Schema, 'purchases' | 'orders'>, column: 'quantity' | 'cents') {
  return e
    .selectFrom('refund_lines')
    .innerJoin('refunds', 'refunds.id', 'refund_lines.refund_id')
    .select(sql<number | null>`sum(${sql.ref(`refund_lines.${column}`)})::integer`.as(column))
    .whereRef('refund_lines.order_id', '=', 'orders.id')
    .where('refunds.state', '=', 'due');
}

/** What the bank has taken back, or may take, of the payment that paid a purchase. */
function disputedCents(e: ExpressionBuilder<Schema, 'purchases'>) {
  return centsOfDisputes(e, UNDECIDED).as('disputed_cents');
}

/** What the bank has taken back for good of the payment that paid a purchase. */
function takenBackCents(e: ExpressionBuilder<Schema, 'purchases'>) {
  return centsOfDisputes(e, LOST).as('taken_back_cents');
}

function centsOfDisputes(e: ExpressionBuilder<Schema, 'purchases'>, statuses: readonly string[]) {
  return e
    .selectFrom('disputes')
    .select(sql<number | null>`sum(disputes.amount_cents)::integer`.as('cents'))
    .whereRef('disputes.intent_id', '=', 'purchases.transaction_id')
    .where('disputes.status', 'in', statuses);
}

/** The state stands in the text, as in the indexes of buyers and addresses. */
function purchasesOf(db: Queryable, owner: OrderOwner) {
  const query = db.selectFrom('purchases').where(sql<SqlBool>`state <> 'deleted'`);
  if (owner === 'everyone') return query;
  return 'userId' in owner
    ? query.where('user_id', '=', owner.userId)
    : query.where('buyer_email', '=', owner.email);
}

function linesOf(purchases: ReturnType<typeof purchasesOf>) {
  return purchases
    .innerJoin('orders', 'orders.purchase_id', 'purchases.id')
    .where('orders.deleted_at', 'is', null);
}

function ownedBy(db: Queryable, owner: OrderOwner) {
  return linesOf(purchasesOf(db, owner));
}

type OrdersQuery = ReturnType<typeof ownedBy>;

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
  'orders.created_at',
  'purchases.id as purchase_id',
  'purchases.number',
  'purchases.state',
  'purchases.buyer_name',
  'purchases.buyer_email',
  'purchases.shipping_address',
  'purchases.phone',
  'purchases.total_cents as purchase_cents',
  'purchases.held_until',
  'purchases.held_until_proven',
  'purchases.paid_at',
  'purchases.refunded_at',
  'purchases.transaction_id',
] as const;

function selectOrders(orders: OrdersQuery) {
  return orders
    .select(COLUMNS)
    .select([refundedCents, disputedCents, takenBackCents])
    .select((e) => [
      refunding(e, 'quantity').as('refunding_quantity'),
      refunding(e, 'cents').as('refunding_cents'),
    ]);
}

/**
 * Narrows a list to a state, and to orders whose product's name or number has each of the words, or whose transaction id
 * begins with it. A whole number like 'NB-100234' is looked up by its index.
 */
function narrow(orders: OrdersQuery, { q, state }: OrderFilter): OrdersQuery {
  let query = state === undefined ? orders : orders.where(IN_STATE[state]);
  const text = q?.trim().toLowerCase() ?? '';
  const number = parseOrderNumber(text);
  if (number !== undefined && !/^\d/.test(text)) return query.where('number', '=', number);
  for (const written of new Set(text.split(/\s+/).filter(Boolean))) {
    const word = written.replace(/^#/, '');
    query = query.where(sql<SqlBool>`(strpos(lower(product_name), ${word}) > 0
      or strpos(lower(${ORDER_NUMBER_PREFIX} || number), ${word}) > 0
      or starts_with(lower(transaction_id), ${word}))`);
  }
  return query;
}

/** What the states are called where people filter by them. */
const NAMES: Record<Exclude<PurchaseState, 'deleted'>, OrderStateName> = {
  held: 'to_pay',
  released: 'hold_ended',
  paid: 'paid',
  refunded: 'refunded',
};

/** Each name as a condition, written out as in the indexes. */
const IN_STATE = Object.fromEntries(
  Object.entries(NAMES).map(([state, name]) => [name, sql<SqlBool>`purchases.state = ${sql.lit(state)}`]),
) as Record<OrderStateName, RawBuilder<SqlBool>>;

function toOrder(row: Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number]): Order {
  const number = formatOrderNumber(row.number);
  return {
    _id: row.id,
    purchaseId: row.purchase_id,
    purchaseNumber: number,
    number,
    state: NAMES[row.state as keyof typeof NAMES],
    name: row.buyer_name,
    email: row.buyer_email,
    productName: row.product_name,
    available: row.available,
    price: fromMicros(row.unit_price_micros),
    order: row.quantity,
    shippingAdd: row.shipping_address,
    phone: row.phone,
    paid: row.paid_at !== null,
    transactionId: row.transaction_id ?? undefined,
    productId: row.product_id,
    createdAt: row.created_at.toISOString(),
    heldUntil: row.held_until?.toISOString() ?? null,
    heldUntilIfProven: row.held_until_proven?.toISOString(),
    paidAt: row.paid_at?.toISOString(),
    refundedAt: row.refunded_at?.toISOString(),
    total: toDollars(row.total_cents),
    purchaseTotal: toDollars(row.purchase_cents),
    refunded: toDollars(row.refunded_cents ?? 0),
    refundedPieces: row.refunded_quantity,
    refundedOfLine: toDollars(row.line_refunded_cents),
    refundingPieces: row.refunding_quantity ?? 0,
    refundingOfLine: toDollars(row.refunding_cents ?? 0),
    disputed: toDollars(row.disputed_cents ?? 0),
    takenBack: toDollars(row.taken_back_cents ?? 0),
  };
}
