import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type Stripe from 'stripe';
import { failure, newIntent, startHeardSandbox, until } from '../../tests/fixtures/stripe-sandbox.ts';

const sandbox = await startHeardSandbox();
const { stripe } = sandbox;
after(() => sandbox.stop());

/** Pays with a card whose bank disputes it. */
async function disputed(payment_method: string): Promise<{ intentId: string; dispute: Stripe.Dispute }> {
  const { id } = await newIntent(stripe, 10_000);
  await stripe.paymentIntents.confirm(id, { payment_method });
  const { data } = await stripe.disputes.list({ payment_intent: id });
  assert.equal(data.length, 1);
  return { intentId: id, dispute: data[0]! };
}

async function answer(id: string, uncategorized_text: string): Promise<Stripe.Dispute> {
  const answered = await stripe.disputes.update(id, { evidence: { uncategorized_text } });
  assert.equal(answered.evidence_details.submission_count, 1);
  await sandbox.pool.query('update sandbox_stripe.later set at = now()');
  await newIntent(stripe);
  await until('the bank has decided', async () => {
    const { status } = await stripe.disputes.retrieve(id);
    return !/under_review$/.test(status);
  });
  return stripe.disputes.retrieve(id);
}

const typesOf = (id: string) =>
  sandbox.receiver.accepted
    .filter(({ data }) => (data.object as { id: string }).id === id)
    .map(({ type }) => type)
    .toSorted();
const refusalOf = (intentId: string) => failure(stripe.refunds.create({ payment_intent: intentId }));

test('the bank takes a disputed charge back, and it cannot be refunded', async () => {
  const { intentId, dispute } = await disputed('pm_card_createDispute');
  assert.equal(dispute.status, 'needs_response');
  assert.equal(dispute.reason, 'fraudulent');
  assert.equal(dispute.amount, 10_000);
  assert.equal(dispute.is_charge_refundable, false);
  assert.deepEqual(
    dispute.balance_transactions.map(({ amount, net }) => [amount, net]),
    [[-10_000, -11_500]],
  );
  const { latest_charge } = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
  assert.equal((latest_charge as Stripe.Charge).disputed, true);
  const refused = await refusalOf(intentId);
  assert.deepEqual([refused.statusCode, refused.code], [400, 'charge_disputed']);
  await until('the shop has heard', () => typesOf(dispute.id).length === 2);
  assert.deepEqual(typesOf(dispute.id), ['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
});

test('winning evidence returns the money, and the charge can be refunded again', async () => {
  const { intentId, dispute } = await disputed('pm_card_createDispute');
  const won = await answer(dispute.id, 'winning_evidence');
  assert.equal(won.status, 'won');
  assert.equal(
    won.balance_transactions.reduce((sum, { amount }) => sum + amount, 0),
    0,
  );
  assert.equal((await stripe.refunds.create({ payment_intent: intentId })).status, 'succeeded');
  await until('the shop has heard', () => typesOf(dispute.id).length === 5);
  assert.deepEqual(typesOf(dispute.id), [
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.funds_reinstated',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
  ]);
  const error = await failure(stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'x' } }));
  assert.equal(error.statusCode, 400);
});

test('other evidence loses the dispute, and so does accepting it', async () => {
  const first = await disputed('pm_card_createDisputeProductNotReceived');
  assert.equal(first.dispute.reason, 'product_not_received');
  assert.equal((await answer(first.dispute.id, 'losing_evidence')).status, 'lost');
  const second = await disputed('pm_card_createDispute');
  assert.equal((await stripe.disputes.close(second.dispute.id)).status, 'lost');
  assert.equal((await failure(stripe.disputes.close(second.dispute.id))).statusCode, 400);
  for (const { intentId } of [first, second]) {
    assert.equal((await refusalOf(intentId)).code, 'charge_disputed');
  }
});

test('an inquiry takes no money, and closes when it is answered', async () => {
  const { dispute } = await disputed('pm_card_createDisputeInquiry');
  assert.equal(dispute.status, 'warning_needs_response');
  assert.deepEqual(dispute.balance_transactions, []);
  assert.equal(dispute.is_charge_refundable, true);
  assert.equal((await answer(dispute.id, 'any')).status, 'warning_closed');
});

test('an inquiry stays open when its charge is refunded in part, and closes when it is refunded in full', async () => {
  const { intentId, dispute } = await disputed('pm_card_createDisputeInquiry');
  const status = async () => (await stripe.disputes.retrieve(dispute.id)).status;
  await stripe.refunds.create({ payment_intent: intentId, amount: 4000 });
  assert.equal(await status(), 'warning_needs_response');
  await stripe.refunds.create({ payment_intent: intentId });
  assert.equal(await status(), 'warning_closed');
  await until('the shop has heard', () => typesOf(dispute.id).includes('charge.dispute.closed'));
});
