import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import Stripe from 'stripe';
import { createDatabase } from '../../tests/fixtures/sandbox-database.ts';
import {
  addFault,
  clearFaults,
  failure,
  newIntent,
  type RunningSandbox,
  startReceiver,
  startSandbox,
  until,
} from '../../tests/fixtures/stripe-sandbox.ts';
import { sign } from './webhooks.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let running: RunningSandbox[];

beforeEach(async () => {
  database = await createDatabase();
  receiver = await startReceiver();
  running = [];
});
afterEach(async () => {
  for (const sandbox of running) await sandbox.stop();
  await receiver.stop();
  await database.drop();
});

async function start(webhookUrl: () => string | undefined = () => receiver.url): Promise<RunningSandbox> {
  const sandbox = await startSandbox(database.url, webhookUrl);
  receiver.trust(sandbox.keys.webhookSecret);
  running.push(sandbox);
  return sandbox;
}

async function stop(sandbox: RunningSandbox): Promise<void> {
  running = running.filter((one) => one !== sandbox);
  await sandbox.stop();
}

const done = (sandbox: RunningSandbox) =>
  until('all events are delivered', async () => {
    const { rows } = await sandbox.pool.query(
      'select from sandbox_stripe.deliveries where done_at is null limit 1',
    );
    return rows.length === 0;
  });

async function attempts(sandbox: RunningSandbox): Promise<number> {
  const { rows } = await sandbox.pool.query<{ sum: number }>(
    'select sum(attempts)::int as sum from sandbox_stripe.deliveries',
  );
  return rows[0]!.sum;
}

test('each change sends an event with a snapshot of the object and a signature that the SDK accepts', async () => {
  const { stripe, ...sandbox } = await start();
  const intent = await newIntent(stripe);
  await failure(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }));
  const idempotencyKey = `confirm-${intent.id}`;
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }, { idempotencyKey });
  await stripe.refunds.create({ payment_intent: intent.id, amount: 1_000 });
  await stripe.paymentIntents.cancel((await newIntent(stripe)).id);
  const secure = await newIntent(stripe);
  await stripe.paymentIntents.confirm(secure.id, { payment_method: 'pm_card_threeDSecure2Required' });
  await done(running[0]!);

  assert.deepEqual(receiver.types().sort(), [
    'charge.failed',
    'charge.refunded',
    'charge.succeeded',
    'payment_intent.canceled',
    'payment_intent.created',
    'payment_intent.created',
    'payment_intent.created',
    'payment_intent.payment_failed',
    'payment_intent.requires_action',
    'payment_intent.succeeded',
    'refund.created',
  ]);
  const find = (type: string) => receiver.accepted.find((event) => event.type === type)!;
  const object = (type: string) => find(type).data.object as unknown as Record<string, unknown>;
  assert.equal(object('payment_intent.payment_failed').status, 'requires_payment_method');
  assert.equal(object('payment_intent.succeeded').status, 'succeeded');
  assert.equal(object('charge.refunded').amount_refunded, 1_000);
  assert.deepEqual(find('charge.refunded').data.previous_attributes, { amount_refunded: 0 });
  const succeeded = find('payment_intent.succeeded');
  assert.equal(succeeded.object, 'event');
  assert.equal(succeeded.livemode, false);
  assert.equal(succeeded.request?.idempotency_key, idempotencyKey);
  assert.match(String(succeeded.request?.id), /^req_/);

  const found = await stripe.events.retrieve(succeeded.id);
  assert.deepEqual({ ...found, pending_webhooks: 1, lastResponse: 0 }, { ...succeeded, lastResponse: 0 });
  assert.equal(found.pending_webhooks, 0);
  assert.equal((await stripe.events.list()).data.length, 10);
  const some = await stripe.events.list({ type: 'payment_intent.created', limit: 2 });
  assert.equal(some.data.length, 2);
  assert.equal(some.has_more, true);
  assert.equal((await stripe.events.list({ types: ['charge.failed', 'charge.succeeded'] })).data.length, 2);
  assert.equal(sandbox.warnings.length, 0);
});

test('a refused request sends no event', async () => {
  const { stripe } = await start();
  const intent = await newIntent(stripe);
  await stripe.paymentIntents.cancel(intent.id);
  await failure(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }));
  assert.equal((await stripe.events.list()).data.length, 2);
});

test('the signature covers the exact bytes, the secret and the time', async () => {
  const { keys } = await start();
  const { webhooks } = new Stripe('sk_test_x');
  const payload = '{"id":"evt_1","object":"event"}';
  const now = Math.floor(Date.now() / 1000);
  assert.ok(webhooks.constructEvent(payload, sign(payload, keys.webhookSecret), keys.webhookSecret));
  for (const [body, header] of [
    [`${payload} `, sign(payload, keys.webhookSecret)],
    [payload, sign(payload, 'whsec_other')],
    [payload, sign(payload, keys.webhookSecret, now - 301)],
  ] as const) {
    assert.throws(() => webhooks.constructEvent(body, header, keys.webhookSecret));
  }
});

