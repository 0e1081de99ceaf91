import { toDollars } from '#contract/money.ts';
import type { Reach } from '#contract/reach.ts';
import type { NewRefund } from '#contract/refunds.ts';
import { transact } from '../database/transact.ts';
import type { Caller } from '../handling/handler.ts';
import { notFound, Problem } from '../handling/problem.ts';
import { findPurchaseOf } from '../purchases/queries.ts';
import { requireTransition } from '../purchases/rules.ts';
import { lockPurchase } from '../purchases/state.ts';
import { carryOut } from './carry-out.ts';
import { beginPart, withdrawPart } from './parts.ts';
import { type DueRefund, findById, findPayment, lockPayment, readDueRefund } from './queries.ts';
import { beginRefund } from './settle.ts';
import type { PaymentContext } from './take-in.ts';

/**
 * Refunds the paid purchase of a line: all that is left, once, and puts its stock back; or pieces of its lines, whose stock
 * stays sold. One refund of a purchase is under way at a time; it takes the place of one of pieces that has stopped. Throws 503
 * when the provider is to confirm it later.
 */
export async function refundOrder(
  context: PaymentContext,
  orderId: string,
  reach: Reach,
  caller: Caller,
  { reason, lines }: NewRefund,
): Promise<void> {
  const { db } = context.database;
  const found = await findPurchaseOf(db, orderId, reach);
  if (!found) throw notFound('order');
  const due = await transact(db, async (transaction) => {
    const purchase = (await lockPurchase(transaction, found.id))!;
    requireTransition(purchase.state, 'refunded');
    const payment = await lockPayment(transaction, purchase.transactionId!);
    if (!payment) throw new Error(`purchase ${found.id} is paid by an unknown payment`);
    if (payment.state === 'refunding' || (lines && payment.state === 'refused' && !payment.partId)) {
      throw new Problem('being_refunded');
    }
    if (payment.partId) await withdrawPart(transaction, payment.partId);
    const asked = { reason, actor: caller.email };
    const part = lines && (await beginPart(transaction, found.id, payment, lines, asked));
    await beginRefund(transaction, payment, { reason, cause: null }, caller.email, true, part);
    return readDueRefund(transaction, payment.intentId);
  });
  await carryOutNow(context, due);
}

/** Tries a refund that has stopped again, by its payment's id. Throws as refundOrder, and 409 when it goes on. */
export async function retryRefund(
  context: PaymentContext,
  id: string,
  reach: Reach,
  caller: Caller,
): Promise<void> {
  const due = await transact(context.database.db, async (transaction) => {
    const found = await findById(transaction, id, reach);
    const payment = found && (await lockPayment(transaction, found.intentId));
    if (!payment) throw notFound('payment');
    if (payment.state !== 'refused') throw new Problem('not_stopped');
    const { partId, partCents } = payment;
    const part = partId === null ? undefined : { id: partId, cents: partCents! };
    await beginRefund(transaction, payment, found, caller.email, true, part);
    return readDueRefund(transaction, payment.intentId);
  });
  await carryOutNow(context, due);
}

/** Asks the provider for a refund, for an admin who waits: tells why when it is not confirmed. */
async function carryOutNow(context: PaymentContext, due: DueRefund): Promise<void> {
  const end = await carryOut(context, due).catch(() => 'due' as const);
  if (end === 'confirmed') return;
  const payment = (await findPayment(context.database.db, due.intentId))!;
  if (end === 'given_up')
    throw new Problem('refund_too_large', { left: toDollars(payment.amountCents - payment.refundedCents) });
  if (end === 'refused') throw new Problem('refund_refused', { refusal: payment.refundProblem ?? 'unknown' });
  // The refund goes on by itself: nobody is to send the request again.
  throw new Problem('refund_pending', undefined, { retryAfter: null });
}
