import { issueCreditNotes } from '../documents/issue.ts';
import type { Database } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { workOff } from '../ground/outbox/queue.ts';
import { RECONCILIATION, recordEvent } from '../log/queries.ts';
import { lockPurchase } from '../purchases/state.ts';
import { tellStock } from '../purchases/stock.ts';
import { isOutOfReach, ProviderFailure } from './failure.ts';
import { sumRefunds } from './note-refunds.ts';
import { withdrawPart } from './parts.ts';
import type { PaymentProvider } from './provider.ts';
import { changePaymentState, findPayment, lockPayment } from './queries.ts';
import { countRefusal, DUE_REFUNDS, type DueRefund } from './refund-tries.ts';
import { confirmRefund, recordRefusal } from './refunds.ts';
import { isFinal, toProblemCode } from './rules.ts';
import { type PaymentContext, takeIn } from './take-in.ts';

/**
 * Carries out the refunds that are due. Each is asked for once at the provider however often this runs, and stays due
 * until the provider confirms it, or refuses it for good. Answers how many were confirmed.
 */
export async function carryOutRefunds(context: PaymentContext): Promise<number> {
  let confirmed = 0;
  const one = async (refund: DueRefund) => {
    if ((await carryOut(context, refund)) === 'confirmed') confirmed += 1;
  };
  await workOff(context.database.db, DUE_REFUNDS, one, isOutOfReach);
  return confirmed;
}

/** What an attempt came to: confirmed, refused until an admin does something, tried again later, or given up. */
export type RefundEnd = 'confirmed' | 'refused' | 'due' | 'given_up';

/** Carries out one refund. Throws when the provider is out of reach: it is due again then. */
export async function carryOut(context: PaymentContext, due: DueRefund): Promise<RefundEnd> {
  const { database, catalogue, provider } = context;
  const problem = await ask(provider, due);
  if (problem !== undefined && due.partId !== null && (await isMoreThanLeft(context, due))) {
    return giveUpPart(context, due, due.partId);
  }
  if (problem !== undefined) return noteRefusal(database, due, toProblemCode(problem));
  if (due.partId !== null) return confirmPart(context, due);
  await confirmRefund(database, catalogue, due.intentId, due.actor, due);
  return 'confirmed';
}

/** How the log tells that a part is of more than is left of the payment. */
const LESS_IS_LEFT = 'charge_already_refunded';

/**
 * Whether a part that Stripe has refused is of more than is left of its payment: asking again would change nothing, ever. Found by
 * the amounts, as Stripe gives no code of its own for it. A part that was made meanwhile is not.
 */
async function isMoreThanLeft(
  { database, provider }: PaymentContext,
  { intentId, partId, partCents }: DueRefund,
): Promise<boolean> {
  const refunds = await provider.getRefunds(intentId);
  const isMade = refunds.some((refund) => refund.partId === partId && refund.failure === undefined);
  const { amountCents } = (await findPayment(database.db, intentId))!;
  return !isMade && partCents! > amountCents - sumRefunds(refunds);
}

/** Gives a part up, so that its pieces can be refunded anew, and takes in what was refunded at the provider before it. */
async function giveUpPart(
  context: PaymentContext,
  { intentId, purchaseId, actor }: DueRefund,
  partId: string,
): Promise<RefundEnd> {
  const levels = await transact(context.database.db, async (transaction) => {
    // The purchase first, as everywhere.
    await lockPurchase(transaction, purchaseId!);
    const payment = await lockPayment(transaction, intentId);
    if (payment?.state !== 'refunding' || payment.partId !== partId) return [];
    const back = await withdrawPart(transaction, partId, purchaseId!);
    const { refundedCents } = payment;
    await changePaymentState(transaction, payment, { to: 'succeeded', refundedCents });
    await recordEvent(transaction, {
      kind: 'refund_refused',
      actor,
      purchaseId: purchaseId!,
      facts: { intentId, refusal: LESS_IS_LEFT },
    });
    await issueCreditNotes(transaction, intentId);
    return back;
  });
  await tellStock(context.catalogue, levels);
  // The part is given up by now: what cannot be looked at, reconciliation takes in later.
  await takeIn(context, intentId, RECONCILIATION).catch(() => {});
  return 'given_up';
}

/** How often it is looked what has gone back, while events of the same refund change what was known of it. */
const LOOKS = 3;

/** Takes in that the provider has made the refund of a part, as anything that has gone back is taken in. */
async function confirmPart(
  context: PaymentContext,
  { intentId, partId, actor }: DueRefund,
): Promise<RefundEnd> {
  for (let look = 0; look < LOOKS; look += 1) {
    await takeIn(context, intentId, actor);
    const payment = await findPayment(context.database.db, intentId);
    if (payment?.partId !== partId) return 'confirmed';
  }
  return 'due';
}

/** Asks the provider; answers its code when it refuses this refund. */
async function ask(
  provider: PaymentProvider,
  { intentId, refusals, partId, partCents }: DueRefund,
): Promise<string | undefined> {
  const part = partId === null ? undefined : { id: partId, cents: partCents! };
  try {
    return await provider.refund(intentId, refusals, part);
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'refused') return error.said.code ?? 'unknown';
    throw error;
  }
}

/** Stops a refund that is refused for good, and tells of it; of others once for each new reason. */
async function noteRefusal(
  { db }: Database,
  { intentId, partId, actor }: DueRefund,
  problem: string,
): Promise<RefundEnd> {
  return transact(db, async (transaction) => {
    const payment = await lockPayment(transaction, intentId);
    if (payment?.state !== 'refunding' || payment.partId !== partId) {
      return payment?.state === 'refunded' ? 'confirmed' : 'due';
    }
    const stops = isFinal(problem);
    if (stops) await changePaymentState(transaction, payment, { to: 'refused', refusal: problem });
    else await countRefusal(transaction, intentId, problem);
    if (stops || payment.refundProblem !== problem) await recordRefusal(transaction, payment, problem, actor);
    return stops ? 'refused' : 'due';
  });
}
