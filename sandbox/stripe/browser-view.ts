import type Stripe from 'stripe';

const VISIBLE: readonly (keyof Stripe.PaymentIntent)[] = [
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
];

/** Returns the fields of an intent that a browser may see: no metadata, no charge. */
export function reduce(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  return Object.fromEntries(
    VISIBLE.map((field) => [field, intent[field]]),
  ) as unknown as Stripe.PaymentIntent;
}
