import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import Stripe from 'stripe';
import {
  addFault,
  clearFaults,
  failure,
  newIntent,
  startHeardSandbox,
  until,
} from '../../tests/fixtures/stripe-sandbox.ts';

const sandbox = await startHeardSandbox();
const { stripe } = sandbox;
after(() => sandbox.stop());
afterEach(() => clearFaults(stripe));

/** The SDK with a short timeout and retries, as a shop would use it. */
function impatient(maxNetworkRetries: number): Stripe {
  const { port } = new URL(sandbox.origin);
  return new Stripe(sandbox.keys.secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    timeout: 2_000,
    maxNetworkRetries,
  });
}

test('matching requests fail before any effect, as often as requested', async () => {
  const intent = await newIntent(stripe);
  await addFault(stripe, { method: 'POST', path: `/v1/payment_intents/${intent.id}`, status: 500, times: 2 });
  for (let time = 0; time < 2; time += 1) {
    const error = await failure(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }));
    assert.equal(error.statusCode, 500);
    assert.equal(error.type, 'StripeAPIError');
    assert.equal((await stripe.paymentIntents.retrieve(intent.id)).status, 'requires_payment_method');
  }
  const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
  assert.equal(paid.status, 'succeeded');
});

test('too many requests', async () => {
  await addFault(stripe, { status: 429 });
  const error = await failure(stripe.paymentIntents.list());
  assert.equal(error.statusCode, 429);
  assert.equal(error.type, 'StripeRateLimitError');
});

test('a restricted key, an expired key, and a refused request', async () => {
  for (const [status, type] of [
    [401, 'StripeAuthenticationError'],
    [403, 'StripePermissionError'],
    [400, 'StripeInvalidRequestError'],
  ] as const) {
    await addFault(stripe, { status });
    const error = await failure(stripe.paymentIntents.list());
    assert.deepEqual([error.statusCode, error.type], [status, type]);
  }
  await addFault(stripe, { status: 400, code: 'charge_disputed', message: 'Charge ch_1 has been disputed.' });
  const error = await failure(stripe.paymentIntents.list());
  assert.deepEqual([error.code, error.message], ['charge_disputed', 'Charge ch_1 has been disputed.']);
});

test("an effect whose response is too late; the SDK's retry finds it", async () => {
  const intent = await newIntent(stripe);
  await addFault(stripe, { path: '/v1/payment_intents/', effect: 'timeout', when: 'after' });
  const once = await failure(
    impatient(0).paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
  );
  assert.equal(once.type, 'StripeConnectionError');
  await until('the effect is there', async () => {
    const { status } = await stripe.paymentIntents.retrieve(intent.id);
    return status === 'succeeded';
  });

  const second = await newIntent(stripe);
  await addFault(stripe, { path: '/v1/payment_intents/', effect: 'timeout', when: 'after' });
  const paid = await impatient(1).paymentIntents.confirm(second.id, { payment_method: 'pm_card_visa' });
  assert.equal(paid.status, 'succeeded');
  assert.equal((await stripe.charges.list({ payment_intent: second.id })).data.length, 1);
});

test('a dropped connection, a delayed response', async () => {
  // Twice: the SDK itself retries once on a closed connection.
  await addFault(stripe, { effect: 'drop', times: 2 });
  assert.equal((await failure(stripe.paymentIntents.list())).type, 'StripeConnectionError');
  await addFault(stripe, { effect: 'delay', ms: 50 });
  assert.equal((await stripe.paymentIntents.list()).object, 'list');
});

test('an effect whose response is an error', async () => {
  const intent = await newIntent(stripe);
  await addFault(stripe, { path: '/v1/payment_intents/', status: 502, when: 'after' });
  const error = await failure(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }));
  assert.equal(error.statusCode, 502);
  assert.equal((await stripe.paymentIntents.retrieve(intent.id)).status, 'succeeded');
});

test('a payment that stays in processing for a while', async () => {
  const intent = await newIntent(stripe);
  await addFault(stripe, { method: 'POST', path: '/v1/payment_intents/', effect: 'processing' });
  const confirmed = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
  assert.equal(confirmed.status, 'processing');
  for (const call of [
    () => stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
    () => stripe.paymentIntents.cancel(intent.id),
  ]) {
    assert.equal((await failure(call())).code, 'payment_intent_unexpected_state');
  }
  await sandbox.pool.query('update sandbox_stripe.later set at = now()');
  // A changing request makes the sandbox run due steps.
  await newIntent(stripe);
  await until('it succeeded', async () => {
    const { status } = await stripe.paymentIntents.retrieve(intent.id);
    return status === 'succeeded';
  });
  const told = () =>
    sandbox.receiver.accepted
      .filter((event) => (event.data.object as { id: string }).id === intent.id)
      .map((event) => event.type);
  await until('it was told', () => told().includes('payment_intent.succeeded'));
  assert.ok(told().includes('payment_intent.processing'));
  assert.equal((await stripe.charges.list({ payment_intent: intent.id })).data.length, 1);
});

test('faults are deleted', async () => {
  await addFault(stripe, { status: 500, path: '/v1/refunds', times: 5 });
  await clearFaults(stripe);
  assert.equal((await stripe.refunds.list()).data.length, 0);
});

test('can always be deleted', async () => {
  await addFault(stripe, { status: 500, times: 3 });
  await clearFaults(stripe);
  assert.equal((await stripe.paymentIntents.list({ limit: 1 })).object, 'list');
});

test('an unknown effect and a non-numeric number are refused', async () => {
  assert.equal((await failure(addFault(stripe, { effect: 'explode' }))).param, 'effect');
  assert.equal((await failure(addFault(stripe, { times: 'many' }))).param, 'times');
  assert.equal((await failure(addFault(stripe, { event: '*', effect: 'drop' }))).param, 'effect');
});
