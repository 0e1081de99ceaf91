import type { Call } from './call.ts';
import { wrongParameter } from './errors.ts';
import type { Params } from './form-body.ts';
import { allow, boolean, group, integer, required, text, texts } from './parameters.ts';

/**
 * The minimum charge of each currency, in its smallest unit, and its symbol in messages
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 */
const MINIMUMS = {
  usd: [50, '$'],
  eur: [50, '€'],
  gbp: [30, '£'],
  cad: [50, '$'],
  aud: [50, '$'],
  chf: [50, 'CHF '],
} as const;
type Currency = keyof typeof MINIMUMS;
const CURRENCIES = Object.keys(MINIMUMS);
/** https://docs.stripe.com/changelog/endive/2026-09-30/removes-the-payment-method-types-parameter-from-payment-intents-and-setup-intents */
const TYPES_REMOVED = '2026-09-30';
const MAXIMUM = 99_999_999;

/** Returns the amount, in the smallest unit of its currency. `checkLimits` checks its limits. */
export function amountOf(params: Params): number {
  required(params, 'amount');
  const amount = integer(params, 'amount')!;
  if (amount < 1) {
    throw wrongParameter(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    );
  }
  return amount;
}

export function currencyOf(params: Params): string {
  const currency = required(params, 'currency').toLowerCase();
  if (!CURRENCIES.includes(currency)) {
    throw wrongParameter(
      'currency',
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${CURRENCIES.join(', ')}`,
    );
  }
  return currency;
}

/** Throws for an amount that a card cannot be charged. */
export function checkLimits(amount: number, currency: string): void {
  const [minimum, sign] = MINIMUMS[currency as Currency];
  if (amount < minimum) {
    const least = `${sign}${(minimum / 100).toFixed(2)}`;
    throw wrongParameter('amount', `Amount must be at least ${least} ${currency}`, 'amount_too_small');
  }
  if (amount > MAXIMUM) {
    throw wrongParameter(
      'amount',
      `Amount must be no more than ${sign}999,999.99 ${currency}`,
      'amount_too_large',
    );
  }
}

/**
 * Returns `allowed_payment_method_types`; undefined when the intent accepts what the account accepts. The parameter was
 * renamed in Stripe's API of 2026; clients on older versions send the old name.
 */
export function allowedTypes(call: Call): string[] | undefined {
  const { params } = call;
  if (params.payment_method_types !== undefined && call.version >= TYPES_REMOVED) {
    throw wrongParameter(
      'payment_method_types',
      'The payment_method_types parameter is no longer supported. Use allowed_payment_method_types instead.',
      'payment_method_types_no_longer_supported',
    );
  }
  const allowed = texts(params, 'allowed_payment_method_types') ?? texts(params, 'payment_method_types');
  const automatic = group(params, 'automatic_payment_methods');
  allow(automatic, ['enabled', 'allow_redirects']);
  if (boolean(automatic, 'enabled') && allowed) {
    throw wrongParameter(
      'automatic_payment_methods',
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
      'parameters_exclusive',
    );
  }
  if (allowed && !allowed.includes('card')) {
    throw wrongParameter(
      'allowed_payment_method_types',
      'No valid payment method types for this PaymentIntent. The sandbox covers card only.',
    );
  }
  return allowed;
}

/** Returns the page to which the buyer returns after authentication, if the client named one. */
export function returnUrl(params: Params): string | null {
  const url = text(params, 'return_url');
  if (!url) return null;
  const protocol = URL.parse(url)?.protocol;
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw wrongParameter('return_url', 'Not a valid URL', 'url_invalid');
  }
  return url;
}
