import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type Stripe from 'stripe';
import { addFault, failure, newIntent, startOwnSandbox, until } from '../../tests/fixtures/stripe-sandbox.ts';

const sandbox = await startOwnSandbox();
const other = await sandbox.startAnother();
const { stripe } = sandbox;
after(() => sandbox.stop());

const params = (amount = 5_000): Stripe.PaymentIntentCreateParams => ({
  amount,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
});

async function count(kind: string): Promise<number> {
  const { rows } = await sandbox.pool.query<{ count: number }>(
    'select count(*)::int as count from sandbox_stripe.objects where kind = $1',
    [kind],
  );
  return rows[0]!.count;
}

test('the same key and parameters replay the first response, in every process and after a restart', async () => {
  const idempotencyKey = randomUUID();
  const before = await count('payment_intent');
  const first = await stripe.paymentIntents.create(params(), { idempotencyKey });
  assert.equal(first.lastResponse.headers['idempotent-replayed'], undefined);

  const restarted = await sandbox.startAnother();
  for (const sdk of [stripe, other.stripe, restarted.stripe]) {
    const again = await sdk.paymentIntents.create(params(), { idempotencyKey });
    assert.deepEqual({ ...again, lastResponse: 0 }, { ...first, lastResponse: 0 });
    assert.equal(again.lastResponse.headers['idempotent-replayed'], 'true');
    assert.equal(again.lastResponse.headers['original-request'], first.lastResponse.requestId);
    assert.notEqual(again.lastResponse.requestId, first.lastResponse.requestId);
  }
  assert.equal(await count('payment_intent'), before + 1);
});

test('the first response is replayed even when the object has changed', async () => {
  const idempotencyKey = randomUUID();
  const first = await stripe.paymentIntents.create(params(), { idempotencyKey });
  await stripe.paymentIntents.confirm(first.id, { payment_method: 'pm_card_visa' });
  const again = await stripe.paymentIntents.create(params(), { idempotencyKey });
  assert.equal(again.status, 'requires_payment_method');
});

test('the order of parameters does not matter', async () => {
  const headers = { authorization: `Bearer ${sandbox.keys.secretKey}`, 'idempotency-key': randomUUID() };
  const post = (body: string) =>
    fetch(`${sandbox.origin}/v1/payment_intents`, { method: 'POST', headers, body }).then((r) => r.json());
  const first = await post('amount=5000&currency=usd');
  assert.equal((await post('currency=usd&amount=5000')).id, first.id);
});

test('a key with other parameters, or for another call, gets 400', async () => {
  const idempotencyKey = randomUUID();
  const intent = await stripe.paymentIntents.create(params(), { idempotencyKey });
  for (const call of [
    () => stripe.paymentIntents.create(params(6_000), { idempotencyKey }),
    () => stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey }),
  ]) {
    const error = await failure(call());
    assert.equal(error.statusCode, 400);
    assert.equal(error.type, 'StripeIdempotencyError');
  }
  const other = await newIntent(stripe);
  await stripe.paymentIntents.cancel(other.id, {}, { idempotencyKey: other.id });
  const error = await failure(stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey: other.id }));
  assert.match(error.message, /same endpoint/);
  assert.equal((await stripe.paymentIntents.retrieve(intent.id)).status, 'requires_payment_method');
});

test('concurrent requests with one key create one object, and the others get 409', async () => {
  for (let round = 0; round < 5; round += 1) {
    const idempotencyKey = randomUUID();
    const before = await count('payment_intent');
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? stripe : other.stripe).paymentIntents.create(params(), { idempotencyKey }),
      ),
    );
    const ids = new Set<string>();
    for (const result of results) {
      if (result.status === 'fulfilled') ids.add(result.value.id);
      else {
        assert.equal(result.reason.statusCode, 409);
        assert.equal(result.reason.code, 'idempotency_key_in_use');
      }
    }
    assert.equal(ids.size, 1);
    assert.equal(await count('payment_intent'), before + 1);
  }
});

test('while a request runs, its key is locked in every process', async () => {
  const client = await sandbox.pool.connect();
  const intent = await newIntent(stripe);
  const idempotencyKey = randomUUID();
  const confirm = (sdk: Stripe) =>
    sdk.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }, { idempotencyKey });
  try {
    await client.query('begin');
    await client.query('select from sandbox_stripe.objects where id = $1 for update', [intent.id]);
    const first = confirm(stripe);
    await until('the first request waits for the row', async () => {
      // Others may wait in other databases of the same PostgreSQL.
      const { rows } = await sandbox.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length > 0;
    });
    assert.equal((await failure(confirm(other.stripe))).statusCode, 409);
    await client.query('rollback');
    assert.equal((await first).status, 'succeeded');
    assert.equal((await confirm(other.stripe)).status, 'succeeded');
  } finally {
    client.release();
  }
});

test('a decline is replayed, a refused parameter is not', async () => {
  const intent = await newIntent(stripe);
  const declined = randomUUID();
  const confirm = (payment_method: string, idempotencyKey: string) =>
    stripe.paymentIntents.confirm(intent.id, { payment_method }, { idempotencyKey });
  const first = await failure(confirm('pm_card_chargeDeclined', declined));
  const again = await failure(confirm('pm_card_chargeDeclined', declined));
  assert.equal(again.code, 'card_declined');
  assert.equal(again.charge, first.charge);
  assert.equal((await stripe.charges.list({ payment_intent: intent.id })).data.length, 1);

  const refused = randomUUID();
  assert.equal(
    (await failure(stripe.paymentIntents.create(params(10), { idempotencyKey: refused }))).statusCode,
    400,
  );
  const made = await stripe.paymentIntents.create(params(1_000), { idempotencyKey: refused });
  assert.equal(made.amount, 1_000);
});

test('an effect whose response was lost is found by its key', async () => {
  const idempotencyKey = randomUUID();
  const before = await count('payment_intent');
  await addFault(stripe, { effect: 'drop', when: 'after', method: 'POST', path: '/v1/payment_intents' });
  // The SDK itself retries once on a closed connection.
  const found = await stripe.paymentIntents.create(params(), { idempotencyKey });
  assert.equal(found.lastResponse.headers['idempotent-replayed'], 'true');
  assert.equal(await count('payment_intent'), before + 1);
});

test('a key expires after a day', async () => {
  const idempotencyKey = randomUUID();
  const first = await stripe.paymentIntents.create(params(), { idempotencyKey });
  await sandbox.pool.query(
    `update sandbox_stripe.idempotency_keys set created = now() - interval '25 hours' where key = $1`,
    [idempotencyKey],
  );
  const second = await stripe.paymentIntents.create(params(6_000), { idempotencyKey });
  assert.notEqual(second.id, first.id);
  assert.equal((await stripe.paymentIntents.create(params(6_000), { idempotencyKey })).id, second.id);
});

test('a key of more than 255 characters is refused', async () => {
  const error = await failure(stripe.paymentIntents.create(params(), { idempotencyKey: 'k'.repeat(256) }));
  assert.equal(error.statusCode, 400);
});
