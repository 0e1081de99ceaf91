import { issueCreditNotes } from '../documents/issue.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { recordEvent } from '../log/queries.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { lockPurchase } from '../purchases/state.ts';
import { type NewStock, tellStock } from '../purchases/stock.ts';
import { enqueuePartRefunded } from './mails.ts';
import { finishPart, listParts, markPart, type Part, withdrawPart } from './parts.ts';
import type { ProviderRefund } from './provider.ts';
import { changePaymentState, lockPayment, type Payment, setRefundedCents } from './queries.ts';
import { recordRefusal } from './refunds.ts';
import { isFinal, toProblemCode } from './rules.ts';

/** How much of a payment has gone back, by its refunds at the provider. */
export function sumRefunds(refunds: ProviderRefund[]): number {
  return refunds.reduce((sum, { cents, failure }) => (failure === undefined ? sum + cents : sum), 0);
}

interface SentBack {
  part: Part;
  /** The provider's code. */
  problem: string;
}

/** What a list of refunds at the provider means to the parts that the shop has asked for. Pure. */
function judgeParts(
  payment: Pick<Payment, 'state' | 'partId'>,
  parts: Part[],
  refunds: ProviderRefund[],
): { done: Part | undefined; sentBack: SentBack[] } {
  const made = (part: Part) =>
    refunds.some(({ partId, failure }) => partId === part.id && failure === undefined);
  const done = parts.find(
    (part) => part.id === payment.partId && payment.state === 'refunding' && made(part),
  );
  const sentBack = parts
    .filter((part) => part.state === 'done' && !made(part))
    .map((part) => ({
      part,
      problem: toProblemCode(refunds.find(({ partId }) => partId === part.id)?.failure),
    }));
  return { done, sentBack };
}

/**
 * Takes in how much of a payment has gone back, and tells in the log of what went to the buyer, or was sent back by their bank.
 * Nothing happens when that has changed since `payment` was read: what was fetched before does not go over it.
 *
 * With `refunds`, of a payment of whose parts the shop has asked for some: what it has asked for is done, and what a bank has
 * sent back is due again, or refused; it is given up while another refund of the payment is under way. `actor` is for what was
 * refunded at the provider itself.
 */
export async function noteRefunds(
  { db }: Database,
  catalogue: Catalogue,
  payment: Payment,
  refundedCents: number,
  refunds: ProviderRefund[] | undefined,
  actor: string,
): Promise<void> {
  if (!refunds && refundedCents === payment.refundedCents) return;
  const { intentId, purchaseId } = payment;
  const levels = await transact(db, async (transaction): Promise<NewStock[]> => {
    // The purchase first, as everywhere.
    if (purchaseId) await lockPurchase(transaction, purchaseId);
    const locked = await lockPayment(transaction, intentId);
    if (locked?.refundedCents !== payment.refundedCents || locked.state === 'refunded') return [];
    // Somebody has begun to refund since it was read, and will tell of it under their name.
    if (!refunds && locked.state === 'refunding') return [];
    const parts = refunds ? await listParts(transaction, intentId) : [];
    const { done, sentBack } = judgeParts(locked, parts, refunds ?? []);
    const again = locked.state === 'succeeded' ? sentBack[0] : undefined;
    const back: NewStock[] = [];
    for (const one of sentBack)
      if (one !== again) back.push(...(await withdrawPart(transaction, one.part.id, purchaseId!)));
    await recordRefunded(transaction, locked, refundedCents, done, actor);
    if (done) {
      await changePaymentState(transaction, locked, { to: 'succeeded', refundedCents });
      await finishPart(transaction, done, intentId);
    } else if (again) {
      await askAgain(transaction, locked, again, refundedCents, actor);
    } else if (refundedCents !== locked.refundedCents) {
      await setRefundedCents(transaction, locked, refundedCents);
    }
    await issueCreditNotes(transaction, intentId);
    if (done) await enqueuePartRefunded(transaction, done.id);
    return back;
  });
  await tellStock(catalogue, levels);
}

/** Makes a part due again that a buyer's bank has sent back; it stops when the bank's reason lasts. */
async function askAgain(
  transaction: Queryable,
  payment: Payment,
  { part, problem }: SentBack,
  refundedCents: number,
  actor: string,
): Promise<void> {
  const stops = isFinal(problem);
  await markPart(transaction, part.id, 'due');
  await changePaymentState(transaction, payment, {
    to: stops ? 'refused' : 'refunding',
    reason: part.reason,
    cause: null,
    actor: part.actor,
    part,
    refundedCents,
    refusal: problem,
  });
  await recordRefusal(transaction, payment, problem, actor);
}

/** Tells in the log of what has gone back of a payment since it was read, or was sent back by the buyer's bank. */
async function recordRefunded(
  transaction: Queryable,
  { intentId, purchaseId, amountCents, refundedCents: before }: Payment,
  refundedCents: number,
  done: Part | undefined,
  actor: string,
): Promise<void> {
  if (refundedCents === before) return;
  const returned = before > refundedCents && { returnedCents: before - refundedCents };
  await recordEvent(transaction, {
    kind: returned ? 'payment_part_returned' : 'payment_part_refunded',
    actor: done?.actor ?? actor,
    purchaseId: purchaseId ?? undefined,
    facts: {
      intentId,
      refundedCents,
      amountCents,
      ...returned,
      ...(done?.isOfPieces && refundedCents - before === done.cents && { ofPieces: true as const }),
    },
  });
}
