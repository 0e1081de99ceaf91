import type { ProblemCode } from '../kernel/problem.ts';

/**
 * The problem codes of a call that looks up a succeeded payment of an order at the provider, to mark the order paid
 * or to close the payment.
 */
export const SETTLING = [
  'not_found',
  'already_paid',
  'not_approved',
  'payment_mismatch',
  'payment_given_back',
  'order_deleted',
  'stock_gone',
  'being_paid',
] as const satisfies ProblemCode[];

const PROVIDER_AWAY = ['payment_provider_down', 'payments_unavailable'] as const satisfies ProblemCode[];

/** Those of the calls that mark an order or a purchase paid. */
export const PAYING = [
  ...SETTLING,
  'payment_not_succeeded',
  'unknown_payment',
  ...PROVIDER_AWAY,
] as const satisfies ProblemCode[];

/** Those of the calls that delete an unpaid order or purchase, and close its payment. */
export const DELETING = [
  ...SETTLING,
  'already_accepted',
  'already_refunded',
  'stock_full',
  ...PROVIDER_AWAY,
] as const satisfies ProblemCode[];

/** Those of the calls that refund a paid order or purchase. */
export const REFUNDING = [
  'not_found',
  'not_paid',
  'not_approved',
  'already_refunded',
  'order_deleted',
  'being_refunded',
  'refund_changed',
  'refund_too_large',
  'refund_takes_last',
  'refund_refused',
  'refund_pending',
  'stock_full',
] as const satisfies ProblemCode[];
