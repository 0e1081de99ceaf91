import {
  CURRENCY,
  LASTING_REFUSALS,
  type RefundCause,
  type RefundReason,
} from '#contract/payments/schema.ts';
import type { LockedPurchase } from '../purchases/state.ts';
import type { Intent } from './provider.ts';

/**
 * Where a payment stands here. `succeeded` has paid a purchase; `refunding` is money that has to go back, all of it or a part; `refused` is such
 * money that the provider refuses to refund until an admin does something.
 */
export type PaymentState = 'open' | 'succeeded' | 'canceled' | 'refunding' | 'refused' | 'refunded';

/** Every change of a payment's state there is; anything else is refused. */
export const PAYMENT_TRANSITIONS: Record<PaymentState, readonly PaymentState[]> = {
  // Paid a purchase; cancelled at the provider; captured with no purchase to pay; captured and refunded at the provider.
  open: ['succeeded', 'canceled', 'refunding', 'refunded'],
  // An admin refunds it, or a part of it, here or at the provider; a bank sends a part back for good.
  succeeded: ['refunding', 'refused', 'refunded'],
  canceled: [],
  // Also: only a part of it has gone back.
  refunding: ['refunded', 'refused', 'succeeded'],
  // An admin tries again, or gives the refund up; it was refunded at the provider.
  refused: ['refunding', 'refunded', 'succeeded'],
  // The buyer's bank sent it back, for a while or for good.
  refunded: ['refunding', 'refused'],
};

/** Money that is refunded, or has to be. */
const REFUNDED: readonly PaymentState[] = ['refunding', 'refused', 'refunded'];

/** Throws for a change of state that is not in the table: a mistake of ours, never of a client's. */
export function requirePaymentTransition(from: PaymentState, to: PaymentState): void {
  if (!PAYMENT_TRANSITIONS[from].includes(to)) throw new Error(`a payment cannot go from ${from} to ${to}`);
}

/** What is known here of a payment. `purchaseId` is the purchase it covers; null while it covers none. */
export interface KnownPayment {
  buyerId: string | null;
  purchaseId: string | null;
  state: PaymentState;
}

/** What is to become of a purchase that a payment is said to have paid. */
export type Verdict =
  /** Mark it paid. */
  | 'pay'
  /** It is paid, by this very payment. */
  | 'already_paid'
  /** The provider has not got the money. */
  | 'not_succeeded'
  /** The payment has another amount, currency or buyer, or is for another purchase. */
  | 'mismatch'
  /** The money is there, and lines of the purchase were deleted since the payment was begun. */
  | 'changed'
  /** The payment is refunded, or about to be. */
  | 'refunded'
  /** The money is there, and the purchase is paid by another payment. */
  | 'paid_otherwise'
  /** The money is there, and there is no such purchase any more. */
  | 'order_deleted'
  /** The money is there, and the purchase waits for an approval, or was released without one. */
  | 'not_approved';

/** Judges an intent, fetched afresh from the provider, against the purchase's and the payment's locked rows. Pure. */
export function judge(
  intent: Intent,
  payment: KnownPayment,
  purchase: Pick<
    LockedPurchase,
    'id' | 'buyerId' | 'totalCents' | 'transactionId' | 'state' | 'isUnapproved'
  >,
): Verdict {
  const isForIt = payment.purchaseId === purchase.id;
  // guard: server/payments/rules.test.ts
  if (payment.purchaseId !== null && !isForIt) return 'mismatch';
  if (payment.buyerId !== purchase.buyerId || intent.currency !== CURRENCY) return 'mismatch';
  const isOfTotal = intent.amountCents === purchase.totalCents;
  // guard: server/payments/rules.test.ts
  if (!isOfTotal && !isForIt) return 'mismatch';
  if (purchase.transactionId === intent.id) return 'already_paid';
  // guard: server/payments/rules.test.ts
  if (REFUNDED.includes(payment.state) || intent.refunded) return 'refunded';
  const isSettled = purchase.state === 'paid' || purchase.state === 'refunded';
  if (intent.status !== 'succeeded') return isSettled ? 'paid_otherwise' : 'not_succeeded';
  if (purchase.state === 'deleted') return 'order_deleted';
  if (isSettled) return 'paid_otherwise';
  // guard: server/payments/rules.test.ts
  if (purchase.isUnapproved) return 'not_approved';
  return isOfTotal ? 'pay' : 'changed';
}

/** What an intent at the provider means to the shop. */
export type Finding =
  /** All of its money has gone back. */
  | { kind: 'refunded' }
  /** Its money had gone back, and the buyer's bank has sent it back. */
  | { kind: 'sent_back' }
  /** The money is there, for a purchase. */
  | { kind: 'paid'; purchaseId: string }
  /** The money is there, and for no purchase yet. */
  | { kind: 'unclaimed' }
  | { kind: 'canceled' }
  /** A buyer can still pay with it. */
  | { kind: 'payable' }
  | { kind: 'processing' };

/** Reads an intent, with what the shop knew of its payment before the intent was fetched. Pure. */
export function interpret(intent: Intent, payment: KnownPayment | undefined): Finding {
  if (intent.refunded) return { kind: 'refunded' };
  if (payment?.state === 'refunded') return { kind: 'sent_back' };
  if (isPayable(intent)) return { kind: 'payable' };
  if (intent.status === 'canceled') return { kind: 'canceled' };
  if (intent.status === 'processing') return { kind: 'processing' };
  const purchaseId = payment?.purchaseId ?? intent.purchaseId;
  return purchaseId ? { kind: 'paid', purchaseId } : { kind: 'unclaimed' };
}

/** The reason for a refund that no person asked for. */
export function because(cause: RefundCause): RefundReason {
  return { reason: null, cause };
}

/** What the log tells of money that goes back. */
export function toldOf({ reason, cause }: RefundReason, intentId: string) {
  return { why: reason, facts: { intentId, ...(cause && { cause }) } };
}

/** Stripe's code for a refused refund as it is kept: one word of at most 64 letters, or `unknown`. */
export function toProblemCode(code: string | undefined): string {
  return code !== undefined && /^[a-z_]{1,64}$/.test(code) ? code : 'unknown';
}

/** Whether a refund stops when it is refused with this code. Otherwise it is tried again. */
export function isFinal(code: string): boolean {
  return (LASTING_REFUSALS as readonly string[]).includes(code);
}

/** Whether a buyer can still pay with this intent. */
export function isPayable(intent: Intent): boolean {
  return intent.status !== 'succeeded' && intent.status !== 'canceled' && intent.status !== 'processing';
}
