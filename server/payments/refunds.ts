import type { RefundReason } from '#contract/payments.ts';
import type { Database } from '../database/client.ts';
import { transact } from '../database/transact.ts';
import { recordEvent } from '../events/queries.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { markRefunded } from '../purchases/pay.ts';
import { lockPurchase } from '../purchases/state.ts';
import { tellStock } from '../purchases/stock.ts';
import { ProviderFailure } from './failure.ts';
import { enqueueOrderRefunded, enqueuePaymentRefunded } from './mails.ts';
import type { Intent, PaymentProvider, ProviderEvent } from './provider.ts';
import {
  changePaymentState,
  countRefusal,
  type DueRefund,
  findPayment,
  insertProviderEvent,
  lockPayment,
  readDueRefund,
  takeDueRefunds,
} from './queries.ts';
import { because, isFinal, toldOf, toProblemCode } from './rules.ts';

const AT_ONCE = 20;

/**
 * Carries out the refunds that are due. Each is asked for once at the provider however often this runs, and stays due
 * until the provider confirms it, or refuses it for good. Answers how many were confirmed.
 */
export async function carryOutRefunds(
  database: Database,
  catalogue: Catalogue,
  provider: PaymentProvider,
): Promise<number> {
  let confirmed = 0;
  for (const refund of await takeDueRefunds(database.db, AT_ONCE)) {
    if ((await carryOut(database, catalogue, provider, refund)) === 'confirmed') confirmed += 1;
  }
  return confirmed;
}

/** What an attempt came to: confirmed, refused until an admin does something, or tried again later. */
export type RefundEnd = 'confirmed' | 'refused' | 'due';

/** Carries out one refund. Throws when the provider is out of reach: it is due again then. */
export async function carryOut(
  database: Database,
  catalogue: Catalogue,
  provider: PaymentProvider,
  { intentId, actor, refusals, ...why }: DueRefund,
): Promise<RefundEnd> {
  const problem = await ask(provider, intentId, refusals);
  if (problem !== undefined) return noteRefusal(database, intentId, actor, toProblemCode(problem));
  await confirmRefund(database, catalogue, intentId, actor, why);
  return 'confirmed';
}

/** Asks the provider; answers its code when it refuses this refund. */
async function ask(
  provider: PaymentProvider,
  intentId: string,
  refusals: number,
): Promise<string | undefined> {
  try {
    return await provider.refund(intentId, refusals);
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'refused') return error.said.code ?? 'unknown';
    throw error;
  }
}

/** Stops a refund that is refused for good, and tells of it; of others once for each new reason. */
async function noteRefusal(
  { db }: Database,
  intentId: string,
  actor: string,
  problem: string,
): Promise<RefundEnd> {
  return transact(db, async (transaction) => {
    const payment = await lockPayment(transaction, intentId);
    if (payment?.state !== 'refunding') return payment?.state === 'refunded' ? 'confirmed' : 'due';
    const stops = isFinal(problem);
    if (stops) await changePaymentState(transaction, payment, { to: 'refused', refusal: problem });
    else await countRefusal(transaction, intentId, problem);
    if (stops || payment.refundProblem !== problem) {
      await recordEvent(transaction, {
        kind: stops ? 'refund_refused' : 'refund_failed',
        actor,
        purchaseId: payment.purchaseId ?? undefined,
        facts: { intentId, refusal: problem },
      });
    }
    return stops ? 'refused' : 'due';
  });
}

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
  await transact(db, async (transaction) => {
    if (event) await insertProviderEvent(transaction, event);
    const payment = await lockPayment(transaction, intentId);
    if (payment?.state !== 'refunded') return;
    const stops = isFinal(problem);
    await changePaymentState(transaction, payment, {
      to: stops ? 'refused' : 'refunding',
      ...{ ...because('sent_back'), actor, refundedCents, refusal: problem },
    });
    await recordEvent(transaction, {
      kind: stops ? 'refund_refused' : 'refund_failed',
      actor,
      purchaseId: payment.purchaseId ?? undefined,
      facts: { intentId, refusal: problem },
    });
  });
}

/**
 * Takes in that a payment's money has gone back: the purchase it had paid is refunded, and its stock is on sale again.
 * `event`, which told of it, is noted in the same transaction. `actor` and `why` are for a refund that was made at the
 * provider. One that the shop has asked for is logged with who asked and their reason, also when the provider's event comes
 * before its answer.
 */
export async function confirmRefund(
  database: Database,
  catalogue: Catalogue,
  intentId: string,
  actor: string,
  why: RefundReason,
  event?: ProviderEvent,
): Promise<void> {
  const purchaseId = (await findPayment(database.db, intentId))?.purchaseId;
  const levels = await transact(database.db, async (transaction) => {
    if (event) await insertProviderEvent(transaction, event);
    // The purchase first, as everywhere: two that lock both never wait for each other.
    const purchase = purchaseId ? await lockPurchase(transaction, purchaseId) : undefined;
    const payment = await lockPayment(transaction, intentId);
    if (!payment || payment.state === 'refunded') return [];
    const asked =
      payment.state === 'refunding' ? await readDueRefund(transaction, intentId) : { actor, ...why };
    await changePaymentState(transaction, payment, { to: 'refunded' });
    if (purchase?.state === 'paid' && purchase.transactionId === intentId) {
      const levels = await markRefunded(transaction, purchase, asked.actor, asked);
      await enqueueOrderRefunded(transaction, intentId, asked);
      return levels;
    }
    await recordEvent(transaction, {
      kind: 'payment_refunded',
      actor: asked.actor,
      purchaseId: purchaseId ?? undefined,
      ...toldOf(asked, intentId),
    });
    await enqueuePaymentRefunded(transaction, intentId, asked);
    return [];
  });
  await tellStock(catalogue, levels);
}
