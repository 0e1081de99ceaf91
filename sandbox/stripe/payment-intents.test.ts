import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type Stripe from 'stripe';
import { card, failure, newIntent, sdk, startOwnSandbox } from '../../tests/fixtures/stripe-sandbox.ts';

const sandbox = await startOwnSandbox();
const other = await sandbox.startAnother();
const { stripe } = sandbox;
after(() => sandbox.stop());

/** Calls the API as Stripe.js does, with the publishable key. */
async function browser(method: 'GET' | 'POST', path: string, form: Record<string, string>) {
  const fields = new URLSearchParams(form);
  const response = await fetch(`${sandbox.origin}/v1/${path}${method === 'GET' ? `?${fields}` : ''}`, {
    method,
    headers: { authorization: `Bearer ${sandbox.keys.publishableKey}` },
    ...(method === 'POST' && { body: fields }),
  });
  return { status: response.status, body: await response.json() };
}

const charges = (intent: string) => stripe.charges.list({ payment_intent: intent }).then((list) => list.data);

describe('a payment', () => {
  test('is created, confirmed with a card and succeeded', async () => {
    const created = await stripe.paymentIntents.create({
      amount: 123_456,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      metadata: { order: 'o1' },
      description: 'Order o1',
      receipt_email: 'ann@example.com',
    });
    assert.equal(created.status, 'requires_payment_method');
    assert.match(created.client_secret!, new RegExp(`^${created.id}_secret_\\w{25}$`));
    assert.match(created.lastResponse.requestId, /^req_/);

    const method = await stripe.paymentMethods.create({ type: 'card', card: card('4242424242424242') });
    assert.equal(method.card?.last4, '4242');
    const paid = await stripe.paymentIntents.confirm(created.id, { payment_method: method.id });
    assert.equal(paid.status, 'succeeded');
    assert.equal(paid.amount_received, 123_456);

    const found = await stripe.paymentIntents.retrieve(created.id, {
      expand: ['latest_charge', 'payment_method'],
    });
    const charge = found.latest_charge as Stripe.Charge;
    assert.deepEqual(found.metadata, { order: 'o1' });
    assert.equal(found.receipt_email, 'ann@example.com');
    assert.equal(charge.status, 'succeeded');
    assert.equal(charge.amount_captured, 123_456);
    assert.equal(charge.payment_method_details?.card?.checks?.cvc_check, 'pass');
    assert.equal((found.payment_method as Stripe.PaymentMethod).id, method.id);
    assert.equal((await stripe.charges.retrieve(charge.id)).payment_intent, created.id);
  });

  test('may be confirmed while it is created', async () => {
    const paid = await stripe.paymentIntents.create({
      amount: 5_000,
      currency: 'usd',
      payment_method: 'pm_card_mastercard',
      allowed_payment_method_types: ['card'],
      confirm: true,
    });
    assert.equal(paid.status, 'succeeded');
  });

  test('that was created with a card needs only the confirmation', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 5_000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      allowed_payment_method_types: ['card'],
    });
    assert.equal(intent.status, 'requires_confirmation');
    assert.equal((await stripe.paymentIntents.confirm(intent.id)).status, 'succeeded');
  });

  test('is charged once when it is confirmed concurrently in two processes', async () => {
    const intent = await newIntent(stripe);
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? stripe : other.stripe).paymentIntents.confirm(intent.id, {
          payment_method: 'pm_card_visa',
        }),
      ),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    assert.equal(results.length - refused.length, 1);
    for (const { reason } of refused) assert.equal(reason.code, 'payment_intent_unexpected_state');
    assert.equal((await charges(intent.id)).length, 1);
  });

  test('without a card cannot be confirmed', async () => {
    const intent = await newIntent(stripe);
    const error = await failure(stripe.paymentIntents.confirm(intent.id));
    assert.equal(error.code, 'payment_intent_unexpected_state');
    assert.equal(error.payment_intent?.status, 'requires_payment_method');
  });
});

