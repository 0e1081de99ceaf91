import type Stripe from 'stripe';
import { reduce } from './browser-view.ts';
import type { Call } from './call.ts';
import { DECLINES, type Decline } from './cards.ts';
import { buildCharge, type ChargeFacts } from './charges.ts';
import { openDispute } from './disputes.ts';
import { documentation, StripeError, wrongState } from './errors.ts';
import { type Origin, record } from './events.ts';
import { later } from './later.ts';
import { findPaymentMethod, type MethodSecret } from './payment-methods.ts';
import { type Database, get, getLocked, insert, randomText, type Stored, save } from './store.ts';

export type Intent = Stripe.PaymentIntent;

/** Data of an intent that the API does not show. */
export interface IntentSecret extends Record<string, unknown> {
  /** The authentication in progress: the id in the address of its window. */
  authentication?: string;
  /** The return_url of the confirmation. */
  returnUrl?: string;
}

type StoredIntent = Stored<Intent, IntentSecret>;
type StoredMethod = Stored<Stripe.PaymentMethod, MethodSecret>;

/**
 * Attempts to pay an intent whose row is locked: requires 3-D Secure, or charges the card.
 * A decline throws a 402 whose effects (the failed charge, the error on the intent) are committed.
 */
export async function attempt(
  call: Call,
  stored: StoredIntent,
  method: StoredMethod,
  returnUrl: string | null,
): Promise<Intent> {
  const { body: intent, secret } = stored;
  intent.payment_method = method.body.id;
  // An authentication in progress for another card becomes void, so that it cannot charge a second time.
  delete secret.authentication;
  delete secret.returnUrl;
  if (!method.secret.authentication) return charge(call, stored, method);

  const id = `payatt_${randomText(24)}`;
  secret.authentication = id;
  if (returnUrl) secret.returnUrl = returnUrl;
  const url = `${call.origin}/sandbox/stripe/three-d-secure/${intent.id}/${id}`;
  intent.status = 'requires_action';
  intent.last_payment_error = null;
  intent.next_action = returnUrl
    ? { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
    : {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', source: id, stripe_js: url },
      };
  await save(call.db, intent, secret);
  await record(call, 'payment_intent.requires_action', intent);
  return intent;
}

/** Charges the card after authentication; it may still be declined. */
export async function completeAuthentication(call: Call, stored: StoredIntent): Promise<void> {
  const method = await findPaymentMethod(call, String(stored.body.payment_method), 'payment_method');
  delete stored.secret.authentication;
  try {
    await charge(call, stored, method, true);
  } catch (error) {
    if (!(error instanceof StripeError && error.outcome === 'effective')) throw error;
  }
}

/** Records that the buyer failed or refused to authenticate. */
export async function failAuthentication(call: Call, stored: StoredIntent): Promise<void> {
  const { body: intent, secret } = stored;
  const method = await findPaymentMethod(call, String(intent.payment_method), 'payment_method');
  delete secret.authentication;
  await fail(call, stored, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    doc_url: documentation('payment_intent_authentication_failure'),
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: method.body,
  });
}

async function charge(
  call: Call,
  stored: StoredIntent,
  method: StoredMethod,
  authenticated = false,
): Promise<Intent> {
  const { body: intent, secret } = stored;
  const decline: Decline | undefined = method.secret.decline && DECLINES[method.secret.decline];
  if (decline) {
    const failed = await insertCharge(call, stored, method, { decline, authenticated });
    await record(call, 'charge.failed', failed);
    const error = {
      charge: failed.id,
      code: decline.code,
      ...(decline.decline_code && { decline_code: decline.decline_code }),
      doc_url: documentation(decline.code),
      message: decline.message,
      payment_method: method.body,
      type: 'card_error' as const,
    };
    await fail(call, stored, error);
    throw new StripeError(402, { ...error, payment_intent: visible(call, intent) }, 'effective');
  }
  if (call.processingMs === undefined) return succeed(call, stored, method, authenticated);

  intent.status = 'processing';
  intent.last_payment_error = null;
  intent.next_action = null;
  await save(call.db, intent, secret);
  await record(call, 'payment_intent.processing', intent);
  await later(call.db, call.processingMs / 1000, intent.id, 'payment_succeeds');
  return intent;
}

/** Ends 'processing' with success. */
export async function settlePayment(db: Database, id: string): Promise<void> {
  const stored = await getLocked<Intent, IntentSecret>(db, 'payment_intent', id);
  if (stored.body.status !== 'processing') return;
  const method = await get<Stripe.PaymentMethod, MethodSecret>(
    db,
    'payment_method',
    String(stored.body.payment_method),
  );
  await succeed({ db }, stored, method, false);
}

async function succeed(
  origin: Origin,
  stored: StoredIntent,
  method: StoredMethod,
  authenticated: boolean,
): Promise<Intent> {
  const { body: intent, secret } = stored;
  const paid = await insertCharge(origin, stored, method, { decline: undefined, authenticated });
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.last_payment_error = null;
  intent.next_action = null;
  await save(origin.db, intent, secret);
  await record(origin, 'charge.succeeded', paid);
  await record(origin, 'payment_intent.succeeded', intent);
  if (method.secret.dispute) await openDispute(origin, paid, method.secret.dispute);
  return intent;
}

async function insertCharge(
  { db }: Origin,
  { body: intent }: StoredIntent,
  method: StoredMethod,
  facts: ChargeFacts,
): Promise<Stripe.Charge> {
  const made = buildCharge(intent, method.body, facts);
  await insert(db, 'charge', made, { ...(method.secret.refund && { refund: method.secret.refund }) });
  intent.latest_charge = made.id;
  return made;
}

/** Resets the intent, so that the buyer may try another card. */
async function fail(
  call: Call,
  { body: intent, secret }: StoredIntent,
  error: Stripe.PaymentIntent.LastPaymentError,
): Promise<void> {
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_payment_error = error;
  await save(call.db, intent, secret);
  await record(call, 'payment_intent.payment_failed', intent);
}

export function unexpectedState(call: Call | undefined, intent: Intent, message: string): StripeError {
  return wrongState('payment_intent_unexpected_state', message, {
    payment_intent: call ? visible(call, intent) : intent,
  });
}

const visible = (call: Call, intent: Intent): Intent => (call.publishable ? reduce(intent) : intent);
