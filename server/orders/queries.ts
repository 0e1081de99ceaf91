import { type RawBuilder, sql } from 'kysely';
import type { Page } from '#contract/fields.ts';
import { toCents, toDollars } from '#contract/money.ts';
import type { NewOrder, Order } from '#contract/orders.ts';
import type { Queryable } from '../database/client.ts';
import type { Attempt } from '../database/idempotency.ts';
import { prepare } from '../database/prepare.ts';
import type { Schema } from '../database/schema.ts';
import { firstIdAt, isId, newId } from '../database/uuid.ts';
import type { Caller } from '../http/handler.ts';
import { insertMail, ORDER_FACTS } from '../mail/queries.ts';

/** What placing an order took, and what it left. */
export interface Placed {
  orderId: string;
  /** The product's stock afterwards, and the revision of its row. */
  available: number;
  revision: number;
}

/** The shop's terms for an order, and the attempt it is. */
export interface OrderTerms {
  /** Minutes for which it keeps its stock while it is unpaid. */
  holdMinutes: number;
  /** Most unpaid orders a buyer may have. */
  maxUnpaid: number;
  attempt: Attempt | undefined;
}

/**
 * Places an order in one statement: takes the stock, writes the order, its mail, the ledger's entry and the answer to
 * repeats, or none of them. Undefined when the product is gone, has another price or minimum, or too little stock, or
 * when the buyer has too many unpaid orders (which orders sent at the very same moment may exceed by their number). A
 * repeat with the same Idempotency-Key fails on the key's uniqueness (see `isRepeat`), which undoes the whole statement.
 */
export async function insertOrder(
  db: Queryable,
  caller: Caller,
  productId: string,
  order: NewOrder,
  { holdMinutes, maxUnpaid, attempt }: OrderTerms,
): Promise<Placed | undefined> {
  const orderId = newId();
  const values = {
    orderId,
    mailId: newId(),
    eventId: newId(),
    userId: caller.userId,
    name: caller.name,
    email: caller.email,
    productId,
    quantity: order.order,
    priceCents: toCents(order.price),
    address: order.shippingAdd,
    phone: order.phone,
    holdMinutes,
    maxUnpaid,
  };
  const [placed] = attempt
    ? await insertRemembered(db, {
        ...values,
        call: attempt.call,
        key: attempt.key,
        requestHash: attempt.requestHash,
      })
    : await insertForgotten(db, values);
  return placed && { orderId, ...placed };
}

interface PlacingValues extends Record<string, unknown> {
  orderId: string;
  mailId: string;
  eventId: string;
  userId: string;
  name: string;
  email: string;
  productId: string;
  quantity: number;
  priceCents: number;
  address: string;
  phone: string;
  holdMinutes: number;
  maxUnpaid: number;
}

type Value<V> = <K extends keyof V & string>(name: K) => RawBuilder<V[K]>;

const insertForgotten = prepare<PlacingValues, Omit<Placed, 'orderId'>>((value) => placing(value, sql``));

const insertRemembered = prepare<
  PlacingValues & { call: string; key: string; requestHash: Buffer },
  Omit<Placed, 'orderId'>
>((value) =>
  placing(
    value,
    sql`, remembered as (
      insert into idempotency_keys (user_id, call, key, request_hash, answer)
      select ${value('userId')}::uuid, ${value('call')}, ${value('key')}, ${value('requestHash')}::bytea,
        jsonb_build_object('insertedId', id) from placed
    )`,
  ),
);

/** The statement that places an order, with what is to be done besides. */
function placing(
  value: Value<PlacingValues>,
  besides: RawBuilder<unknown>,
): RawBuilder<Omit<Placed, 'orderId'>> {
  const quantity = sql`${value('quantity')}::int`;
  return sql`
    with taken as (
      update products
      set available = available - ${quantity}, revision = revision + 1, changed_at = now()
      where id = ${value('productId')}::uuid and removed_at is null and price_cents = ${value('priceCents')}::int
        and available >= ${quantity} and min_order <= ${quantity}
        and (${unpaidOf(value('userId'))}) < ${value('maxUnpaid')}::int
      returning id, name, price_cents, available, revision
    ), placed as (
      insert into orders (id, user_id, buyer_name, buyer_email, product_id, product_name, unit_price_cents, quantity,
        available, shipping_address, phone, held_until)
      select ${value('orderId')}::uuid, ${value('userId')}::uuid, ${value('name')}, ${value('email')}, id, name,
        price_cents, ${quantity}, available + ${quantity}, ${value('address')}, ${value('phone')},
        now() + make_interval(mins => ${value('holdMinutes')}::int)
      from taken
      returning id, buyer_email, product_name, unit_price_cents, quantity, held_until
    ), mailed as (${insertMail(
      'order_placed',
      sql`select buyer_email as recipient, id::text as subject,
        ${ORDER_FACTS} || jsonb_build_object('heldUntil', held_until) as facts from placed as orders`,
      value('mailId'),
    )}
    ), logged as (
      insert into events (id, kind, actor, order_id, product_id, stock_change)
      select ${value('eventId')}::uuid, 'order_placed', ${value('email')}, ${value('orderId')}::uuid, id, -${quantity}
      from taken
    ) ${besides}
    select available, revision from taken`;
}

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

function unpaidOf(userId: RawBuilder<unknown>) {
  return sql`select count(*) from orders where user_id = ${userId}::uuid and paid_at is null and deleted_at is null`;
}
