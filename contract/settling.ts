import type { ProblemCode } from './problem.ts';

/**
 * The problem codes of a call that looks up a succeeded payment of an order at the provider, to mark the order paid
 * or to close the payment.
 */
export const SETTLING = [
  ...(['not_found', 'already_paid', 'payment_mismatch', 'payment_given_back', 'order_deleted'] as const),
  'stock_gone',
] as const satisfies ProblemCode[];
