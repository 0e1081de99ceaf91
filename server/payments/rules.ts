import { CURRENCY } from '#contract/payments.ts';
import type { LockedOrder } from '../orders/queries.ts';
import type { Intent } from './provider.ts';
import type { Payment } from './queries.ts';

/** What is to become of an order that a payment is said to have paid. */
export type Verdict =
  /** Mark it paid. */
  | 'pay'
  /** It is paid, by this very payment. */
  | 'already_paid'
  /** The provider has not got the money. */
  | 'not_succeeded'
  /** The payment is of another amount, currency or buyer, or for another order. */
  | 'mismatch'
  /** The order is paid by another payment. */
  | 'paid_otherwise'
  /** There is no such order any more. */
  | 'order_deleted';

/** Judges an intent, fetched afresh from the provider, against the order's locked row. Pure. */
export function judge(intent: Intent, payment: Payment, order: LockedOrder): Verdict {
  if (payment.orderId !== null && payment.orderId !== order.id) return 'mismatch';
  if (payment.userId !== order.userId) return 'mismatch';
  if (intent.amountCents !== order.totalCents || intent.currency !== CURRENCY) return 'mismatch';
  if (order.paid) return order.transactionId === intent.id ? 'already_paid' : 'paid_otherwise';
  if (intent.status !== 'succeeded') return 'not_succeeded';
  if (order.deleted) return 'order_deleted';
  return 'pay';
}

/** Whether a buyer can still pay with this intent. */
export function isPayable(intent: Intent): boolean {
  return intent.status !== 'succeeded' && intent.status !== 'canceled' && intent.status !== 'processing';
}
