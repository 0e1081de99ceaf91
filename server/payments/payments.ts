import { toCents, toDollars } from '#contract/money.ts';
import type { Own, Reach } from '#contract/reach.ts';
import type { NewRefund } from '#contract/refunds.ts';
import { transact } from '../database/transact.ts';
import { SHOP, WEBHOOK } from '../events/queries.ts';
import type { Caller } from '../handling/handler.ts';
import { notFound, Problem } from '../handling/problem.ts';
import { ensureHeld } from '../purchases/holds.ts';
import { findPurchaseOf } from '../purchases/queries.ts';
import type { PurchaseTerms } from '../purchases/request.ts';
import { requireTransition } from '../purchases/rules.ts';
import { lockPurchase } from '../purchases/state.ts';
import { carryOut } from './carry-out.ts';
import { takeInDispute } from './disputes.ts';
import { beginPart, withdrawPart } from './parts.ts';
import type { Intent } from './provider.ts';
import {
  countPaymentsOf,
  type DueRefund,
  findById,
  findPayment,
  findUntied,
  insertPayment,
  insertProviderEvent,
  listPaymentsOf,
  lockPayment,
  markCanceled,
  type Payment,
  readDueRefund,
} from './queries.ts';
import { isPayable } from './rules.ts';
import { giveBack, settle, toProblem } from './settle.ts';
import { type PaymentContext, takeIn } from './take-in.ts';

export interface PaymentParts extends PaymentContext {
  /** On which stock is kept once more when a late buyer comes to pay. */
  terms: Omit<PurchaseTerms, 'maxUnpaid'>;
}

export type Payments = ReturnType<typeof createPayments>;

