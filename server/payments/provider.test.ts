import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intentIdOf, openProvider } from '../../tests/fixtures/payments.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { until } from '../../tests/until.ts';

const { shop, till, buyer } = await startShopWithTill();
const provider = openProvider(shop.origin, till);

/** A payment of an amount alone, made or only begun. */
async function begin(card?: string): Promise<string> {
  const { body } = await till.createIntent(buyer, { price: Math.ceil(Math.random() * 100_000) / 100 + 1 });
  if (card) await till.pay(body.clientSecret, card);
  return intentIdOf(body.clientSecret);
}

/** Waits for what is due at the sandbox, which it does when it is called. */
function untilAtStripe(holds: () => Promise<boolean>): Promise<void> {
  return until(async () => {
    await begin();
    return holds();
  });
}

test('a payment is refunded once, and asking again says that it is', async () => {
  const id = await begin('4242424242424242');
  assert.equal(await provider.refund(id, 0), undefined);
  assert.equal(await provider.refund(id, 0), undefined);
  const { data } = await till.stripe.refunds.list({ payment_intent: id });
  assert.equal(data.length, 1);
  assert.equal((await provider.getIntent(id))?.refunded, true);
});

test('what was refunded by hand in part is refunded in full', async () => {
  const id = await begin('4242424242424242');
  await till.stripe.refunds.create({ payment_intent: id, amount: 50 });
  assert.equal((await provider.getIntent(id))?.refunded, false);
  assert.equal(await provider.refund(id, 0), undefined);
  assert.equal((await provider.getIntent(id))?.refunded, true);
});

test('a refund that the bank sent back is made anew', async () => {
  const id = await begin('4000000000005126');
  assert.equal(await provider.refund(id, 0), undefined);
  await till.hastenBanks();
  await untilAtStripe(async () => !(await provider.getIntent(id))?.refunded);
  assert.equal(await provider.refund(id, 0), undefined);
  assert.equal((await till.stripe.refunds.list({ payment_intent: id })).data.length, 2);
});

test('a refund that is refused is asked for anew under the next number, once what was wrong is mended', async () => {
  const id = await begin('4000000000000259');
  const refused = { name: 'ProviderFailure', kind: 'refused' };
  await assert.rejects(provider.refund(id, 0), refused);
  const { data } = await till.stripe.disputes.list({ payment_intent: id });
  await till.stripe.disputes.update(data[0]!.id, { evidence: { uncategorized_text: 'winning_evidence' } });
  await till.hastenBanks();
  await untilAtStripe(async () => (await provider.getDispute(data[0]!.id))?.status === 'won');
  // What Stripe answered stays its answer under that key.
  await assert.rejects(provider.refund(id, 0), refused);
  assert.equal(await provider.refund(id, 1), undefined);
});

test('a dispute is read with what the bank has taken', async () => {
  const id = await begin('4000000000000259');
  const intent = (await provider.getIntent(id))!;
  const [disputeId] = await provider.listDisputes(Math.floor(Date.now() / 1000) - 60);
  const dispute = (await provider.getDispute(disputeId!))!;
  assert.equal(dispute.intentId, id);
  assert.equal(dispute.status, 'needs_response');
  assert.equal(dispute.withdrawnCents, intent.amountCents);
  assert.ok(dispute.dueAt! > dispute.openedAt);
  assert.equal(await provider.getDispute('du_nobody'), undefined);
});

test('an id that would lead to another path of Stripe is of nobody', async () => {
  for (const id of ['.', '..', '../refunds', '', 'pi_x?expand=x', 'x'.repeat(256)]) {
    assert.equal(await provider.getIntent(id), undefined, id);
    assert.equal(await provider.getDispute(id), undefined, id);
    await assert.rejects(provider.cancelIntent(id), { name: 'UnknownId' }, id);
  }
});

test('an intent that nobody knows is none, and one that was paid is not cancelled', async () => {
  assert.equal(await provider.getIntent('pi_nobody'), undefined);
  const id = await begin('4242424242424242');
  assert.equal((await provider.cancelIntent(id)).status, 'succeeded');
  assert.equal((await provider.cancelIntent(await begin())).status, 'canceled');
});
