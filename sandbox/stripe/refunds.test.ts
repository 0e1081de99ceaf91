import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type Stripe from 'stripe';
import { failure, newIntent, startOwnSandbox, until } from '../../tests/fixtures/stripe-sandbox.ts';

const sandbox = await startOwnSandbox();
const other = await sandbox.startAnother();
const { stripe } = sandbox;
after(() => sandbox.stop());

async function paid(payment_method = 'pm_card_visa'): Promise<Stripe.PaymentIntent> {
  const intent = await newIntent(stripe, 10_000);
  return stripe.paymentIntents.confirm(intent.id, { payment_method });
}

const chargeOf = (intent: Stripe.PaymentIntent) => stripe.charges.retrieve(String(intent.latest_charge));

test('a payment is refunded in full once', async () => {
  const intent = await paid();
  const refund = await stripe.refunds.create({
    payment_intent: intent.id,
    reason: 'requested_by_customer',
    metadata: { order: 'o1' },
  });
  assert.equal(refund.status, 'succeeded');
  assert.equal(refund.amount, 10_000);
  assert.equal(refund.charge, intent.latest_charge);
  const charge = await chargeOf(intent);
  assert.equal(charge.refunded, true);
  assert.equal(charge.amount_refunded, 10_000);
  assert.equal((await stripe.paymentIntents.retrieve(intent.id)).status, 'succeeded');

  const again = await failure(stripe.refunds.create({ payment_intent: intent.id }));
  assert.equal(again.statusCode, 400);
  assert.equal(again.code, 'charge_already_refunded');
  assert.deepEqual((await stripe.refunds.retrieve(refund.id)).metadata, { order: 'o1' });
});

test('partial refunds never exceed the payment', async () => {
  const intent = await paid();
  const charge = String(intent.latest_charge);
  await stripe.refunds.create({ charge, amount: 4_000 });
  const over = await failure(stripe.refunds.create({ charge, amount: 6_001 }));
  assert.deepEqual([over.statusCode, over.code, over.param], [400, undefined, 'amount']);
  assert.match(over.message, /\$60\.01\) is greater than unrefunded amount on charge \(\$60\.00\)/);
  assert.equal((await chargeOf(intent)).refunded, false);
  await stripe.refunds.create({ charge });
  assert.equal((await chargeOf(intent)).refunded, true);

  const { data } = await stripe.refunds.list({ payment_intent: intent.id });
  assert.deepEqual(
    data.map((refund) => refund.amount),
    [6_000, 4_000],
  );
});

test('one key creates one refund; concurrent refunds never exceed the payment', async () => {
  const intent = await paid();
  const create = (sdk: Stripe, idempotencyKey: string) =>
    sdk.refunds.create({ payment_intent: intent.id, amount: 3_000 }, { idempotencyKey });
  assert.equal((await create(stripe, intent.id)).id, (await create(other.stripe, intent.id)).id);

  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      create(index % 2 ? stripe : other.stripe, `${intent.id}-${index}`),
    ),
  );
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 2);
  const charge = await chargeOf(intent);
  assert.equal(charge.amount_refunded, 9_000);
  const { data } = await stripe.refunds.list({ payment_intent: intent.id });
  assert.equal(
    data.reduce((sum, refund) => sum + refund.amount, 0),
    9_000,
  );
});

test('an unpaid intent cannot be refunded', async () => {
  const intent = await newIntent(stripe);
  assert.equal((await failure(stripe.refunds.create({ payment_intent: intent.id }))).statusCode, 400);
  await failure(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }));
  const error = await failure(stripe.refunds.create({ payment_intent: intent.id }));
  assert.equal(error.code, 'charge_not_refundable');
  for (const [params, param] of [
    [{}, 'charge'],
    [{ payment_intent: 'pi_none' }, 'payment_intent'],
    [{ charge: 'ch_none' }, 'charge'],
    [{ payment_intent: intent.id, amount: 0 }, 'amount'],
    [{ payment_intent: intent.id, reason: 'why not' }, 'reason'],
  ] as const) {
    const refused = await failure(stripe.refunds.create(params));
    assert.equal(refused.statusCode, 400);
    assert.equal(refused.param, param);
  }
});

test('a pending refund succeeds later, a failing one returns the money to the shop', async () => {
  const slow = await paid('pm_card_pendingRefund');
  const failing = await paid('pm_card_refundFail');
  const pending = await stripe.refunds.create({ payment_intent: slow.id });
  const returned = await stripe.refunds.create({ payment_intent: failing.id });
  assert.equal(pending.status, 'pending');
  assert.equal(returned.status, 'succeeded');
  assert.equal((await chargeOf(failing)).refunded, true);

  // Any changing request runs due steps, so the test need not wait for the timer.
  await sandbox.pool.query('update sandbox_stripe.later set at = now()');
  await newIntent(stripe);
  await until('both have moved on', async () => {
    const [one, two] = await Promise.all([
      stripe.refunds.retrieve(pending.id),
      stripe.refunds.retrieve(returned.id),
    ]);
    return one.status === 'succeeded' && two.status === 'failed';
  });
  assert.equal((await chargeOf(slow)).refunded, true);
  const charge = await chargeOf(failing);
  assert.equal(charge.refunded, false);
  assert.equal(charge.amount_refunded, 0);
  assert.equal((await stripe.refunds.create({ payment_intent: failing.id })).amount, 10_000);
});
