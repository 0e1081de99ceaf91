import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../database/client.ts';
import { newId } from '../database/uuid.ts';
import type { OutboxMail } from './mails.ts';

/** A mail that has waited for this long tells nothing new any more. */
const TOO_OLD = sql`interval '3 days'`;

/**
 * The statement that writes a mail about each row of `source`, alone or as a part of a larger statement. The columns of
 * `source` are recipient, facts, and subject: what the mail is about. A second mail of a kind about the same subject is
 * not written. For a source of several rows, `id` is one of its columns.
 */
export function insertMail(
  kind: OutboxMail['kind'],
  source: RawBuilder<unknown>,
  id: RawBuilder<unknown> = sql`${newId()}`,
): RawBuilder<unknown> {
  return sql`${insertFirstMail(kind, source, id)} on conflict (dedupe) do nothing`;
}

/** The same for subjects that are new, of which nobody can have been told: not looking for an earlier mail takes less. */
export function insertFirstMail(
  kind: OutboxMail['kind'],
  source: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    insert into mails (id, recipient, kind, facts, dedupe)
    select ${id}::uuid, recipient, ${kind}, facts, ${`${kind}:`} || subject
    from (${source}) as source`;
}

/** What all mails about an order tell, and `more` keys and values, from a row called `orders`. */
export function orderFacts(more: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`jsonb_build_object('orderId', orders.id, 'orderNumber', orders.number, 'productName', orders.product_name,
    'quantity', orders.quantity, 'unitPriceCents', orders.unit_price_cents, ${more})`;
}

/** Tells a buyer that an order is paid, in the transaction in which it becomes so. */
export async function enqueuePaid(transaction: Queryable, orderId: string): Promise<void> {
  await insertMail(
    'order_paid',
    sql`select buyer_email as recipient, id::text as subject,
        ${orderFacts(sql`'transactionId', transaction_id`)} as facts
      from orders where id = ${orderId}::uuid`,
  ).execute(transaction);
}

/** Tells a buyer that the hold of an order ends soon, or has ended. Before `held_until` is forgotten; once a hold. */
export async function enqueueHold(
  transaction: Queryable,
  kind: 'hold_ends' | 'hold_ended',
  orderId: string,
): Promise<void> {
  await insertMail(
    kind,
    sql`select buyer_email as recipient, id || ':' || extract(epoch from held_until) as subject,
        ${orderFacts(sql`'heldUntil', held_until`)} as facts
      from orders where id = ${orderId}::uuid and held_until is not null`,
  ).execute(transaction);
}

/** Tells a buyer that the money of a paid order has gone back. */
export async function enqueueOrderRefunded(
  transaction: Queryable,
  intentId: string,
  reason: string,
): Promise<void> {
  await insertMail(
    'order_refunded',
    sql`select orders.buyer_email as recipient, orders.id::text as subject, ${orderFacts(
      sql`'transactionId', payments.intent_id, 'reason', coalesce(payments.refund_reason, ${reason})`,
    )} as facts
      from payments join orders on orders.id = payments.order_id where payments.intent_id = ${intentId}`,
  ).execute(transaction);
}

/** Tells a buyer that money which paid no order has gone back. Nobody is told when the account is gone. */
export async function enqueuePaymentRefunded(
  transaction: Queryable,
  intentId: string,
  reason: string,
): Promise<void> {
  await insertMail(
    'payment_refunded',
    sql`select coalesce(orders.buyer_email, users.email) as recipient, payments.intent_id as subject,
        jsonb_build_object('transactionId', payments.intent_id, 'amountCents', payments.amount_cents,
          'orderId', orders.id, 'orderNumber', orders.number, 'reason', coalesce(payments.refund_reason, ${reason})) as facts
      from payments
      left join orders on orders.id = payments.order_id
      left join users on users.id = payments.user_id
      where payments.intent_id = ${intentId} and coalesce(orders.buyer_email, users.email) is not null`,
  ).execute(transaction);
}

/** So many admins are told of a dispute at most. */
const MOST_ADMINS = 50;

/** Tells all admins of a dispute as it is now, once for each status. */
export async function enqueueDispute(transaction: Queryable, id: string): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select email from users where role = 'admin' order by created_at, id limit ${MOST_ADMINS}`.execute(
    transaction,
  );
  for (const { email } of rows) {
    await insertMail(
      'dispute_changed',
      sql`select ${email} as recipient, disputes.id || ':' || disputes.status || ':' || ${email} as subject,
          jsonb_build_object('transactionId', disputes.intent_id, 'amountCents', disputes.amount_cents,
            'status', disputes.status, 'reason', disputes.reason, 'dueAt', disputes.due_at,
            'orderId', orders.id, 'orderNumber', orders.number) as facts
        from disputes
        join payments on payments.intent_id = disputes.intent_id
        left join orders on orders.id = payments.order_id
        where disputes.id = ${id}`,
    ).execute(transaction);
  }
}

/**
 * Takes mails that are due, oldest first, for `leaseSeconds`: no other process takes them meanwhile, and when this one
 * dies they are due again afterwards.
 */
export async function takeDueMails(
  db: Queryable,
  leaseSeconds: number,
  limit: number,
): Promise<(OutboxMail & { attempts: number })[]> {
  const { rows } = await sql<OutboxMail & { attempts: number }>`
    update mails set attempts = attempts + 1, next_at = now() + make_interval(secs => ${leaseSeconds})
    where id in (
      select id from mails where next_at <= now() and created_at > now() - ${TOO_OLD}
        and (facts ->> 'expiresAt' is null or (facts ->> 'expiresAt')::timestamptz > now())
      order by next_at, id limit ${limit} for update skip locked
    )
    returning id, recipient, kind, facts, created_at as "createdAt", attempts`.execute(db);
  return rows;
}

/** Notes that a mail is sent. A token in it is the reader's alone from now on. */
export async function markSent(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ sent_at: sql<Date>`now()`, next_at: null, problem: null, facts: sql`facts - 'token'` })
    .where('id', '=', id)
    .execute();
}

/** Notes why a mail could not be sent; it is due again in `seconds`, or never when that is undefined. */
export async function markFailed(
  db: Queryable,
  id: string,
  problem: string,
  seconds: number | undefined,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      problem,
      next_at: seconds === undefined ? null : sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Deletes mails of long ago, whose occasion cannot come again, so it is not told again either; and those whose link has
 * expired, sent or not.
 */
export async function forgetMails(db: Queryable): Promise<void> {
  await sql`delete from mails
    where facts ->> 'expiresAt' is not null and (facts ->> 'expiresAt')::timestamptz < now()`.execute(db);
  await sql`delete from mails where created_at < now() - interval '90 days'`.execute(db);
}
