import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import Stripe from 'stripe';
import { failure, newIntent, startOwnSandbox } from '../../tests/fixtures/stripe-sandbox.ts';

const sandbox = await startOwnSandbox();
const { stripe } = sandbox;
after(() => sandbox.stop());

async function paid(): Promise<string> {
  const { id } = await newIntent(stripe);
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  await stripe.refunds.create({ payment_intent: id, amount: 1_000 });
  return id;
}

test('every expandable field can be expanded, up to four levels deep', async () => {
  const id = await paid();
  for (const path of [
    'customer',
    'on_behalf_of',
    'review',
    'latest_charge.balance_transaction',
    'latest_charge.payment_method_details.card.mandate',
    'latest_charge.refunds.data.payment_intent',
  ]) {
    await stripe.paymentIntents.retrieve(id, { expand: [path] });
  }
  await stripe.refunds.list({ payment_intent: id, expand: ['data.charge.payment_intent.latest_charge'] });
  const deep = await stripe.paymentIntents.retrieve(id, {
    expand: ['latest_charge.refunds.data.payment_intent'],
  });
  const [refund] = (deep.latest_charge as Stripe.Charge).refunds!.data;
  assert.equal((refund!.payment_intent as Stripe.PaymentIntent).id, id);
});

test("a fifth level or an unknown field is refused with Stripe's message", async () => {
  const id = await paid();
  for (const [path, message] of [
    ['latest_charge.refunds.data.payment_intent.latest_charge', /more than 4 levels of a property/],
    ['status', /cannot be expanded \(status\)/],
    ['nothing', /cannot be expanded/],
    ['data', /cannot be expanded/],
    ['constructor', /cannot be expanded/],
    ['latest_charge.latest_charge', /cannot be expanded/],
    ['latest_charge.payment_method', /cannot be expanded/],
  ] as const) {
    const error = await failure(stripe.paymentIntents.retrieve(id, { expand: [path] }));
    assert.equal(error.statusCode, 400, path);
    assert.match(error.message, message, path);
  }
});

test('known API versions are accepted, and unknown ones refused', async () => {
  const answerTo = async (version: string) => {
    const response = await fetch(`${sandbox.origin}/v1/payment_intents`, {
      headers: { authorization: `Bearer ${sandbox.keys.secretKey}`, 'stripe-version': version },
    });
    return { status: response.status, body: await response.json() };
  };
  for (const version of [Stripe.API_VERSION, '2024-06-20', '2025-03-31.basil']) {
    assert.equal((await answerTo(version)).status, 200, version);
  }
  for (const version of ['2026-10-28', '2026-10-28.acacia', '2025-01-01', 'latest', '2099-01-01.zinnia']) {
    const { status, body } = await answerTo(version);
    assert.equal(status, 400, version);
    assert.deepEqual(body.error, {
      type: 'invalid_request_error',
      message: `Invalid Stripe API version: ${version}`,
    });
  }
});

test('the minimum charge depends on the currency', async () => {
  const create = (amount: number, currency: string) => stripe.paymentIntents.create({ amount, currency });
  assert.equal((await create(30, 'gbp')).amount, 30);
  for (const [amount, currency, least] of [
    [29, 'gbp', '£0.30 gbp'],
    [49, 'usd', '$0.50 usd'],
    [49, 'eur', '€0.50 eur'],
  ] as const) {
    const error = await failure(create(amount, currency));
    assert.equal(error.code, 'amount_too_small');
    assert.equal(error.message, `Amount must be at least ${least}`);
  }
});

test('previous_attributes of an event contain only changed fields', async () => {
  const id = await paid();
  await stripe.refunds.create({ payment_intent: id, amount: 2_000 });
  await stripe.refunds.create({ payment_intent: id });
  const { data } = await stripe.events.list({ type: 'charge.refunded', limit: 3 });
  assert.deepEqual(
    data.map((event) => event.data.previous_attributes),
    [{ amount_refunded: 3_000, refunded: false }, { amount_refunded: 1_000 }, { amount_refunded: 0 }],
  );
});

test("lists and errors have Stripe's fields", async () => {
  const get = (path: string) =>
    fetch(`${sandbox.origin}/v1/${path}`, { headers: { authorization: `Bearer ${sandbox.keys.secretKey}` } });
  const list = await (await get('payment_intents?limit=3')).json();
  assert.deepEqual(Object.keys(list), ['object', 'data', 'has_more', 'url']);
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
