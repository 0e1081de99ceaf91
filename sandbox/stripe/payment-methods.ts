import type Stripe from 'stripe';
import type { Call } from './call.ts';
import { type Behaviour, type CardFacts, type CardInput, cardOfToken, checkCard } from './cards.ts';
import { wrongParameter } from './errors.ts';
import type { Params } from './form-body.ts';
import { allow, email, group, metadata, required, text } from './parameters.ts';
import { get, insert, newId, now, type Stored } from './store.ts';

type Method = Stripe.PaymentMethod;

/** Data of a payment method that the API does not show. */
export type MethodSecret = Behaviour & Record<string, unknown>;

const METHOD_PARAMETERS = [
  'type',
  'card',
  'billing_details',
  'metadata',
  'allow_redisplay',
  // Stripe.js adds these.
  'payment_user_agent',
  'referrer',
  'guid',
  'muid',
  'sid',
  'time_on_page',
  'client_attribution_metadata',
];

/** POST /v1/payment_methods */
export async function createPaymentMethod(call: Call): Promise<Method> {
  return (await storePaymentMethod(call, call.params)).body;
}

/** Creates a payment method from `payment_method_data` or the body of POST /v1/payment_methods. */
export async function storePaymentMethod(call: Call, params: Params): Promise<Stored<Method, MethodSecret>> {
  allow(params, METHOD_PARAMETERS);
  const type = required(params, 'type');
  if (type !== 'card') {
    throw wrongParameter('type', `The sandbox covers the payment method type card only, not ${type}.`);
  }
  const card = group(params, 'card');
  allow(card, ['number', 'exp_month', 'exp_year', 'cvc', 'token']);
  const facts = checkCard(cardInput(card), call.fingerprintSecret);
  return keep(call, facts, billingDetails(group(params, 'billing_details')), metadata(params));
}

/** Returns a stored payment method, or a new one for a test token such as `pm_card_visa`. */
export async function findPaymentMethod(
  call: Call,
  id: string,
  param?: string,
): Promise<Stored<Method, MethodSecret>> {
  const test = cardOfToken(id);
  if (!test) return get<Method, MethodSecret>(call.db, 'payment_method', id, param);
  const cvc = test.number.length === 15 ? '1234' : '123';
  const facts = checkCard(
    { number: test.number, expMonth: 12, expYear: new Date().getUTCFullYear() + 4, cvc },
    call.fingerprintSecret,
  );
  return keep(call, facts, billingDetails({}), {});
}

function cardInput(card: Params): CardInput {
  if (card.token !== undefined) throw wrongParameter('card[token]', 'The sandbox has no tokens (tok_...).');
  const number = required(card, 'number');
  const cvc = text(card, 'cvc');
  return {
    number,
    // NaN is refused as invalid_expiry_...
    expMonth: Number(required(card, 'exp_month')),
    expYear: Number(required(card, 'exp_year')),
    ...(cvc !== undefined && { cvc }),
  };
}

async function keep(
  call: Call,
  facts: CardFacts,
  billing: Method['billing_details'],
  data: Record<string, string>,
): Promise<Stored<Method, MethodSecret>> {
  const body: Method = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    card: {
      brand: facts.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: facts.cvcChecked ? 'unchecked' : null,
      },
      country: facts.country,
      display_brand: facts.brand === 'amex' ? 'american_express' : facts.brand,
      exp_month: facts.expMonth,
      exp_year: facts.expYear,
      fingerprint: facts.fingerprint,
      funding: facts.funding,
      generated_from: null,
      last4: facts.last4,
      networks: { available: [facts.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: facts.brand !== 'amex' },
      wallet: null,
    },
    created: now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: data,
    type: 'card',
  };
  await insert(call.db, 'payment_method', body, { ...facts.behaviour });
  return { body, secret: { ...facts.behaviour } };
}

function billingDetails(params: Params): Method['billing_details'] {
  allow(params, ['address', 'email', 'name', 'phone', 'tax_id']);
  const address = group(params, 'address');
  allow(address, ['city', 'country', 'line1', 'line2', 'postal_code', 'state']);
  return {
    address: {
      city: text(address, 'city') || null,
      country: text(address, 'country') || null,
      line1: text(address, 'line1') || null,
      line2: text(address, 'line2') || null,
      postal_code: text(address, 'postal_code') || null,
      state: text(address, 'state') || null,
    },
    email: email(params, 'email') || null,
    name: text(params, 'name') || null,
    phone: text(params, 'phone') || null,
    tax_id: text(params, 'tax_id') || null,
  };
}
