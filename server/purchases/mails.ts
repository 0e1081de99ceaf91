import { type RawBuilder, sql } from 'kysely';
import { PURCHASE_MAX_LINES } from '#contract/purchases/limits.ts';
import type { Queryable } from '../ground/database/client.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { expectedOn } from './expected.ts';
import { purchaseMails } from './mail-words.ts';

/**
 * The address that is told of a purchase, from a row called `purchases`: its buyer's. Of a company's whose buyer is no member any more, it
 * is that of the admin who joined first.
 */
export const recipient = sql`coalesce((
  select users.email from members join users on users.id = members.user_id
  where members.buyer_id = purchases.buyer_id and 'admin' = any(members.roles) and not exists (
    select from members placer where placer.buyer_id = purchases.buyer_id and placer.user_id = purchases.user_id)
  order by members.joined_at limit 1), purchases.buyer_email)`;

/** Keys and values of which purchase a mail is about, from a row called `purchases`. */
export const purchaseKeys = sql`'purchaseId', purchases.id, 'orderNumber', purchases.number, 'poNumber', purchases.po_number,
  'placedAt', purchases.placed_at, 'shipTo', purchases.shipping_address, 'shipToParts', purchases.ship_to, 'billTo', purchases.bill_to,
  'companyId', nullif(purchases.buyer_id, purchases.user_id)`;

/** Keys and values of which part a line is of, with the buyer's own number of it, from a row of `orders`. */
export const partKeys = sql`'sku', (select sku from products where products.id = product_id), 'productName', product_name,
  'customerRef', customer_ref`;

/**
 * What all mails about a purchase tell, and `more` keys and values, from a row called `purchases` and rows of its lines: `[1:n]`
 * takes the first n of them.
 */
export function purchaseFacts(
  more: RawBuilder<unknown>,
  lines: RawBuilder<unknown> = sql`orders`,
): RawBuilder<unknown> {
  return sql`(
    select jsonb_build_object(${purchaseKeys}, 'orderId', (array_agg(id order by line_no))[1],
      'totalCents', purchases.total_cents, 'lineCount', count(*),
      'lines', to_jsonb((array_agg(jsonb_build_object(${partKeys}, 'quantity', quantity, 'unitPriceMicros', unit_price_micros, 'totalCents', lines.total_cents,
        'expectedOn', ${expectedOn}) order by line_no))[1:${PURCHASE_MAX_LINES}::int]), ${more})
    from ${lines} as lines
    where purchase_id = purchases.id and deleted_at is null)`;
}

/** Tells a buyer that the hold of a purchase ends soon, or has ended. Before `held_until` is forgotten; once a hold. */
export async function enqueueHold(
  transaction: Queryable,
  kind: 'hold_ends' | 'hold_ended',
  purchaseId: string,
): Promise<void> {
  await insertMail(
    purchaseMails[kind],
    sql`select ${recipient} as recipient, id || ':' || extract(epoch from held_until) as subject,
        ${purchaseFacts(sql`'heldUntil', held_until, 'isAsked', purchases.state = 'asked'`)} as facts
      from purchases where id = ${purchaseId}::uuid and held_until is not null`,
  ).execute(transaction);
}

/** Tells a buyer what the entry `told` of the log says of their purchase, in the words of staff. */
export async function enqueueText(
  transaction: Queryable,
  kind: 'message' | 'cancel_refused',
  purchaseId: string,
  told: string,
  text: string,
): Promise<void> {
  await insertMail(
    purchaseMails[kind],
    sql`select ${recipient} as recipient, ${told}::text as subject,
        jsonb_build_object(${purchaseKeys}, 'text', ${text}::text) as facts
      from purchases where id = ${purchaseId}::uuid`,
  ).execute(transaction);
}
