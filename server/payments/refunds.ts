import type { RefundReason } from '#contract/payments/schema.ts';
import { issueCreditNotes } from '../documents/issue.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { recordEvent } from '../log/queries.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { markRefunded } from '../purchases/pay.ts';
import { lockPurchase } from '../purchases/state.ts';
import { type NewStock, tellStock } from '../purchases/stock.ts';
import { enqueueOrderRefunded, enqueuePaymentRefunded } from './mails.ts';
import { markPart } from './parts.ts';
import type { Intent, ProviderEvent } from './provider.ts';
import {
  changePaymentState,
  findPayment,
  insertProviderEvent,
  lockPayment,
  type Payment,
} from './queries.ts';
import { type DueRefund, readDueRefund } from './refund-tries.ts';
import { because, isFinal, toldOf } from './rules.ts';

/**
 * Takes in that a buyer's bank has sent a refund back: it is due again, or stops when the bank's reason lasts. The
 * purchase stays refunded. `event`, which told of it, is noted in the same transaction.
 */
export async function returnRefund(
  { db }: Database,
  { id: intentId, refundedCents }: Intent,
  problem: string,
  actor: string,
  event?: ProviderEvent,
): Promise<void> {
  const purchaseId = (await findPayment(db, intentId))?.purchaseId;
  await transact(db, async (transaction) => {
    if (event) await insertProviderEvent(transaction, event);
    // The purchase first, as everywhere.
    if (purchaseId) await lockPurchase(transaction, purchaseId);
    const payment = await lockPayment(transaction, intentId);
    if (payment?.state !== 'refunded') return;
    const stops = isFinal(problem);
    await changePaymentState(transaction, payment, {
      to: stops ? 'refused' : 'refunding',
      ...because('sent_back'),
      actor,
      refundedCents,
      refusal: problem,
    });
    await recordRefusal(transaction, payment, problem, actor);
  });
}

/**
 * A payment has changed since the provider was asked: its bank may have sent back what the answer tells of, so one asks anew.
 */
export class PaymentChanged extends Error {
  constructor(intentId: string) {
    super(`Payment ${intentId} has changed since the provider was asked.`);
  }
}

/**
 * Takes in that a payment's money has gone back: the purchase it had paid is refunded, and its pieces are on sale again that are
 * neither shipped nor cancelled.
 * `event`, which told of it, is noted in the same transaction. `actor` and `why` are for a refund that was made at the
 * provider. One that the shop has asked for is logged with who asked and their reason, also when the provider's event comes
 * before its answer. `seen` is the payment's state before the provider was asked.
 * @throws PaymentChanged when the payment has another state by now
 */
export async function confirmRefund(
  database: Database,
  catalogue: Catalogue,
  intentId: string,
  actor: string,
  why: RefundReason,
  event?: ProviderEvent,
  seen?: Payment['state'],
): Promise<void> {
  const purchaseId = (await findPayment(database.db, intentId))?.purchaseId;
  const levels = await transact(database.db, async (transaction) => {
    if (event) await insertProviderEvent(transaction, event);
    // The purchase first, as everywhere: two that lock both never wait for each other.
    const purchase = purchaseId ? await lockPurchase(transaction, purchaseId) : undefined;
    const payment = await lockPayment(transaction, intentId);
    if (!payment || payment.state === 'refunded') return [];
    // guard: server/payments/refused-refunds.test.ts
    if (seen !== undefined && payment.state !== seen) throw new PaymentChanged(intentId);
    const asked = (await hasAsked(transaction, payment)) ?? { actor, ...why };
    const { amountCents, refundedCents } = payment;
    const lastCents = refundedCents > 0 ? amountCents - refundedCents : undefined;
    await changePaymentState(transaction, payment, { to: 'refunded' });
    if (payment.partId) await markPart(transaction, payment.partId, 'done');
    const hasPaid = purchase?.transactionId === intentId;
    let taken: NewStock[] = [];
    if (hasPaid && purchase.state === 'paid') {
      taken = await markRefunded(transaction, purchase, asked.actor, { ...asked, lastCents });
    } else {
      // Of a purchase that is refunded already, it is a refund that the buyer's bank had sent back.
      await recordEvent(transaction, {
        kind: 'payment_refunded',
        actor: asked.actor,
        purchaseId: purchaseId ?? undefined,
        ...toldOf(asked, intentId),
      });
    }
    if (hasPaid) {
      // Late: the next refund waits for its number until this transaction ends.
      await issueCreditNotes(transaction, intentId);
      await enqueueOrderRefunded(transaction, intentId, asked, lastCents);
    } else await enqueuePaymentRefunded(transaction, intentId, asked);
    return taken;
  });
  await tellStock(catalogue, levels);
}

/** The refund that the shop has asked for and that took all that was left; undefined when it was made at the provider. */
async function hasAsked(
  transaction: Queryable,
  { intentId, state, partCents, refundedCents, amountCents }: Payment,
): Promise<DueRefund | undefined> {
  const isAll = partCents === null || refundedCents + partCents >= amountCents;
  return state === 'refunding' && isAll ? readDueRefund(transaction, intentId) : undefined;
}

/** Tells in the log that a refund was refused, or sent back by the buyer's bank, and whether it stops or is tried again. */
export async function recordRefusal(
  transaction: Queryable,
  { intentId, purchaseId }: Payment,
  refusal: string,
  actor: string,
): Promise<void> {
  await recordEvent(transaction, {
    kind: isFinal(refusal) ? 'refund_refused' : 'refund_failed',
    actor,
    purchaseId: purchaseId ?? undefined,
    facts: { intentId, refusal },
  });
}
