import type { ProblemCode } from './problem.ts';

/**
 * The codes with which a call is refused that looks a succeeded payment of an order up at the provider, to mark the order paid
 * or because the payment has to be closed.
 */
export const SETTLING = [
  ...(['not_found', 'already_paid', 'payment_mismatch', 'payment_given_back', 'order_deleted'] as const),
  'stock_gone',
] as const satisfies ProblemCode[];
