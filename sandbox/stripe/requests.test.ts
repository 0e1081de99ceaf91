import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type Stripe from 'stripe';
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

test('fields are expanded along a path, and an unknown one is refused', async () => {
  const id = await paid();
  const expand = ['data.charge.payment_intent'];
  const [refund] = (await stripe.refunds.list({ payment_intent: id, expand })).data;
  const { payment_intent } = refund!.charge as Stripe.Charge;
  assert.equal((payment_intent as Stripe.PaymentIntent).id, id);
  for (const path of ['status', 'nothing', 'data', 'constructor', 'latest_charge.status']) {
    const error = await failure(stripe.paymentIntents.retrieve(id, { expand: [path] }));
    assert.equal(error.statusCode, 400, path);
    assert.match(error.message, /cannot be expanded/, path);
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