/** What the calls do with payments. What happens by itself is in reconcile.ts. */
export function createPayments(parts: PaymentParts) {
  const { database, catalogue, provider, terms } = parts;
  const { db } = database;

  /** The intent that still can pay a purchase's total, settling or closing what else is open for it. */
  async function findPayable(
    purchaseId: string,
    totalCents: number,
    payments: Payment[],
  ): Promise<Intent | undefined> {
    for (const payment of payments) {
      if (payment.state !== 'open') continue;
      const intent = await provider.getIntent(payment.intentId);
      if (intent && isPayable(intent)) {
        if (intent.amountCents === totalCents) return intent;
        await cancel(payment, SHOP);
        continue;
      }
      if (intent) await settleOrWait(intent, purchaseId);
      await markCanceled(db, payment.intentId, SHOP);
    }
    return undefined;
  }

  /** Throws 409 for an intent that is paid, which it settles, or is being paid. */
  async function settleOrWait(intent: Intent, purchaseId: string): Promise<void> {
    if (intent.status === 'processing') {
      throw new Problem('being_paid');
    }
    if (intent.status !== 'succeeded') return;
    const settlement = await settle(database, catalogue, intent, purchaseId);
    throw settlement === 'paid' ? new Problem('already_paid', { by: 'a_payment' }) : toProblem(settlement);
  }

  async function createIntent(buyer: Own, amountCents: number, idempotencyKey: string, purchaseId?: string) {
    const intent = await provider.createIntent({
      amountCents,
      userId: buyer.userId,
      purchaseId,
      idempotencyKey,
    });
    await insertPayment(db, intent);
    return intent.clientSecret;
  }

  /** Cancels a purchase's open payments at the provider for `actor`. Throws 409 when one is paid or being paid. */
  async function cancelOpen(purchaseId: string, actor: string): Promise<void> {
    for (const payment of await listPaymentsOf(db, purchaseId)) {
      if (payment.state === 'open') await cancel(payment, actor);
    }
  }

  async function cancel({ intentId, purchaseId }: Payment, actor: string): Promise<void> {
    const intent = await provider.cancelIntent(intentId);
    await settleOrWait(intent, purchaseId!);
    await markCanceled(db, intentId, actor);
  }

  /** Asks the provider for a refund, for an admin who waits: tells why when it is not confirmed. */
  async function carryOutNow(due: DueRefund): Promise<void> {
    const end = await carryOut(parts, due).catch(() => 'due' as const);
    if (end === 'confirmed') return;
    const payment = await findPayment(db, due.intentId);
    if (end === 'given_up') {
      throw new Problem('refund_too_large', {
        left: toDollars(payment!.amountCents - payment!.refundedCents),
      });
    }
    if (end === 'refused') {
      throw new Problem('refund_refused', { refusal: payment?.refundProblem ?? 'unknown' });
    }
    // The refund goes on by itself: nobody is to send the request again.
    throw new Problem('refund_pending', undefined, { retryAfter: null });
  }

  return {
    cancelOpen,

    /** The client secret of the one open payment of a line's purchase, the same from any number of tabs. `price` is its total. */
    async payOrder(buyer: Own, orderId: string, price: number): Promise<string> {
      const purchase = await findPurchaseOf(db, orderId, buyer);
      if (!purchase) throw notFound('order');
      const { id, state, totalCents } = purchase;
      requireTransition(state, 'paid');
      if (totalCents !== toCents(price)) {
        throw new Problem('price_mismatch', { total: toDollars(totalCents) });
      }
      if (state === 'released') await ensureHeld(database, catalogue, id, terms);
      const earlier = await listPaymentsOf(db, id);
      const open = await findPayable(id, totalCents, earlier);
      if (open) return open.clientSecret;
      // Tabs that saw the same payments ask with the same key, and the same key answers the same intent. The total is part of
      // it, and its first word changes with the other parameters of the request: the provider refuses a key of before with others.
      return createIntent(buyer, totalCents, `pay-purchase-${id}-${totalCents}-${earlier.length}`, id);
    },

    /** The client secret of the buyer's open payment of an amount, for clients that tie it to an order afterwards. */
    async payAmount(buyer: Own, price: number): Promise<string> {
      const amountCents = toCents(price);
      // Counted first: two requests at once that both find nothing open ask with the same key.
      const number = await countPaymentsOf(db, buyer.userId);
      const untied = await findUntied(db, buyer.userId, amountCents);
      const intent = untied && (await provider.getIntent(untied.intentId));
      if (intent && isPayable(intent)) return intent.clientSecret;
      return createIntent(buyer, amountCents, `pay-amount-${buyer.userId}-${amountCents}-${number}`);
    },

    /** Marks the purchase of the buyer's line paid by a payment, as the provider confirms it. Repeats change nothing. */
    async settleOrder(orderId: string, transactionId: string, buyer: Own): Promise<void> {
      const purchase = await findPurchaseOf(db, orderId, buyer);
      if (!purchase) throw notFound('order');
      const intent = await provider.getIntent(transactionId);
      if (!intent) throw new Problem('unknown_payment');
      const settlement = await settle(database, catalogue, intent, purchase.id, buyer.email);
      if (settlement !== 'paid') throw toProblem(settlement);
      // What is still open for it can only be paid by mistake. Reconciliation closes what this does not reach.
      await cancelOpen(purchase.id, SHOP).catch(() => {});
    },

    /**
     * Takes in an event of the provider: it only makes the shop look at the intent or dispute it is about. What comes of that, and
     * that the event was taken in, are written in one transaction.
     */
    async receiveEvent(body: Buffer, signature: string | undefined): Promise<void> {
      const event = provider.readEvent(body, signature);
      if (event.disputeId !== undefined) await takeInDispute(parts, event.disputeId, WEBHOOK, event);
      else if (event.intentId === undefined) await insertProviderEvent(db, event);
      else await takeIn(parts, event.intentId, WEBHOOK, event);
    },

    /**
     * Refunds the paid purchase of a line: all that is left, once, and puts its stock back; or pieces of its lines, whose stock
     * stays sold. One refund of a purchase is under way at a time; it takes the place of one of pieces that has stopped. Throws 503
     * when the provider is to confirm it later.
     */
    async refundOrder(
      orderId: string,
      reach: Reach,
      caller: Caller,
      { reason, lines }: NewRefund,
    ): Promise<void> {
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
        await giveBack(transaction, payment, { reason, cause: null }, caller.email, true, part);
        return readDueRefund(transaction, payment.intentId);
      });
      await carryOutNow(due);
    },

    /** Tries a refund that has stopped again, by its payment's id. Throws as refundOrder, and 409 when it goes on. */
    async retryRefund(id: string, reach: Reach, caller: Caller): Promise<void> {
      const due = await transact(db, async (transaction) => {
        const found = await findById(transaction, id, reach);
        const payment = found && (await lockPayment(transaction, found.intentId));
        if (!payment) throw notFound('payment');
        if (payment.state !== 'refused') {
          throw new Problem('not_stopped');
        }
        const { partId, partCents } = payment;
        const part = partId === null ? undefined : { id: partId, cents: partCents! };
        await giveBack(transaction, payment, found, caller.email, true, part);
        return readDueRefund(transaction, payment.intentId);
      });
      await carryOutNow(due);
    },
  };
}