const DECLINES: [number: string, code: string, declineCode: string | undefined, message: RegExp][] = [
  ['4000000000000002', 'card_declined', 'generic_decline', /^Your card was declined\.$/],
  ['4000000000009995', 'card_declined', 'insufficient_funds', /^Your card has insufficient funds\.$/],
  ['4000000000009987', 'card_declined', 'lost_card', /declined/],
  ['4000000000009979', 'card_declined', 'stolen_card', /declined/],
  ['4100000000000019', 'card_declined', 'fraudulent', /declined/],
  ['4000000000006975', 'card_declined', 'card_velocity_exceeded', /declined/],
  ['4000000000000069', 'expired_card', undefined, /^Your card has expired\.$/],
  ['4000000000000127', 'incorrect_cvc', undefined, /security code is incorrect/],
  ['4000000000000119', 'processing_error', undefined, /An error occurred while processing your card/],
  ['4111111111111111', 'card_declined', 'live_mode_test_card', /non test \(live\) card/],
];

describe('a declined card', () => {
  for (const [number, code, declineCode, message] of DECLINES) {
    test(`${number}: ${declineCode ?? code}`, async () => {
      const intent = await newIntent(stripe);
      const method = await stripe.paymentMethods.create({ type: 'card', card: card(number) });
      const error = await failure(stripe.paymentIntents.confirm(intent.id, { payment_method: method.id }));
      assert.equal(error.type, 'StripeCardError');
      assert.equal(error.statusCode, 402);
      assert.equal(error.code, code);
      assert.equal(error.decline_code || undefined, declineCode);
      assert.match(error.message, message);
      assert.equal(error.payment_intent?.status, 'requires_payment_method');

      const found = await stripe.paymentIntents.retrieve(intent.id);
      assert.equal(found.last_payment_error?.code, code);
      assert.equal(found.payment_method, null);
      const [charge] = await charges(intent.id);
      assert.equal(charge?.status, 'failed');
      assert.equal(charge?.failure_code, code);
      assert.equal(found.latest_charge, charge?.id);

      const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
      assert.equal(paid.status, 'succeeded');
      assert.equal(paid.last_payment_error, null);
    });
  }

  test('an impossible number creates no payment method', async () => {
    const error = await failure(
      stripe.paymentMethods.create({ type: 'card', card: card('4242424242424241') }),
    );
    assert.equal(error.type, 'StripeCardError');
    assert.equal(error.code, 'incorrect_number');
    assert.equal(error.param, 'number');
  });

  test('the number is nowhere in the database', async () => {
    const { rows } = await sandbox.pool.query<{ found: string }>(
      `select id as found from sandbox_stripe.objects where body::text || secret::text ~ '400000000000'
       union all select key from sandbox_stripe.idempotency_keys where body ~ '400000000000'`,
    );
    assert.deepEqual(rows, []);
  });
});

for (const [token, brand] of [
  ['pm_card_visa', 'visa'],
  ['pm_card_mastercard', 'mastercard'],
  ['pm_card_amex', 'amex'],
  ['pm_card_discover', 'discover'],
  ['pm_card_diners', 'diners'],
  ['pm_card_jcb', 'jcb'],
  ['pm_card_unionpay', 'unionpay'],
] as const) {
  test(`${token} pays and is a new payment method each time`, async () => {
    const intent = await newIntent(stripe);
    const paid = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: token,
      expand: ['payment_method'],
    });
    const method = paid.payment_method as Stripe.PaymentMethod;
    assert.equal(paid.status, 'succeeded');
    assert.equal(method.card?.brand, brand);
    assert.match(method.id, /^pm_\w{24}$/);
  });
}

