import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openProvider } from '../../tests/fixtures/payments.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { until } from '../../tests/until.ts';
import { WEBHOOK } from '../log/queries.ts';
import { Catalogue } from '../products/catalogue.ts';
import { paymentMails } from './mail-words.ts';
import { paymentStates } from './states.ts';
import { takeIn } from './take-in.ts';

const { shop, till, admin } = await startShopWithTill();
const { token } = admin;
const { database } = shop;
const provider = openProvider(shop.origin, till);
const context = { database, catalogue: new Catalogue(database), provider };

test('a refund that the bank sends back and that is made again is told to its buyer as that of the order, and counted once', async () => {
  const buyer = await shop.signUp();
  const count = paymentStates(shop.database.db);
  const { id, intentId } = await till.payOrder(buyer, '4000000000005126');
  await shop.call(`POST /orders/${id}/refund`, { token, body: { reason: 'Recalled' } });
  const { refunded, refused } = await count();
  assert.deepEqual({ refunded, refused }, { refunded: 1, refused: 0 });

  await till.hastenBanks();
  await till.begin(buyer);
  await until(async () => (await count()).refused === 1);
  assert.equal((await count()).refunded, 0);

  const [payment] = (await shop.call(`GET /orders/${id}/payments`, { token })).body;
  const retried = await shop.call(`POST /payments/${payment._id}/refund`, { token });
  assert.deepEqual(retried.body, { modifiedCount: 1 });
  assert.equal((await count()).refunded, 1);
  const { rows } = await shop.database.pool.query(
    "select kind, facts from mails where recipient = $1 and kind like '%refunded' order by id",
    [buyer.email],
  );
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['order_refunded', 'order_refunded'],
  );
  const { paragraphs, details } = paymentMails.order_refunded.letter(rows[1].facts, shop.origin, 'UTC');
  assert.match(paragraphs[0]!, /^All \$1,999\.00 of this order have gone back/);
  const { Reason, Transaction } = Object.fromEntries(details);
  assert.deepEqual([Reason, Transaction], ["The buyer's bank sent the refund back.", intentId]);
});

/** The state of an order's payment, as staff see it. */
async function stateOf(id: string): Promise<string> {
  return (await shop.call(`GET /orders/${id}/payments`, { token })).body[0].state;
}

/** Takes a payment in by what the provider said of it before `then` happened. */
async function takeInLate(intentId: string, then: () => Promise<void>): Promise<void> {
  let isLate = true;
  const late = {
    ...provider,
    async getIntent(one: string) {
      const intent = await provider.getIntent(one);
      if (isLate) await then();
      isLate = false;
      return intent;
    },
  };
  await takeIn({ ...context, provider: late }, intentId, WEBHOOK);
}

test('what was fetched before the bank sent a refund back does not go over it', async () => {
  const buyer = await shop.signUp();
  const { id, intentId } = await till.payOrder(buyer, '4000000000005126');
  await shop.call(`POST /orders/${id}/refund`, { token, body: { reason: 'Recalled' } });
  await takeInLate(intentId, async () => {
    await till.hastenBanks();
    await till.begin(buyer);
    await until(async () => (await stateOf(id)) === 'refused');
  });
  assert.equal(await stateOf(id), 'refused');
});

test('nor does it when the refund was made at the provider, and taken in meanwhile', async () => {
  const buyer = await shop.signUp();
  const { id, intentId } = await till.payOrder(buyer, '4000000000005126');
  await till.addFault({ event: '*', effect: 'lose', times: '1000' });
  const refund = await till.stripe.refunds.create({ payment_intent: intentId });
  await takeInLate(intentId, async () => {
    await takeIn(context, intentId, WEBHOOK);
    assert.equal(await stateOf(id), 'refunded');
    await till.hastenBanks();
    await until(async () => (await till.stripe.refunds.retrieve(refund.id)).status === 'failed');
    await takeIn(context, intentId, WEBHOOK);
    assert.equal(await stateOf(id), 'refused');
  });
  await till.clearFaults();
  assert.equal(await stateOf(id), 'refused');
  const { rows } = await database.pool.query(
    "select kind from events where facts->>'intentId' = $1 and kind ~ 'refund' order by id",
    [intentId],
  );
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['refund_refused'],
  );
});
