import { wrongParameter } from './errors.ts';
import type { Params } from './form-body.ts';
import { integer, required, text, texts } from './parameters.ts';

/** The shop's currency, and what a card can be charged in it (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const CURRENCY = 'usd';
const MINIMUM = 50;
const MAXIMUM = 99_999_999;

/** Returns the amount in cents. Throws for one that a card cannot be charged. */
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
  if (amount < MINIMUM)
    throw wrongParameter('amount', 'Amount must be at least $0.50 usd', 'amount_too_small');
  if (amount > MAXIMUM)
    throw wrongParameter('amount', 'Amount must be no more than $999,999.99 usd', 'amount_too_large');
  return amount;
}

export function currencyOf(params: Params): string {
  const currency = required(params, 'currency').toLowerCase();
  if (currency === CURRENCY) return currency;
  throw wrongParameter('currency', `Invalid currency: ${currency}. The sandbox covers ${CURRENCY} only.`);
}

/** Returns `allowed_payment_method_types`; undefined when the intent accepts what the account accepts. */
export function allowedTypes(params: Params): string[] | undefined {
  const allowed = texts(params, 'allowed_payment_method_types');
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
