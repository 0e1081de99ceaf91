import { sql } from 'kysely';
import { CURRENCY } from '#contract/payments.ts';
import type { Queryable } from '../database/client.ts';
import { isId, newId } from '../database/uuid.ts';
import type { Intent } from './provider.ts';

/** What the shop knows of a payment intent. */
export interface Payment {
  intentId: string;
  userId: string | null;
  /** The order it covers; null while it covers none. */
  orderId: string | null;
  state: 'open' | 'succeeded' | 'canceled';
}

const COLUMNS = ['intent_id as intentId', 'user_id as userId', 'order_id as orderId', 'state'] as const;

/** Remembers an intent the shop has made. Does nothing when it is remembered already. */
export async function insertPayment(db: Queryable, intent: Intent): Promise<void> {
  await db
    .insertInto('payments')
    .values({
      id: newId(),
      intent_id: intent.id,
      user_id: intent.userId && isId(intent.userId) ? intent.userId : null,
      order_id: intent.orderId && isId(intent.orderId) ? intent.orderId : null,
      amount_cents: intent.amountCents,
      currency: intent.currency,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks a payment for a change of its state. */
export async function lockPayment(transaction: Queryable, intentId: string): Promise<Payment | undefined> {
  return transaction
    .selectFrom('payments')
    .select(COLUMNS)
    .where('intent_id', '=', intentId)
    .forUpdate()
    .executeTakeFirst();
}

export async function findPayment(db: Queryable, intentId: string): Promise<Payment | undefined> {
  return db.selectFrom('payments').select(COLUMNS).where('intent_id', '=', intentId).executeTakeFirst();
}

/** An order's payments, oldest first. */
export async function listPaymentsOf(db: Queryable, orderId: string): Promise<Payment[]> {
  return db.selectFrom('payments').select(COLUMNS).where('order_id', '=', orderId).orderBy('id').execute();
}

/** A buyer's open payment of an amount that covers no order yet. */
export async function findUntied(
  db: Queryable,
  userId: string,
  amountCents: number,
): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('order_id', 'is', null)
    .where('amount_cents', '=', amountCents)
    .where('currency', '=', CURRENCY)
    .where('state', '=', 'open')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** How many payments without an order a buyer has begun: numbers the next one. */
export async function countUntied(db: Queryable, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Ties a payment to its order as the one that paid it. */
export async function markSucceeded(
  transaction: Queryable,
  intentId: string,
  orderId: string,
): Promise<void> {
  await transaction
    .updateTable('payments')
    .set({ state: 'succeeded', order_id: orderId, settled_at: sql`now()` })
    .where('intent_id', '=', intentId)
    .execute();
}

export async function markCanceled(db: Queryable, intentId: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ state: 'canceled', settled_at: sql`now()` })
    .where('intent_id', '=', intentId)
    .where('state', '=', 'open')
    .execute();
}
