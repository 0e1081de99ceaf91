import { sql } from 'kysely';
import { toCents } from '#contract/money.ts';
import type { NewOrder } from '#contract/orders.ts';
import { callerBehind } from '../accounts/tokens.ts';
import type { Queryable } from '../database/client.ts';
import type { Attempt } from '../database/idempotency.ts';
import { prepare } from '../database/prepare.ts';
import { newId } from '../database/uuid.ts';
import type { Caller } from '../http/handler.ts';
import { insertFirstMail, orderFacts } from '../mail/queries.ts';

/** An order that somebody wants to place. */
export interface Wish {
  caller: Caller;
  productId: string;
  order: NewOrder;
  attempt: Attempt | undefined;
}

/** What placing an order took, and what it left. */
export interface Placed {
  orderId: string;
  /** The product's stock afterwards, and the revision of its row. */
  available: number;
  revision: number;
}

/** The shop's terms for orders. */
export interface OrderTerms {
  /** Minutes for which an order keeps its stock while it is unpaid. */
  holdMinutes: number;
  /** The same for a buyer whose address is not proven; no more than `holdMinutes`. */
  unprovenMinutes: number;
  /** Most unpaid orders a buyer may have. */
  maxUnpaid: number;
  /** Most that the stock held for a buyer whose address is not proven may come to, in cents; one order may be more. */
  unprovenCents: number;
}

/**
 * Places orders in one statement, which takes stock and writes orders, mails, the ledger's entries and the answers to
 * repeats. Answers for each wish, in their order, what was placed; undefined, and nothing done for it, when the caller's
 * token is not good any more, when the product is gone, has another price or minimum, or too little stock left by the wishes
 * before it, or when the buyer has too many unpaid orders, or too much held before their address is proven. The wishes before
 * it count even when they are refused themselves: it may be asked for again. A
 * repeat with the same Idempotency-Key fails on the key's uniqueness (see `isRepeat`), which undoes the whole statement.
 */
export async function insertOrders(
  db: Queryable,
  wishes: Wish[],
  terms: OrderTerms,
): Promise<(Placed | undefined)[]> {
  const ofBuyer = new Map<string, { nth: number; cents: number }>();
  const ofProduct = new Map<string, number>();
  const rows = wishes.map(({ caller, productId, order, attempt }) => {
    const unitPriceCents = toCents(order.price);
    const earlier = ofBuyer.get(caller.userId) ?? { nth: 0, cents: 0 };
    const nth = earlier.nth + 1;
    const cents = earlier.cents + unitPriceCents * order.order;
    ofBuyer.set(caller.userId, { nth, cents });
    const upto = (ofProduct.get(productId) ?? 0) + order.order;
    ofProduct.set(productId, upto);
    return {
      // Which of the buyer's it is; what it comes to, and how many pieces of the product it needs, together with those before.
      nth,
      cents,
      upto,
      order_id: newId(),
      event_id: newId(),
      mail_id: newId(),
      token_hash: caller.tokenHash,
      product_id: productId,
      quantity: order.order,
      unit_price_cents: unitPriceCents,
      shipping_address: order.shippingAdd,
      phone: order.phone,
      call: attempt?.call,
      key: attempt?.key,
      request_hash: attempt && `\\x${attempt.requestHash.toString('hex')}`,
    };
  });
  const placed = new Map<string, Placed>();
  for (const one of await place(db, { wishes: JSON.stringify(rows), ...terms })) placed.set(one.orderId, one);
  return rows.map(({ order_id }) => placed.get(order_id));
}

/**
 * Locks the rows of buyers in the order of their ids, then those of products in the order of theirs: so two statements
 * never wait for each other. `taken` counts from the stock of the locked row, not from that of the row it scans: PostgreSQL
 * scans the version that was current when the statement began, and checks the table's constraints with it before it looks
 * for the latest one (scarce.test.ts). A trigger counts the placed orders for their buyer.
 */
const place = prepare<Record<keyof OrderTerms, number> & { wishes: string }, Placed>(
  (value) => sql`
    with wished as materialized (
      select wish.*, user_id, name as buyer_name, email as buyer_email
      from json_to_recordset(${value('wishes')}::json) as wish (nth int, cents bigint, upto bigint, order_id uuid, event_id uuid,
        mail_id uuid, token_hash text, product_id uuid, quantity int, unit_price_cents int, shipping_address text,
        phone text, call text, key text, request_hash bytea), lateral (${callerBehind(sql`wish.token_hash`)}) as caller
    ), buyers as materialized (
      select id, email_verified, unpaid_orders, held_cents from users
      where id = any(array(select user_id from wished))
      order by id for no key update
    ), locked as (
      select id, name, price_cents, min_order, available, revision from products
      where id = any(array(select product_id from wished)) and removed_at is null
        and (select count(*) from buyers) > 0
      order by id for no key update
    ), accepted as (
      select wished.*, locked.name as product_name, available as stock, revision, nextval('order_numbers') as number,
        case when email_verified then usual else least(usual, now() + make_interval(mins => ${value('unprovenMinutes')}::int))
        end as held_until,
        case when not email_verified and ${value('unprovenMinutes')}::int < ${value('holdMinutes')}::int then usual
        end as held_until_proven
      from wished join locked on locked.id = product_id join buyers on buyers.id = user_id,
        lateral (select now() + make_interval(mins => ${value('holdMinutes')}::int) as usual) as terms
      where price_cents = unit_price_cents and min_order <= quantity and upto <= available
        and unpaid_orders + nth <= ${value('maxUnpaid')}::int
        and (email_verified
          or held_cents + cents <= greatest(${value('unprovenCents')}::bigint, unit_price_cents::bigint * quantity))
    ), taken as (
      update products set available = left_over.available, revision = left_over.revision, changed_at = now()
      from (
        select product_id, stock - sum(quantity) as available, revision + 1 as revision
        from accepted group by product_id, stock, revision
      ) as left_over
      where products.id = product_id
      returning product_id, products.available, products.revision
    ), placed as (
      insert into orders (id, number, user_id, buyer_name, buyer_email, product_id, product_name, unit_price_cents, quantity,
        available, shipping_address, phone, held_until, held_until_proven)
      select order_id, number, user_id, buyer_name, buyer_email, product_id, product_name, unit_price_cents, quantity,
        stock - upto + quantity, shipping_address, phone, held_until, held_until_proven
      from accepted
    ), mailed as (${insertFirstMail(
      'order_placed',
      sql`select mail_id, buyer_email as recipient, id::text as subject,
        ${orderFacts(sql`'heldUntil', held_until`)} as facts
        from (select *, order_id as id from accepted) as orders`,
      sql`mail_id`,
    )}
    ), logged as (
      insert into events (id, kind, actor, order_id, product_id, stock_change)
      select event_id, 'order_placed', buyer_email, order_id, product_id, -quantity from accepted
    ), remembered as (
      insert into idempotency_keys (user_id, call, key, request_hash, answer)
      select user_id, call, key, request_hash, jsonb_build_object('insertedId', order_id)
      from accepted where key is not null
    )
    select order_id as "orderId", taken.available, taken.revision from accepted join taken using (product_id)`,
);