describe('invalid parameters', () => {
  const create = (params: object) =>
    failure(stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams));

  for (const [params, code, param] of [
    [{ currency: 'usd' }, 'parameter_missing', 'amount'],
    [{ amount: 5_000 }, 'parameter_missing', 'currency'],
    [{ amount: 49, currency: 'usd' }, 'amount_too_small', 'amount'],
    [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large', 'amount'],
    [{ amount: 0, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: -50, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 10.5, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '0x64', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 5_000, currency: 'xyz' }, undefined, 'currency'],
    [{ amount: 5_000, currency: 'usd', colour: 'red' }, 'parameter_unknown', 'colour'],
    [{ amount: 5_000, currency: 'usd', receipt_email: 'nobody' }, 'email_invalid', 'receipt_email'],
    [
      { amount: 5_000, currency: 'usd', allowed_payment_method_types: ['ideal'] },
      undefined,
      'allowed_payment_method_types',
    ],
    [{ amount: 5_000, currency: 'usd', payment_method: 'pm_none' }, 'resource_missing', 'payment_method'],
    [{ amount: 5_000, currency: 'usd', metadata: { a: 'x'.repeat(501) } }, undefined, 'metadata[a]'],
  ] as const) {
    test(`${JSON.stringify(params).slice(0, 80)}: ${code ?? 'refused'} (${param})`, async () => {
      const error = await create(params);
      assert.equal(error.statusCode, 400);
      assert.equal(error.type, 'StripeInvalidRequestError');
      assert.equal(error.code, code);
      assert.equal(error.param, param);
      assert.match(error.requestId!, /^req_/);
    });
  }

  test('the smallest and the largest amount are accepted', async () => {
    for (const amount of [50, 99_999_999]) assert.equal((await newIntent(stripe, amount)).amount, amount);
  });
});

describe('cancelling', () => {
  test('ends an open intent', async () => {
    const intent = await newIntent(stripe);
    const canceled = await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' });
    assert.equal(canceled.status, 'canceled');
    assert.equal(canceled.cancellation_reason, 'abandoned');
    assert.ok(canceled.canceled_at);
    for (const call of [
      () => stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
      () => stripe.paymentIntents.cancel(intent.id),
    ]) {
      const error = await failure(call());
      assert.equal(error.statusCode, 400);
      assert.equal(error.code, 'payment_intent_unexpected_state');
      assert.equal(error.payment_intent?.status, 'canceled');
    }
    assert.deepEqual(await charges(intent.id), []);
  });

  test('is refused once it is paid', async () => {
    const intent = await newIntent(stripe);
    await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    const error = await failure(stripe.paymentIntents.cancel(intent.id));
    assert.equal(error.code, 'payment_intent_unexpected_state');
    assert.match(error.message, /status of succeeded/);
  });

  test('and paying concurrently: one of them wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const intent = await newIntent(stripe);
      const results = await Promise.allSettled([
        stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
        other.stripe.paymentIntents.cancel(intent.id),
      ]);
      assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
      const { status } = await stripe.paymentIntents.retrieve(intent.id);
      assert.equal((await charges(intent.id)).length, status === 'succeeded' ? 1 : 0);
    }
  });
});

test('intents are listed newest first, page by page, and by time', async () => {
  const made: string[] = [];
  for (let index = 0; index < 5; index += 1) made.unshift((await newIntent(stripe, 60 + index)).id);
  const first = await stripe.paymentIntents.list({ limit: 2 });
  assert.deepEqual(
    first.data.map(({ id }) => id),
    made.slice(0, 2),
  );
  assert.equal(first.has_more, true);
  assert.equal(first.url, '/v1/payment_intents');
  const second = await stripe.paymentIntents.list({ limit: 3, starting_after: made[1]! });
  assert.deepEqual(
    second.data.map(({ id }) => id),
    made.slice(2, 5),
  );
  const seen: string[] = [];
  for await (const intent of stripe.paymentIntents.list({ limit: 3 })) {
    seen.push(intent.id);
    if (seen.length === 5) break;
  }
  assert.deepEqual(seen, made);

  const { created } = await stripe.paymentIntents.retrieve(made[0]!);
  assert.ok((await stripe.paymentIntents.list({ created: { gte: created - 60 } })).data.length >= 5);
  assert.equal((await stripe.paymentIntents.list({ created: { gte: created + 60 } })).data.length, 0);
  assert.equal((await failure(stripe.paymentIntents.list({ limit: 101 }))).param, 'limit');
  assert.equal(
    (await failure(stripe.paymentIntents.list({ starting_after: 'pi_x' }))).code,
    'resource_missing',
  );
});

