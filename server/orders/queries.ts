import { type RawBuilder, sql } from 'kysely';
import type { Page } from '#contract/fields.ts';
import { toDollars } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import type { Queryable } from '../database/client.ts';
import type { Schema } from '../database/schema.ts';
import { firstIdAt, isId } from '../database/uuid.ts';
import type { Caller } from '../http/handler.ts';

/** How many unpaid orders a buyer has. */
export async function countUnpaid(db: Queryable, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`${unpaidOf(sql`${userId}`)}`.execute(db);
  return rows[0]!.count;
}

/** Whose orders a list shows: one person's by account, by email, or everybody's. */
export type OrderOwner = { userId: string } | { email: string } | 'everyone';

/** Orders that are not deleted, newest first. */
export async function listOrders(
  db: Queryable,
  owner: OrderOwner,
  { limit, after }: Page = {},
): Promise<Order[]> {
  if (after !== undefined && !isId(after)) return [];
  let query = ownedBy(db, owner).select(COLUMNS).orderBy('id', 'desc');
  if (after !== undefined) query = query.where('id', '<', after);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(toOrder);
}

/** How many orders of one person there are that are not deleted. */
export async function countOrdersOf(db: Queryable, owner: Exclude<OrderOwner, 'everyone'>): Promise<number> {
  const { total } = await ownedBy(db, owner)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
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

/** One order that is not deleted, if it is the caller's or the caller is an admin. */
export async function findOrder(db: Queryable, id: string, caller: Caller): Promise<Order | undefined> {
  if (!isId(id)) return undefined;
  let query = db.selectFrom('orders').select(COLUMNS).where('id', '=', id).where('deleted_at', 'is', null);
  if (caller.role !== 'admin') query = query.where('user_id', '=', caller.userId);
  const row = await query.executeTakeFirst();
  return row && toOrder(row);
}

const COLUMNS = [
  'id',
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
  'paid_at',
  'refunded_at',
  'transaction_id',
] as const;

type OrderRow = Pick<
  { [C in keyof Schema['orders']]: C extends 'created_at' ? Date : Schema['orders'][C] },
  (typeof COLUMNS)[number]
>;

function ownedBy(db: Queryable, owner: OrderOwner) {
  const query = db.selectFrom('orders').where('deleted_at', 'is', null);
  if (owner === 'everyone') return query;
  return 'userId' in owner
    ? query.where('user_id', '=', owner.userId)
    : query.where('buyer_email', '=', owner.email);
}

function toOrder(row: OrderRow): Order {
  return {
    _id: row.id,
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
    paidAt: row.paid_at?.toISOString(),
    refundedAt: row.refunded_at?.toISOString(),
    total: toDollars(row.unit_price_cents * row.quantity),
  };
}

/** The statement that counts a buyer's unpaid orders, by the index `orders_unpaid`. */
export function unpaidOf(userId: RawBuilder<unknown>) {
  return sql`select count(*) from orders where user_id = ${userId}::uuid and coalesce(paid_at, deleted_at) is null`;
}
