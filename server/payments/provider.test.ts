import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Person, startTestShop, type TestShop } from '../testing.ts';
import type { PaymentProvider } from './provider.ts';
import { intentIdOf, openProvider, openTill, type Till } from './testing.ts';

let shop: TestShop;
let till: Till;
let buyer: Person;
let provider: PaymentProvider;
before(async () => {
  shop = await startTestShop();
  till = await openTill(shop);
  buyer = await shop.signUp();
  provider = openProvider(shop.origin, till);
});
after(() => shop.close());

/** A payment of an amount alone, made or only begun. */
async function begin(card?: string): Promise<string> {
  const { body } = await till.createIntent(buyer, { price: Math.ceil(Math.random() * 100_000) / 100 + 1 });
  if (card) await till.pay(body.clientSecret, card);
  return intentIdOf(body.clientSecret);
}

test('a payment is refunded once, and asking again says that it is', async () => {
  const id = await begin('4242424242424242');
  assert.equal(await provider.refund(id), true);
  assert.equal(await provider.refund(id), true);
  const { data } = await till.stripe.refunds.list({ payment_intent: id });
  assert.equal(data.length, 1);
  assert.equal((await provider.getIntent(id))?.refunded, true);
});

test('what was refunded by hand in part is refunded in full', async () => {
  const id = await begin('4242424242424242');
  await till.stripe.refunds.create({ payment_intent: id, amount: 50 });
  assert.equal((await provider.getIntent(id))?.refunded, false);
  assert.equal(await provider.refund(id), true);
  assert.equal((await provider.getIntent(id))?.refunded, true);
});

test('a refund that the bank sent back is made anew', async () => {
  const id = await begin('4000000000005126');
  assert.equal(await provider.refund(id), true);
  await shop.database.pool.query('update sandbox_stripe.later set at = now()');
  while ((await provider.getIntent(id))?.refunded) await begin();
  assert.equal(await provider.refund(id), true);
  assert.equal((await till.stripe.refunds.list({ payment_intent: id })).data.length, 2);
});

test('an intent that nobody knows is none, and one that was paid is not cancelled', async () => {
  assert.equal(await provider.getIntent('pi_nobody'), undefined);
  const id = await begin('4242424242424242');
  assert.equal((await provider.cancelIntent(id)).status, 'succeeded');
  assert.equal((await provider.cancelIntent(await begin())).status, 'canceled');
});
