import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type Stripe from 'stripe';
import { createDatabase } from '../testing.ts';
import { OBJECT_FACTS } from './object-facts.ts';
import { addFault, failure, newIntent, type RunningSandbox, startSandbox, until } from './testing.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let sandbox: RunningSandbox;
let stripe: Stripe;

before(async () => {
  database = await createDatabase();
  sandbox = await startSandbox(database.url);
  stripe = sandbox.stripe;
});
after(async () => {
  await sandbox.stop();
  await database.drop();
});

const NAMES: Record<string, string> = {
  payment_intent: 'PaymentIntent',
  payment_method: 'PaymentMethod',
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
  event: 'Event',
};

/** What differs from the published description, one line for each field. */
function differences(name: string, value: Record<string, unknown>): string[] {
  const facts = OBJECT_FACTS[name];
  if (!facts) return [`${name} is not described`];
  const found: string[] = [];
  for (const field of Object.keys(value)) {
    if (!(field in facts)) found.push(`${name}.${field} is not known`);
  }
  for (const [field, fact] of Object.entries(facts)) {
    const path = `${name}.${field}`;
    const item = value[field];
    if (item === undefined) {
      if (!fact.startsWith('?')) found.push(`${path} is missing`);
      continue;
    }
    const types = fact.replace('?', '').split('|');
    const described = types.find((type) => type.startsWith('{'))?.slice(1, -1);
    if (described && item !== null) found.push(...differences(described, item as Record<string, unknown>));
    else if (!types.some((type) => fits(item, type)))
      found.push(`${path} is ${JSON.stringify(item)}, not ${fact}`);
  }
  return found;
}

function fits(value: unknown, type: string): boolean {
  if (type.startsWith('=')) return value === type.slice(1);
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  return typeof value === type;
}

test('every object in every state is as Stripe describes it', async () => {
  const confirm = async (payment_method: string, more: Stripe.PaymentIntentConfirmParams = {}) => {
    const intent = await newIntent(stripe);
    return stripe.paymentIntents.confirm(intent.id, { payment_method, ...more });
  };
  const paid = await confirm('pm_card_visa');
  await confirm('pm_card_amex');
  await stripe.refunds.create({ payment_intent: paid.id, amount: 1_000, reason: 'duplicate' });
  await stripe.refunds.create({ payment_intent: (await confirm('pm_card_refundFail')).id });
  await stripe.refunds.create({ payment_intent: (await confirm('pm_card_pendingRefund')).id });
  for (const evidence of ['winning_evidence', 'losing_evidence']) {
    const disputed = await confirm('pm_card_createDispute');
    const { data } = await stripe.disputes.list({ payment_intent: disputed.id });
    await stripe.disputes.update(data[0]!.id, { evidence: { uncategorized_text: evidence } });
  }
  await confirm('pm_card_createDisputeInquiry');
  await failure(confirm('pm_card_chargeDeclined'));
  await failure(confirm('pm_card_chargeDeclinedExpiredCard'));
  await confirm('pm_card_threeDSecure2Required', { return_url: 'https://shop.example/' });
  const secure = await confirm('pm_card_threeDSecure2Required');
  const press = (intent: Stripe.PaymentIntent, outcome: string) => {
    const action = intent.next_action?.use_stripe_sdk as unknown as { stripe_js: string };
    return fetch(action.stripe_js, { method: 'POST', body: new URLSearchParams({ outcome }) });
  };
  await press(secure, 'complete');
  await press(await confirm('pm_card_threeDSecure2Required'), 'fail');
  await stripe.paymentIntents.cancel((await newIntent(stripe)).id, { cancellation_reason: 'duplicate' });
  await stripe.paymentIntents.create({ amount: 5_000, currency: 'eur', payment_method: 'pm_card_visa' });
  await addFault(stripe, { path: '/v1/payment_intents/pi', effect: 'processing', ms: 60_000 });
  await confirm('pm_card_visa');
  await sandbox.pool.query(`update sandbox_stripe.later set at = now() where step ~ 'refund|dispute'`);
  await newIntent(stripe);
  await until('the disputes are decided', async () => {
    const { data } = await stripe.disputes.list();
    return data.every(({ status }) => status !== 'under_review');
  });

  const { rows } = await sandbox.pool.query<{ kind: string; body: Record<string, unknown> }>(
    'select kind, body from sandbox_stripe.objects',
  );
  const states = new Set<string>();
  for (const { kind, body } of rows) {
    assert.deepEqual(differences(NAMES[kind]!, body), [], `${kind} ${body.id}`);
    states.add(`${kind} ${body.status ?? ''}`);
    for (const moved of (body.balance_transactions ?? []) as Record<string, unknown>[]) {
      assert.deepEqual(differences('BalanceTransaction', moved), []);
    }
    if (kind !== 'event') continue;
    const { object } = body.data as { object: Record<string, unknown> };
    assert.deepEqual(differences(NAMES[String(object.object)]!, object), [], `${body.type} ${body.id}`);
  }
  for (const state of [
    'payment_intent requires_payment_method',
    'payment_intent requires_confirmation',
    'payment_intent requires_action',
    'payment_intent processing',
    'payment_intent succeeded',
    'payment_intent canceled',
    'charge succeeded',
    'charge failed',
    'dispute won',
    'dispute lost',
    'dispute warning_needs_response',
  ]) {
    assert.ok(states.has(state), state);
  }
});

test('an answer over HTTP is that very object, with Stripe’s names for lists and errors', async () => {
  const get = (path: string) =>
    fetch(`${sandbox.origin}/v1/${path}`, { headers: { authorization: `Bearer ${sandbox.keys.secretKey}` } });
  const list = await (await get('payment_intents?limit=3')).json();
  assert.deepEqual(Object.keys(list), ['object', 'data', 'has_more', 'url']);
  for (const intent of list.data) assert.deepEqual(differences('PaymentIntent', intent), []);
  const response = await get('charges/ch_none');
  assert.match(String(response.headers.get('request-id')), /^req_\w{24}$/);
  assert.match(String(response.headers.get('content-type')), /^application\/json/);
  assert.deepEqual(await response.json(), {
    error: {
      type: 'invalid_request_error',
      code: 'resource_missing',
      doc_url: 'https://stripe.com/docs/error-codes/resource-missing',
      message: "No such charge: 'ch_none'",
      param: 'id',
    },
  });
});
