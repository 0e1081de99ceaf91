import { attempt, failAuthentication, type Intent, type IntentSecret, unexpectedState } from './attempts.ts';
import { reduce } from './browser-view.ts';
import type { Call } from './call.ts';
import { StripeError, wrongParameter } from './errors.ts';
import { record } from './events.ts';
import { allowedTypes, amountOf, currencyOf, returnUrl } from './intent-parameters.ts';
import { allow, boolean, email, group, metadata, oneOf, text } from './parameters.ts';
import { findPaymentMethod, storePaymentMethod } from './payment-methods.ts';
import { absent, get, getLocked, insert, newId, now, randomText, type Stored, save } from './store.ts';

const CONFIRMATION = ['payment_method', 'payment_method_data', 'return_url', 'use_stripe_sdk'];

/** In these states an intent can be cancelled. */
const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** POST /v1/payment_intents */
export async function createPaymentIntent(call: Call): Promise<Intent> {
  const { params } = call;
  allow(params, [
    'amount',
    'currency',
    'allowed_payment_method_types',
    'confirm',
    ...CONFIRMATION,
    'metadata',
    'description',
    'receipt_email',
    'statement_descriptor_suffix',
  ]);
  const amount = amountOf(params);
  const currency = currencyOf(params);
  const allowed = allowedTypes(params);

  const id = newId('pi');
  const intent: Intent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: allowed ?? null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    ...absent('application', 'application_fee_amount', 'canceled_at', 'cancellation_reason', 'customer'),
    ...absent('customer_account', 'excluded_payment_method_types', 'last_payment_error', 'latest_charge'),
    ...absent('managed_payments', 'next_action', 'on_behalf_of', 'payment_method'),
    ...absent('payment_method_configuration_details', 'payment_record', 'processing', 'review'),
    ...absent('setup_future_usage', 'shipping', 'source', 'statement_descriptor', 'transfer_data'),
    ...absent('transfer_group'),
    automatic_payment_methods: allowed ? null : { allow_redirects: 'always', enabled: true },
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: now(),
    currency,
    description: text(params, 'description', 1000) || null,
    receipt_email: email(params, 'receipt_email') || null,
    statement_descriptor_suffix: text(params, 'statement_descriptor_suffix', 22) || null,
    livemode: false,
    metadata: metadata(params),
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    status: 'requires_payment_method',
  };
  const stored: Stored<Intent, IntentSecret> = { body: intent, secret: {} };
  await insert(call.db, 'payment_intent', intent);
  await record(call, 'payment_intent.created', intent);
  const method = await methodOf(call);
  if (boolean(params, 'confirm')) return attempt(call, stored, needMethod(intent, method), returnUrl(params));
  if (method) {
    intent.payment_method = method.body.id;
    intent.status = 'requires_confirmation';
    await save(call.db, intent);
  }
  return intent;
}

/** GET /v1/payment_intents/:id */
export async function retrievePaymentIntent(call: Call): Promise<object> {
  allow(call.params, ['client_secret']);
  const { body } = await get<Intent, IntentSecret>(call.db, 'payment_intent', call.id, 'intent');
  checkClientSecret(call, body);
  return show(call, body);
}

/** POST /v1/payment_intents/:id/confirm, by the server or (with client_secret) by the browser */
export async function confirmPaymentIntent(call: Call): Promise<object> {
  const { params } = call;
  allow(params, ['client_secret', 'receipt_email', 'expected_payment_method_type', ...CONFIRMATION]);
  const stored = await lockIntent(call);
  const intent = stored.body;
  checkClientSecret(call, intent);
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      call,
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    );
  }
  if (intent.status === 'canceled' || intent.status === 'processing') {
    throw unexpectedState(
      call,
      intent,
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
    );
  }
  const receipt = email(params, 'receipt_email');
  if (receipt !== undefined) intent.receipt_email = receipt || null;
  let method = await methodOf(call);
  if (!method && typeof intent.payment_method === 'string') {
    method = await findPaymentMethod(call, intent.payment_method, 'payment_method');
  }
  const after = await attempt(call, stored, needMethod(intent, method, call), returnUrl(params));
  return show(call, after);
}

/** POST /v1/payment_intents/:id/cancel */
export async function cancelPaymentIntent(call: Call): Promise<Intent> {
  allow(call.params, ['cancellation_reason']);
  const reason = oneOf(call.params, 'cancellation_reason', [
    'duplicate',
    'fraudulent',
    'requested_by_customer',
    'abandoned',
  ]);
  const { body: intent, secret } = await lockIntent(call);
  if (!OPEN.includes(intent.status)) {
    throw unexpectedState(
      call,
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.`,
    );
  }
  intent.status = 'canceled';
  intent.canceled_at = now();
  intent.cancellation_reason = reason ?? null;
  intent.next_action = null;
  delete secret.authentication;
  await save(call.db, intent, secret);
  await record(call, 'payment_intent.canceled', intent);
  return intent;
}

/**
 * POST /v1/payment_intents/:id/source_cancel: Stripe.js cancels the authentication, because the
 * buyer closed it. It counts as failed.
 */
export async function cancelAuthentication(call: Call): Promise<object> {
  allow(call.params, ['client_secret', 'source']);
  const stored = await lockIntent(call);
  checkClientSecret(call, stored.body);
  if (stored.body.status === 'requires_action') await failAuthentication(call, stored);
  return show(call, stored.body);
}

/** Returns the payment method of this request, by id or by its data. */
async function methodOf(call: Call) {
  const id = text(call.params, 'payment_method');
  const data = call.params.payment_method_data;
  if (id && data !== undefined) {
    throw wrongParameter(
      'payment_method',
      'You may only specify one of these parameters: payment_method, payment_method_data.',
    );
  }
  if (id) return findPaymentMethod(call, id, 'payment_method');
  if (data !== undefined) return storePaymentMethod(call, group(call.params, 'payment_method_data'));
  return undefined;
}

const lockIntent = ({ db, id }: Call): Promise<Stored<Intent, IntentSecret>> =>
  getLocked(db, 'payment_intent', id, 'intent');

type Method = NonNullable<Awaited<ReturnType<typeof methodOf>>>;

function needMethod(intent: Intent, method: Method | undefined, call?: Call): Method {
  if (method) return method;
  throw unexpectedState(
    call,
    intent,
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
  );
}

/** Throws unless a browser's request has the intent's client_secret. */
function checkClientSecret(call: Call, intent: Intent): void {
  const given = text(call.params, 'client_secret');
  if (given === undefined && !call.publishable) return;
  if (given === undefined) {
    throw wrongParameter('client_secret', 'Missing required param: client_secret.', 'parameter_missing');
  }
  if (given !== intent.client_secret) {
    throw new StripeError(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_invalid_parameter',
      param: 'client_secret',
      message:
        'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    });
  }
}

const show = (call: Call, intent: Intent): object => (call.publishable ? reduce(intent) : intent);
