import { sql } from 'kysely';
import type { Own, Reach } from '#contract/kernel/reach.ts';
import { CURRENCY, type RefundReason } from '#contract/payments/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { ownedBy } from '../ground/database/owned-by.ts';
import { isId, newId } from '../ground/database/uuid.ts';
import { backOff } from '../ground/outbox/queue.ts';
import type { Intent, ProviderEvent, RefundPart } from './provider.ts';
import { type KnownPayment, requirePaymentTransition } from './rules.ts';

/** What the shop knows of a payment intent. */
export interface Payment extends KnownPayment {
  intentId: string;
  amountCents: number;
  refundedCents: number;
  /** The provider's code for its last refusal of a refund. */
  refundProblem: string | null;
  /** The refund of a part that is due or refused, and its cents; without it, all that is left goes back. */
  partId: string | null;
  partCents: number | null;
}

const COLUMNS = [
  'intent_id as intentId',
  'buyer_id as buyerId',
  'purchase_id as purchaseId',
  'state',
  'amount_cents as amountCents',
  'refunded_cents as refundedCents',
  'refund_problem as refundProblem',
  'part_id as partId',
  'part_cents as partCents',
] as const;

/**
 * Remembers an intent the shop has made, without its buyer when their account is gone. Does nothing when it is remembered, or is for a
 * purchase that is not here.
 */
export async function insertPayment(db: Queryable, intent: Intent): Promise<void> {
  const userId = intent.userId && isId(intent.userId) ? intent.userId : null;
  const buyerId = intent.buyerId && isId(intent.buyerId) ? intent.buyerId : userId;
  const purchaseId = intent.purchaseId && isId(intent.purchaseId) ? intent.purchaseId : null;
  await sql`
    with buyer as materialized (
      select id from buyers where id = ${buyerId} for key share
    ), person as materialized (
      -- After the buyer, as everywhere: the count is always good.
      select id from users where id = ${userId} and (select count(*) from buyer) >= 0 for key share
    )
    insert into payments (id, intent_id, buyer_id, user_id, purchase_id, amount_cents, currency)
    select ${newId()}, ${intent.id}, (select id from buyer), (select id from person), ${purchaseId},
      ${intent.amountCents}, ${intent.currency}
    where ${purchaseId}::uuid is null or exists (select from purchases where id = ${purchaseId})
    on conflict do nothing`.execute(db);
}

/**
 * Notes in the log, once, that a buyer has tried to pay and has not paid yet: the card was declined, or the bank asks for
 * more. A payment that succeeds at once is told of as paid alone. `actor` is from whom the shop knows it.
 */
export async function recordBegun(db: Queryable, intentId: string, actor: string): Promise<void> {
  await sql`
    with begun as (
      update payments set begun_at = now() where intent_id = ${intentId} and begun_at is null
      returning intent_id, purchase_id, user_id
    )
    insert into events (id, kind, actor, purchase_id, facts)
    select ${newId()}, 'payment_begun', coalesce(users.email, ${actor}), purchase_id,
      jsonb_build_object('intentId', intent_id)
    from begun left join users on users.id = user_id`.execute(db);
}

/**
 * Notes in the history of a payment's purchase, once an attempt, that a card was declined. A payment that is tied to no purchase has no
 * history. Nothing else tells then that the payment was begun.
 */
export async function recordDeclined(
  transaction: Queryable,
  intentId: string,
  chargeId: string,
  actor: string,
): Promise<void> {
  // Locked first: who comes next sees what was noted.
  if (!(await lockPayment(transaction, intentId))?.purchaseId) return;
  await sql`
    with payment as (
      update payments set begun_at = coalesce(begun_at, now()) where intent_id = ${intentId}
      returning intent_id, purchase_id, user_id
    )
    insert into events (id, kind, actor, purchase_id, facts)
    select ${newId()}, 'payment_declined', coalesce(users.email, ${actor}), purchase_id,
      jsonb_build_object('intentId', intent_id, 'chargeId', ${chargeId}::text)
    from payment left join users on users.id = user_id
    where not exists (
      select from events where events.purchase_id = payment.purchase_id and kind = 'payment_declined'
        and facts ->> 'chargeId' = ${chargeId}
    )`.execute(transaction);
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

/** The intent of a payment by the payment's own id, if it is in reach, and why its money has to go back. */
export async function findById(
  db: Queryable,
  id: string,
  reach: Reach,
): Promise<(RefundReason & { intentId: string }) | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('payments')
    .select(['intent_id as intentId', 'refund_reason as reason', 'refund_cause as cause'])
    .where('id', '=', id)
    .where(ownedBy(reach, 'payments'))
    .executeTakeFirst();
}

/** A purchase's payments, oldest first. */
export async function listPaymentsOf(db: Queryable, purchaseId: string): Promise<Payment[]> {
  return db
    .selectFrom('payments')
    .select(COLUMNS)
    .where('purchase_id', '=', purchaseId)
    .orderBy('id')
    .execute();
}

/** A person's open payment of an amount for a buyer, which covers no purchase yet. */
export async function findUntied(
  db: Queryable,
  { userId, buyerId }: Own,
  amountCents: number,
): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('buyer_id', '=', buyerId)
    .where('purchase_id', 'is', null)
    .where('amount_cents', '=', amountCents)
    .where('currency', '=', CURRENCY)
    .where('state', '=', 'open')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** How many payments a person has begun: numbers the next one. */
