import { type ExpressionBuilder, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Page } from '#contract/fields.ts';
import { toDollars } from '#contract/money.ts';
import { formatOrderNumber, ORDER_NUMBER_PREFIX, parseOrderNumber } from '#contract/order-number.ts';
import type { Order, OrderListQuery, OrderStateName } from '#contract/orders.ts';
import type { Reach } from '#contract/reach.ts';
import type { Queryable } from '../database/client.ts';
import type { Schema } from '../database/schema.ts';
import { firstIdAt, isId } from '../database/uuid.ts';
import { LOST, UNDECIDED } from '../payments/dispute-words.ts';

/** Whose orders a list shows: one person's by account, by email, or everybody's. */
export type OrderOwner = { userId: string } | { email: string } | 'everyone';

/** The filter of a list of orders. */
export type OrderFilter = Pick<OrderListQuery, 'q' | 'state'>;

/** Orders that are not deleted, newest first. */
export async function listOrders(
  db: Queryable,
  owner: OrderOwner,
  { limit, after, ...filter }: Page & OrderFilter = {},
): Promise<Order[]> {
  if (after !== undefined && !isId(after)) return [];
  let query = narrow(ownedBy(db, owner), filter)
    .select(COLUMNS)
    .select([refundedCents, disputedCents, takenBackCents])
    .orderBy('id', 'desc');
  if (after !== undefined) query = query.where('id', '<', after);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(toOrder);
}

/** How many orders there are that are not deleted. Reads them all: of everybody's there are many. */
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

/** What one person has to pay: of the orders whose stock is held. `toPay` in dollars. */
export async function summarizeOrders(db: Queryable, owner: Exclude<OrderOwner, 'everyone'>) {
  const row = await narrow(ownedBy(db, owner), { state: 'to_pay' })
    .select([
      (e) => e.fn.countAll<number>().as('unpaid'),
      sql<number>`coalesce(sum(unit_price_cents::bigint * quantity), 0)::bigint`.as('cents'),
      (e) => e.fn.min('held_until').as('firstHoldEnds'),
    ])
    .executeTakeFirstOrThrow();
  return {
    unpaid: row.unpaid,
    toPay: toDollars(Number(row.cents)),
    firstHoldEnds: row.firstHoldEnds?.toISOString() ?? null,
  };
}

/** By how many orders everybody's list has grown between two moments: placed, less deleted. For a Tally. */
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
  // One statement, one moment: an order that is placed and deleted meanwhile counts in both or in neither.
  const { rows } = await sql<{ growth: number }>`select (${placed}) - (${deleted}) as growth`.execute(db);
  return rows[0]!.growth;
}

/** One order that is not deleted, if it is in reach. */
export async function findOrder(db: Queryable, id: string, reach: Reach): Promise<Order | undefined> {
  if (!isId(id)) return undefined;
  let query = db
    .selectFrom('orders')
    .select(COLUMNS)
    .select([refundedCents, disputedCents, takenBackCents])
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  if (reach !== 'all') query = query.where('user_id', '=', reach.userId);
  const row = await query.executeTakeFirst();
  return row && toOrder(row);
}

const COLUMNS = [
  'id',
  'number',
  'buyer_name',
  'buyer_email',
  'product_id',
  'product_name',
  'unit_price_cents',
  'quantity',
  'available',
  'shipping_address',
  'phone',
  'created_at',
  'held_until',
  'held_until_proven',
  'paid_at',
  'refunded_at',
  'transaction_id',
] as const;

type OrderRow = Pick<Selectable<Schema['orders']>, (typeof COLUMNS)[number]> & {
  refunded_cents: number | null;
  disputed_cents: number | null;
  taken_back_cents: number | null;
};

/** What has gone back of the payment that paid an order. */
function refundedCents(e: ExpressionBuilder<Schema, 'orders'>) {
  return e
    .selectFrom('payments')
    .select('payments.refunded_cents')
    .whereRef('payments.intent_id', '=', 'orders.transaction_id')
    .as('refunded_cents');
}

/** What the bank has taken back, or may take, of the payment that paid an order. */
function disputedCents(e: ExpressionBuilder<Schema, 'orders'>) {
  return centsOfDisputes(e, UNDECIDED).as('disputed_cents');
}

/** What the bank has taken back for good of the payment that paid an order. */
function takenBackCents(e: ExpressionBuilder<Schema, 'orders'>) {
  return centsOfDisputes(e, LOST).as('taken_back_cents');
}

function centsOfDisputes(e: ExpressionBuilder<Schema, 'orders'>, statuses: readonly string[]) {
  return e
    .selectFrom('disputes')
    .select(sql<number | null>`sum(disputes.amount_cents)::integer`.as('cents'))
    .whereRef('disputes.intent_id', '=', 'orders.transaction_id')
    .where('disputes.status', 'in', statuses);
}

function ownedBy(db: Queryable, owner: OrderOwner) {
  const query = db.selectFrom('orders').where('deleted_at', 'is', null);
  if (owner === 'everyone') return query;
  return 'userId' in owner
    ? query.where('user_id', '=', owner.userId)
    : query.where('buyer_email', '=', owner.email);
}

type OrdersQuery = ReturnType<typeof ownedBy>;

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

/** The states of rules.ts, in SQL. */
const IN_STATE: Record<OrderStateName, RawBuilder<SqlBool>> = {
  to_pay: sql`held_until is not null`,
  hold_ended: sql`held_until is null and paid_at is null`,
  paid: sql`paid_at is not null and refunded_at is null`,
  refunded: sql`refunded_at is not null`,
};

function toOrder(row: OrderRow): Order {
  return {
    _id: row.id,
    number: formatOrderNumber(row.number),
    name: row.buyer_name,
    email: row.buyer_email,
    productName: row.product_name,
    available: row.available,
    price: toDollars(row.unit_price_cents),
    order: row.quantity,
    shippingAdd: row.shipping_address,
    phone: row.phone,
    paid: row.paid_at !== null,
    transactionId: row.transaction_id ?? undefined,
    productId: row.product_id,
    createdAt: row.created_at.toISOString(),
    heldUntil: row.held_until?.toISOString() ?? null,
    heldUntilIfProven: row.held_until ? row.held_until_proven?.toISOString() : undefined,
    paidAt: row.paid_at?.toISOString(),
    refundedAt: row.refunded_at?.toISOString(),
    total: toDollars(row.unit_price_cents * row.quantity),
    refunded: toDollars(row.refunded_cents ?? 0),
    disputed: toDollars(row.disputed_cents ?? 0),
    takenBack: toDollars(row.taken_back_cents ?? 0),
  };
}
