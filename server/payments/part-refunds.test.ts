import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openProvider } from '../../tests/fixtures/payments.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { until } from '../../tests/until.ts';
import { WEBHOOK } from '../log/queries.ts';
import { audit } from '../ops/audit/audit.ts';
import { Catalogue } from '../products/catalogue.ts';
import { paymentMails } from './mail-words.ts';
import { takeIn } from './take-in.ts';

const { shop, till, admin, buyer } = await startShopWithTill();

const payOrder = (card?: string) => till.payOrder(buyer, card);
const context = () => ({
  database: shop.database,
  catalogue: new Catalogue(shop.database),
  provider: openProvider(shop.origin, till),
});
const refundPart = (intentId: string, amount: number) =>
  till.stripe.refunds.create({ payment_intent: intentId, amount });
const loseEvents = () => till.addFault({ event: '*', effect: 'lose', times: '50' });
const read = async (id: string) => (await shop.call(`GET /orders/${id}`, { token: buyer.token })).body;
const partsOf = async (id: string) => {
  const { body } = await shop.call(`GET /orders/${id}/history`, { token: buyer.token });
  return body.filter(({ what }: { what: string }) => what === 'Refunded in part');
};

test('a part that is refunded at Stripe shows on the order, and its stock stays sold', async () => {
  const { id, intentId, total } = await payOrder();
  assert.equal((await read(id)).refunded, 0);
  const stock = await till.stock();
  await refundPart(intentId, 12_000);
  await until(async () => (await read(id)).refunded === 120);
  await refundPart(intentId, 3_050);
  await until(async () => (await read(id)).refunded === 150.5);
  assert.equal((await read(id)).refundedAt, undefined);
  assert.equal(await till.stock(), stock);
  const [first] = await partsOf(id);
  assert.equal(first.why, `$120.00 of $1,999.00 refunded. Payment ${intentId}`);
  const listed = await shop.call(`GET /orders?email=${buyer.email}`, { token: buyer.token });
  assert.equal(listed.body.find((one: { _id: string }) => one._id === id).refunded, 150.5);
  const csv = await shop.call('GET /orders', { token: admin.token, headers: { accept: 'text/csv' } });
  const [header, ...rows] = csv.body.split('\r\n').map((line: string) => line.split(','));
  assert.equal(rows.find(([first]: string[]) => first === id)[header.indexOf('refunded')], '150.5');

  const rest = await shop.call(`POST /orders/${id}/refund`, {
    token: admin.token,
    body: { reason: 'Recalled' },
  });
  assert.deepEqual(rest.body, { modifiedCount: 1 });
  assert.equal((await read(id)).refunded, total);
  assert.equal(await till.stock(), stock + 100);
  const { body: history } = await shop.call(`GET /orders/${id}/history`, { token: buyer.token });
  assert.equal(history.at(-1).why, 'Recalled. The last $1,848.50.');
  const mails = await shop.database.pool.query("select facts from mails where kind = 'order_refunded'");
  const { paragraphs } = paymentMails.order_refunded.letter(mails.rows[0].facts, shop.origin, 'UTC');
  assert.match(paragraphs[0]!, /^All \$1,999\.00 .* the last \$1,848\.50 now\. /);
});

test('reconciliation finds a part that no webhook told of, once', async () => {
  const { id, intentId } = await payOrder();
  await loseEvents();
  await refundPart(intentId, 5_000);
  await shop.runJobs();
  assert.equal((await read(id)).refunded, 50);
  await shop.runJobs();
  assert.equal((await partsOf(id)).length, 1);
});

test('what was fetched before another part went back does not go over it', async () => {
  // Before it is paid: an event of the payment that comes late would find the first part.
  await loseEvents();
  const { id, intentId } = await payOrder();
  await refundPart(intentId, 1_000);
  const { provider } = context();
  const slow = {
    ...provider,
    async getIntent(one: string) {
      const intent = await provider.getIntent(one);
      await refundPart(intentId, 1_000);
      await takeIn(context(), intentId, WEBHOOK);
      return intent;
    },
  };
  await takeIn({ ...context(), provider: slow }, intentId, WEBHOOK);
  assert.equal((await read(id)).refunded, 20);
});