describe('keys', () => {
  test('a missing or wrong one gets 401', async () => {
    const { port } = new URL(sandbox.origin);
    assert.equal((await failure(sdk('sk_test_wrong', port).paymentIntents.list())).statusCode, 401);
    const response = await fetch(`${sandbox.origin}/v1/payment_intents`);
    assert.equal(response.status, 401);
    assert.equal((await response.json()).error.type, 'invalid_request_error');
  });

  test('HTTP Basic works like Bearer', async () => {
    const authorization = `Basic ${Buffer.from(`${sandbox.keys.secretKey}:`).toString('base64')}`;
    const response = await fetch(`${sandbox.origin}/v1/payment_intents?limit=1`, {
      headers: { authorization },
    });
    assert.equal(response.status, 200);
  });

  test('are the same in all processes of a database', () => {
    assert.deepEqual(sandbox.keys, other.keys);
  });

  test('the publishable one reads an intent with its client secret only, and sees fewer fields', async () => {
    const intent = await newIntent(stripe);
    const secret = { client_secret: intent.client_secret! };
    const found = await browser('GET', `payment_intents/${intent.id}`, secret);
    assert.equal(found.status, 200);
    assert.equal(found.body.amount, 10_000);
    for (const hidden of ['metadata', 'latest_charge', 'amount_received', 'customer']) {
      assert.ok(!(hidden in found.body), hidden);
    }
    const wrong = await browser('GET', `payment_intents/${intent.id}`, {
      client_secret: `${intent.id}_secret_x`,
    });
    assert.equal(wrong.status, 400);
    assert.equal(wrong.body.error.code, 'payment_intent_invalid_parameter');
    const none = await browser('GET', `payment_intents/${intent.id}`, {});
    assert.equal(none.body.error.code, 'parameter_missing');

    const declined = await browser('POST', `payment_intents/${intent.id}/confirm`, {
      ...secret,
      payment_method: 'pm_card_chargeDeclined',
    });
    assert.equal(declined.status, 402);
    assert.ok(!('metadata' in declined.body.error.payment_intent));

    const paid = await browser('POST', `payment_intents/${intent.id}/confirm`, {
      ...secret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242 4242 4242 4242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '40',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][email]': 'ann@example.com',
    });
    assert.equal(paid.status, 200);
    assert.equal(paid.body.status, 'succeeded');
  });

  test('the publishable one does nothing else', async () => {
    const intent = await newIntent(stripe);
    for (const [method, path] of [
      ['GET', 'payment_intents'],
      ['POST', 'payment_intents'],
      ['POST', `payment_intents/${intent.id}/cancel`],
      ['POST', 'refunds'],
      ['GET', 'events'],
      ['GET', 'charges'],
      ['POST', 'sandbox/faults'],
    ] as const) {
      const { status, body } = await browser(method, path, {});
      assert.equal(status, 401, path);
      assert.equal(body.error.code, 'secret_key_required');
    }
  });
});

test('an unknown id or path gets 404', async () => {
  for (const call of [
    () => stripe.paymentIntents.retrieve('pi_none'),
    () => stripe.paymentIntents.confirm('pi_none'),
    () => stripe.charges.retrieve('ch_none'),
    () => stripe.events.retrieve('evt_none'),
    () => stripe.refunds.retrieve('re_none'),
  ]) {
    const error = await failure(call());
    assert.equal(error.statusCode, 404);
    assert.equal(error.code, 'resource_missing');
  }
  const error = await failure(stripe.customers.list());
  assert.equal(error.statusCode, 404);
  assert.match(error.message, /^Unrecognized request URL \(GET: \/v1\/customers\)/);
});

test('body parsing of the app is not changed', async () => {
  const response = await fetch(`${sandbox.origin}/json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  });
  assert.deepEqual(await response.json(), { a: 1 });
});