export async function countPaymentsOf(db: Queryable, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Why money has to go back, who says so, and how much has gone. */
interface DueMoney extends RefundReason {
  actor: string;
  refundedCents?: number;
  /** The part of the money that goes back; without it all that is left does. */
  part?: RefundPart | undefined;
}

/** A change of a payment's state, with what has to be known for it. `refusal` is the provider's code, and is counted. */
export type PaymentChange =
  | { to: 'succeeded'; purchaseId: string }
  /** A part has gone back, and with it so much of the payment. */
  | { to: 'succeeded'; refundedCents: number }
  /** `isTaken`: whoever changes it asks for the refund, and nobody else does meanwhile. */
  | ({ to: 'refunding'; refusal?: string; isTaken?: boolean } & DueMoney)
  | ({ to: 'refused'; refusal: string } & (DueMoney | { reason?: never }))
  | { to: 'canceled' | 'refunded' };

/**
 * Changes the state of a locked payment, whose purchase is locked, too, where money has come or gone. Throws for a change that is not in the table of rules.ts. A transaction changes a
 * payment once: with the second change PostgreSQL looks at its keys again, and locks its purchase and its buyer after it.
 */
export async function changePaymentState(
  transaction: Queryable,
  payment: Payment,
  change: PaymentChange,
): Promise<void> {
  requirePaymentTransition(payment.state, change.to);
  const update = transaction.updateTable('payments').where('intent_id', '=', payment.intentId);
  const settled = { state: change.to, settled_at: sql<Date>`now()` };
  switch (change.to) {
    case 'succeeded':
      if ('purchaseId' in change) {
        await update.set({ ...settled, purchase_id: change.purchaseId }).execute();
      } else {
        await update
          .set({
            state: change.to,
            refunded_cents: change.refundedCents,
            checked_at: sql<Date>`now()`,
            ...NO_PART,
            refund_reason: null,
            refund_cause: null,
            refund_actor: null,
            refund_next_at: null,
            refund_attempts: 0,
            refund_problem: null,
          })
          .execute();
      }
      break;
    case 'refunding':
      await update
        .set({
          state: change.to,
          ...columnsOf(change),
          refund_next_at: change.isTaken ? NEXT_TRY : sql<Date>`now()`,
          ...(change.isTaken && { refund_attempts: sql<number>`refund_attempts + 1` }),
        })
        .execute();
      break;
    case 'refused':
      await update.set({ state: change.to, ...columnsOf(change) }).execute();
      break;
    case 'refunded':
      // That all of it has gone back is noted by a trigger (`note_refunded`).
      await update.set({ ...settled, ...NO_PART, refund_problem: null }).execute();
      break;
    default:
      await update.set(settled).execute();
  }
  await countRefunded(transaction, payment);
}

/** Notes what has gone back of a payment at the purchase that it has paid, which the caller has locked. */
async function countRefunded(transaction: Queryable, { intentId }: Payment): Promise<void> {
  await sql`
    update purchases set refunded_cents = payments.refunded_cents from payments
    where transaction_id = intent_id and intent_id = ${intentId}
      and purchases.refunded_cents <> payments.refunded_cents`.execute(transaction);
}

const NO_PART = { part_id: null, part_cents: null };

function columnsOf({
  reason,
  cause,
  actor,
  refundedCents,
  part,
  refusal,
}: Partial<DueMoney> & { refusal?: string }) {
  return {
    ...(actor !== undefined && {
      refund_reason: reason!,
      refund_cause: cause!,
      refund_actor: actor,
      part_id: part?.id ?? null,
      part_cents: part?.cents ?? null,
    }),
    ...(refundedCents !== undefined && { refunded_cents: refundedCents }),
    ...(refusal !== undefined && toRefused(refusal)),
  };
}

/** What is written of a payment whose refund is refused. */
export function toRefused(refusal: string) {
  return { refund_problem: refusal, refund_refusals: sql<number>`refund_refusals + 1` };
}

/** When a refund that is tried now is due again: the later the more often it was tried. */
export const NEXT_TRY = backOff(sql.ref('refund_attempts'));

/** Notes how much of a locked payment, and of the locked purchase that it has paid, has gone back. */
export async function setRefundedCents(
  transaction: Queryable,
  payment: Payment,
  refundedCents: number,
): Promise<void> {
  await transaction
    .updateTable('payments')
    .set({ refunded_cents: refundedCents, checked_at: sql<Date>`now()` })
    .where('intent_id', '=', payment.intentId)
    .execute();
  await countRefunded(transaction, payment);
}

/** Notes that an open payment was cancelled at the provider, and who did it, or found it so. */
export async function markCanceled(db: Queryable, intentId: string, actor: string): Promise<void> {
  await sql`
    with canceled as (
      update payments set state = 'canceled', settled_at = now()
      where intent_id = ${intentId} and state = 'open'
      returning intent_id, purchase_id
    )
    insert into events (id, kind, actor, purchase_id, facts)
    select ${newId()}, 'payment_canceled', ${actor}, purchase_id, jsonb_build_object('intentId', intent_id)
    from canceled`.execute(db);
}

/** Notes that an event of the provider was taken in; false when it was before. */
export async function insertProviderEvent(transaction: Queryable, event: ProviderEvent): Promise<boolean> {
  const result = await transaction
    .insertInto('provider_events')
    .values({ id: event.id, type: event.type, intent_id: event.intentId ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}