test('a part that the bank sends back is told as that, also long after the payment', async () => {
  const { id, intentId } = await payOrder('4000000000005126');
  const { pool } = shop.database;
  await loseEvents();
  await refundPart(intentId, 5_000);
  await takeIn(context(), intentId, WEBHOOK);
  assert.equal((await read(id)).refunded, 50);
  // The payment was made a year ago, and the part went back two days ago.
  await pool.query(
    `update payments set settled_at = now() - interval '1 year', checked_at = now() - interval '2 days'
     where intent_id = $1`,
    [intentId],
  );
  await till.hastenBanks();
  await until(async () => {
    const { data } = await till.stripe.refunds.list({ payment_intent: intentId });
    return data[0]?.status === 'failed';
  });
  await shop.runJobs();
  assert.equal((await read(id)).refunded, 0);
  const { body } = await shop.call(`GET /orders/${id}/history`, { token: buyer.token });
  const last = body.at(-1);
  assert.deepEqual(
    [last.what, last.why],
    [
      'Part of a refund was sent back by the bank',
      `$50.00 came back. $0.00 of $1,999.00 refunded. Payment ${intentId}`,
    ],
  );
});

test('a part that went back is looked at for 60 days from then on', async () => {
  const { intentId } = await payOrder();
  const { pool } = shop.database;
  await loseEvents();
  await refundPart(intentId, 5_000);
  await takeIn(context(), intentId, WEBHOOK);
  for (const [days, isOver] of [
    [59, false],
    [61, true],
  ] as const) {
    await pool.query(
      `update payments set settled_at = now() - interval '1 year', checked_at = now() - interval '2 days',
         refunded_changed_at = now() - make_interval(days => $2) where intent_id = $1`,
      [intentId, days],
    );
    await shop.runJobs();
    const { rows } = await pool.query(
      "select checked_at = 'infinity' as over from payments where intent_id = $1",
      [intentId],
    );
    assert.deepEqual(rows, [{ over: isOver }], `${days} days`);
  }
});

test('a last look that an outage stops, or that fails by itself, is made again', async () => {
  const { id, intentId } = await payOrder('4000000000005126');
  const { pool } = shop.database;
  await loseEvents();
  await refundPart(intentId, 5_000);
  await takeIn(context(), intentId, WEBHOOK);
  await till.hastenBanks();
  await until(async () => {
    const { data } = await till.stripe.refunds.list({ payment_intent: intentId });
    return data[0]?.status === 'failed';
  });
  const aDayLater = () =>
    pool.query(
      `update payments set checked_at = now() - interval '2 days', refunded_changed_at = now() - interval '61 days'
       where intent_id = $1`,
      [intentId],
    );
  for (const status of ['500', '400']) {
    await aDayLater();
    await till.addFault({ path: `/v1/payment_intents/${intentId}`, status, times: '2' });
    await assert.rejects(shop.runJobs());
    await till.clearFaults();
    await loseEvents();
  }
  // Later than a day after it.
  await pool.query(`update payments set checked_at = checked_at - interval '2 days' where intent_id = $1`, [
    intentId,
  ]);
  await shop.runJobs();
  assert.equal((await read(id)).refunded, 0);
});

test('no more goes back than was paid, whatever writes it', async () => {
  const { intentId } = await payOrder();
  for (const cents of [-1, 199_901]) {
    await assert.rejects(
      shop.database.pool.query('update payments set refunded_cents = $1 where intent_id = $2', [
        cents,
        intentId,
      ]),
      { constraint: 'payments_refunded_cents' },
    );
  }
});

test('the audit finds a payment whose refunded amount does not fit its state', async () => {
  const { intentId } = await payOrder();
  const write = (cents: number) =>
    shop.database.pool.query('update payments set refunded_cents = $1 where intent_id = $2', [
      cents,
      intentId,
    ]);
  await write(199_900);
  const { faults } = await audit(shop.database.db);
  assert.equal(faults.length, 2, faults.join('\n'));
  assert.match(faults[0]!, /^0 cents of purchase .* are credited, and 199900 have gone back/);
  assert.equal(faults[1], `all of payment ${intentId} has gone back, but it is succeeded`);
  await write(0);
});