test('an event is redelivered until it is accepted', async () => {
  const sandbox = await start();
  let refusals = 2;
  receiver.respond((_event, response) => {
    refusals -= 1;
    response.writeHead(refusals >= 0 ? 500 : 204).end();
  });
  await newIntent(sandbox.stripe);
  await done(sandbox);
  assert.equal(receiver.accepted.length, 3);
  assert.equal(new Set(receiver.accepted.map((event) => event.id)).size, 1);
  assert.equal(new Set(receiver.bodies).size, 1);
});

test('events wait for an endpoint, and for the next process', async () => {
  let address: string | undefined;
  const first = await start(() => address);
  await newIntent(first.stripe);
  await stop(first);
  assert.deepEqual(receiver.accepted, []);

  const second = await start(() => address);
  address = receiver.url;
  await newIntent(second.stripe);
  await done(second);
  assert.equal(receiver.accepted.length, 2);
});

test('a new process delivers events that others left', async () => {
  const first = await start(() => undefined);
  await newIntent(first.stripe);
  await stop(first);
  const second = await start();
  await done(second);
  assert.equal(receiver.accepted.length, 1);
});

test('the next process repeats a delivery that the end of a process interrupted', async () => {
  const first = await start();
  receiver.respond(() => {}); // never answers
  await newIntent(first.stripe);
  await until('it is on its way', () => receiver.accepted.length === 1);
  await stop(first);
  receiver.respond((_event, response) => response.end());
  const second = await start();
  await done(second);
  assert.equal(receiver.accepted.length, 2);
});

test('several processes share the deliveries, and each event is delivered once', async () => {
  const sandboxes = [await start(), await start(), await start()];
  await Promise.all(
    Array.from({ length: 60 }, (_, index) => newIntent(sandboxes[index % 3]!.stripe, 100 + index)),
  );
  await done(sandboxes[0]!);
  assert.equal(receiver.accepted.length, 60);
  assert.equal(new Set(receiver.accepted.map((event) => event.id)).size, 60);
  assert.equal(await attempts(sandboxes[0]!), 60);
});

test('events that are written during a delivery are delivered as well', async () => {
  const sandbox = await start();
  for (let round = 0; round < 20; round += 1) {
    await newIntent(sandbox.stripe);
    await until('it arrived', () => receiver.accepted.length === round + 1);
  }
});

test('faults: duplicate, lose, delay, hold, reorder', async () => {
  const sandbox = await start();
  const { stripe } = sandbox;
  const arrived = (intent: Stripe.PaymentIntent) =>
    receiver.accepted.filter((event) => (event.data.object as { id: string }).id === intent.id).length;

  await addFault(stripe, { event: 'payment_intent.created', effect: 'duplicate' });
  const twice = await newIntent(stripe);
  await until('it arrived twice', () => arrived(twice) === 2);

  await addFault(stripe, { event: '*', effect: 'lose' });
  const lost = await newIntent(stripe);
  const after = await newIntent(stripe);
  await until('the next one arrived', () => arrived(after) === 1);
  await done(sandbox);
  assert.equal(arrived(lost), 0);
  assert.equal((await stripe.events.list({ limit: 1 })).data.length, 1);

  await addFault(stripe, { event: '*', effect: 'delay', ms: 5000 });
  const late = await newIntent(stripe);
  const early = await newIntent(stripe);
  await until('both arrived', () => arrived(late) === 1 && arrived(early) === 1);
  assert.equal((receiver.accepted.at(-1)!.data.object as { id: string }).id, late.id);

  await addFault(stripe, { event: '*', effect: 'hold' });
  const held = await newIntent(stripe);
  const next = await newIntent(stripe);
  await until('the next one arrived', () => arrived(next) === 1);
  assert.equal(arrived(held), 0);
  await clearFaults(stripe);
  await until('it was let go', () => arrived(held) === 1);

  await addFault(stripe, { event: '*', effect: 'reorder', times: 3 });
  const intents = [await newIntent(stripe), await newIntent(stripe), await newIntent(stripe)];
  await done(sandbox);
  const order = receiver.accepted.slice(-3).map((event) => (event.data.object as { id: string }).id);
  assert.deepEqual(order, intents.map((intent) => intent.id).reverse());
});

test('an unreachable endpoint is retried with back-off', async () => {
  const sandbox = await start(() => 'http://127.0.0.1:9/');
  await newIntent(sandbox.stripe);
  await until('it was tried twice', async () => (await attempts(sandbox)) >= 2);
  assert.ok((await attempts(sandbox)) <= 3);
  assert.ok(sandbox.warnings.length <= 3);
});
