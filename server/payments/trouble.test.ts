import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { intentIdOf, openProvider } from '../../tests/fixtures/payments.ts';
import { addProduct, callerOf, place } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { until } from '../../tests/until.ts';
import { WEBHOOK } from '../log/queries.ts';
import { Catalogue } from '../products/catalogue.ts';
import { takeIn } from './take-in.ts';

const { shop, till, admin, buyer } = await startShopWithTill();

const read = async (id: string) => (await shop.call(`GET /orders/${id}`, { token: buyer.token })).body;
const historyOf = async (id: string): Promise<string[]> => {
  const { body } = await shop.call(`GET /events?order=${id}`, { token: admin.token });
  return body.map(({ kind }: { kind: string }) => kind).reverse();
};
const moneyOf = async (intentId: string) => {
  const intent = await till.stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
  const charge = intent.latest_charge as { amount: number; amount_refunded: number } | null;
  return { status: intent.status, captured: charge?.amount ?? 0, refunded: charge?.amount_refunded ?? 0 };
};
/** Ends an order's hold as if its time had passed. */
const endHold = (id: string) =>
  shop.database.pool.query(
    "update purchases set held_until = now() - interval '1 second' where id = (select purchase_id from orders where id = $1)",
    [id],
  );
/** Makes the shop compare every open payment now, however recently it did. */
const runJobs = async () => {
  await shop.database.pool.query("update payments set checked_at = now() - interval '1 hour'");
  await shop.runJobs();
};

const begin = () => till.begin(buyer);

describe('the hold', () => {
  test('gives the stock back when it ends, once, and the order stays unpaid', async () => {
    const before = await till.stock();
    const { id } = await till.place(buyer);
    await endHold(id);
    await Promise.all([shop.runJobs(), shop.runJobs()]);
    assert.equal(await till.stock(), before);
    const order = await read(id);
    assert.equal(order.paid, false);
    assert.equal(order.heldUntil, null);
    assert.deepEqual(await historyOf(id), ['order_placed', 'hold_ended']);
  });

  test('is renewed when the late buyer comes to pay', async () => {
    const { id, total } = await till.place(buyer);
    await endHold(id);
    await shop.runJobs();
    const before = await till.stock();
    const { status } = await till.createIntent(buyer, { price: total, orderId: id });
    assert.equal(status, 200);
    assert.equal(await till.stock(), before - 100);
    assert.ok(Date.parse((await read(id)).heldUntil) > Date.now());
  });

  test('is refused to the late buyer when the parts are gone', async () => {
    const { id, total } = await till.place(buyer);
    await endHold(id);
    await shop.runJobs();
    const route = `PATCH /products/${till.product._id}`;
    await shop.call(route, { token: admin.token, body: { available: 99 } });
    const answer = await till.createIntent(buyer, { price: total, orderId: id });
    assert.equal(answer.status, 409);
    assert.equal(answer.body.code, 'stock_gone');
    await shop.call(route, { token: admin.token, body: { available: 100_000 } });
  });

  test('ends while the buyer is paying: the parts are taken again', async () => {
    const { id, secret } = await begin();
    await endHold(id);
    await shop.runJobs();
    const before = await till.stock();
    await till.pay(secret);
    await until(async () => (await read(id)).paid);
    await until(async () => (await till.stock()) === before - 100);
  });

  test('ends while the buyer is paying, and the parts are sold: the money goes back once', async () => {
    const { id, secret, intentId } = await begin();
    await endHold(id);
    await shop.runJobs();
    const route = `PATCH /products/${till.product._id}`;
    await shop.call(route, { token: admin.token, body: { available: 99 } });
    await till.pay(secret);
    const answer = await till.settle(buyer, id, intentId);
    assert.equal(answer.status, 409);
    await Promise.all([runJobs(), runJobs()]);
    await until(async () => (await moneyOf(intentId)).refunded > 0);
    const { captured, refunded } = await moneyOf(intentId);
    assert.equal(captured, refunded);
    assert.equal((await read(id)).paid, false);
    await until(async () => (await historyOf(id)).includes('payment_refunded'));
    assert.equal((await historyOf(id)).filter((kind) => kind === 'refund_due').length, 1);
    assert.equal((await till.stripe.refunds.list({ payment_intent: intentId })).data.length, 1);
    await shop.call(route, { token: admin.token, body: { available: 100_000 } });
  });
});

describe('reconciliation', () => {
  test('finds what was paid when neither browser nor webhook told', async () => {
    // Before it begins: an event of the beginning that comes late would find it paid.
    await till.addFault({ event: '*', effect: 'lose', times: '20' });
    const { id, secret } = await begin();
    await till.pay(secret);
    assert.equal((await read(id)).paid, false);
    await runJobs();
    assert.equal((await read(id)).paid, true);
    const { body } = await shop.call(`GET /orders/${id}/history`, { token: buyer.token });
    assert.equal(body.at(-1).who, 'reconciliation');
  });

  test('finds what was refunded at the provider itself, and the stock goes back', async () => {
    const { id, secret, intentId } = await begin();
    await till.pay(secret);
    await till.settle(buyer, id, intentId);
    const before = await till.stock();
    await till.addFault({ event: '*', effect: 'lose', times: '20' });
    await till.stripe.refunds.create({ payment_intent: intentId });
    await runJobs();
    assert.equal(await till.stock(), before + 100);
    assert.deepEqual((await historyOf(id)).slice(-1), ['order_refunded']);
    await runJobs();
    assert.equal(await till.stock(), before + 100);
  });

  test('cancels what is still open for a paid order', async () => {
    const { id, total, secret, intentId } = await begin();
    const other = await till.createIntent(buyer, { price: total });
    await till.pay(other.body.clientSecret);
    // Settling cancels it, too, and cannot this time.
    const path = `/v1/payment_intents/${intentId}/cancel`;
    await till.addFault({ path, effect: 'error', status: '500', times: '2' });
    assert.equal((await till.settle(buyer, id, intentIdOf(other.body.clientSecret))).status, 200);
    assert.equal((await moneyOf(intentId)).status, 'requires_payment_method');
    await till.clearFaults();
    await runJobs();
    assert.equal((await moneyOf(intentId)).status, 'canceled');
    assert.equal((await till.pay(secret)).body.error?.code, 'payment_intent_unexpected_state');
  });

  test('an order paid twice is charged once', async () => {
    const { id, total, secret, intentId } = await begin();
    const other = await till.createIntent(buyer, { price: total });
    await till.addFault({ event: '*', effect: 'hold', times: '20' });
    await till.pay(other.body.clientSecret);
    await till.pay(secret);
    const settled = await Promise.all([
      till.settle(buyer, id, intentIdOf(other.body.clientSecret)),
      till.settle(buyer, id, intentId),
    ]);
    assert.deepEqual(settled.map(({ status }) => status).sort(), [200, 409]);
    await till.clearFaults();
    const intents = [intentId, intentIdOf(other.body.clientSecret)];
    await until(async () => {
      await runJobs();
      const money = await Promise.all(intents.map(moneyOf));
      return money.some(({ refunded }) => refunded > 0);
    });
    const [a, b] = await Promise.all(intents.map(moneyOf));
    assert.equal(a!.captured + b!.captured - a!.refunded - b!.refunded, Math.round(total * 100));
  });

  test('refunds what no order has claimed within 60 minutes, and nothing earlier', async () => {
    const { body } = await till.createIntent(buyer, { price: 12.34 });
    const intentId = intentIdOf(body.clientSecret);
    await till.pay(body.clientSecret);
    const ageBy = (minutes: number) =>
      shop.database.pool.query(
        'update payments set created_at = now() - make_interval(mins => $1) where intent_id = $2',
        [minutes, intentId],
      );
    await ageBy(59);
    await runJobs();
    assert.equal((await moneyOf(intentId)).refunded, 0);
    await ageBy(60);
    await runJobs();
    assert.equal((await moneyOf(intentId)).refunded, 1234);
  });

  test('a refund that fails at first is tried until it is confirmed, and made once', async () => {
    // Before it begins: an event of the payment that comes late would find the refund made.
    await till.addFault({ event: '*', effect: 'hold', times: '20' });
    const { id, secret, intentId } = await begin();
    await till.pay(secret);
    await till.settle(buyer, id, intentId);
    await till.addFault({ method: 'POST', path: '/v1/refunds', effect: 'error', when: 'after', times: '4' });
    const refund = () =>
      shop.call(`POST /orders/${id}/refund`, { token: admin.token, body: { reason: 'Recalled' } });
    assert.equal((await refund()).status, 503);
    const again = await refund();
    // The shop's own jobs may have found the refund made by now.
    assert.equal(again.status, 409);
    assert.match(again.body.code, /^(being|already)_refunded$/);
    await till.clearFaults();
    await shop.database.pool.query('update payments set refund_next_at = now()');
    await runJobs();
    // A job or an event that has just locked the payment makes the job above pass it by.
    await until(async () => (await historyOf(id)).includes('order_refunded'));
    const { captured, refunded } = await moneyOf(intentId);
    assert.equal(captured, refunded);
    assert.equal((await till.stripe.refunds.list({ payment_intent: intentId })).data.length, 1);
    assert.deepEqual((await historyOf(id)).slice(-2), ['refund_due', 'order_refunded']);
  });
});

test('a refund that an event tells of before its answer is told as by the admin who asked, with their reason', async () => {
  const { id } = await till.payOrder(buyer);
  // The refund is made, its answer and that to the SDK's second try are lost.
  await till.addFault({ method: 'POST', path: '/v1/refunds', effect: 'error', when: 'after', times: '2' });
  const body = { reason: 'Recalled' };
  assert.equal((await shop.call(`POST /orders/${id}/refund`, { token: admin.token, body })).status, 503);
  await until(async () => (await historyOf(id)).includes('order_refunded'));
  const { body: events } = await shop.call(`GET /events?order=${id}&kind=order_refunded`, {
    token: admin.token,
  });
  assert.deepEqual([events[0].who, events[0].why], [admin.email, 'Recalled']);
});

test('a refund is made at once although an event of its payment is being taken in', async () => {
  // The provider's own events would queue up, too.
  await till.addFault({ event: '*', effect: 'hold', times: '20' });
  const { id, secret, intentId } = await begin();
  await till.pay(secret);
  await till.settle(buyer, id, intentId);
  const { database } = shop;
  const hold = async (statement: string) => {
    const client = await database.pool.connect();
    await client.query('begin');
    const locked = client.query(statement);
    return { locked, end: () => client.query('commit').then(() => client.release()) };
  };
  const lock = () => hold(`select from payments where intent_id = '${intentId}' for update`);
  // One event before the refund and one right behind it, each in the middle of its transaction.
  const first = await lock();
  await first.locked;
  const refund = shop.call(`POST /orders/${id}/refund`, { token: admin.token, body: { reason: 'Recalled' } });
  await database.untilWaiting(1);
  const second = await lock();
  await database.untilWaiting(2);
  // Stripe answers nothing until the second has its lock: PostgreSQL would give it to whoever comes first.
  const stripe = await hold('lock table sandbox_stripe.faults in exclusive mode');
  await stripe.locked;
  await first.end();
  await second.locked;
  await stripe.end();
  const refunds = () => till.stripe.refunds.list({ payment_intent: intentId });
  await until(async () => (await refunds()).data.length === 1);
  // The refund is noted and made; what its answer brings waits for the second.
  await database.untilWaiting(1);
  await second.end();
  const { status, body } = await refund;
  assert.deepEqual([status, body], [200, { modifiedCount: 1 }]);
});

describe('a refund that the bank sends back', () => {
  /** A refunded order whose refund was taken by the provider, and then sent back. */
  async function refundAndReturn(): Promise<{ id: string; intentId: string }> {
    const { id, secret, intentId } = await begin();
    await till.pay(secret, '4000000000005126');
    await till.settle(buyer, id, intentId);
    const body = { reason: 'Recalled' };
    const { status } = await shop.call(`POST /orders/${id}/refund`, { token: admin.token, body });
    assert.equal(status, 200);
    await till.hastenBanks();
    await begin();
    await until(async () => (await moneyOf(intentId)).refunded === 0);
    return { id, intentId };
  }

  test('is found by reconciliation when no webhook told', async () => {
    // Any of them, also one of the payment that comes late, has the shop look at the payment.
    await till.addFault({ event: '*', effect: 'lose', times: '100' });
    const { id } = await refundAndReturn();
    await shop.runJobs();
    assert.equal((await historyOf(id)).at(-1), 'order_refunded', 'nobody looks before a day has passed');
    await shop.database.pool.query("update payments set checked_at = now() - interval '25 hours'");
    await shop.runJobs();
    assert.ok((await historyOf(id)).includes('refund_refused'));
  });

  test('is not inferred from a payment that was read before its refund', async () => {
    const { id, secret, intentId } = await begin();
    await till.pay(secret);
    await till.settle(buyer, id, intentId);
    const provider = openProvider(shop.origin, till);
    const overtaken = {
      ...provider,
      async getIntent(intentId: string) {
        const intent = await provider.getIntent(intentId);
        const body = { reason: 'Recalled' };
        const { status } = await shop.call(`POST /orders/${id}/refund`, { token: admin.token, body });
        assert.equal(status, 200);
        return intent;
      },
    };
    const catalogue = new Catalogue(shop.database);
    await takeIn({ database: shop.database, catalogue, provider: overtaken }, intentId, WEBHOOK);
    assert.deepEqual((await historyOf(id)).slice(-2), ['refund_due', 'order_refunded']);
  });
});

describe('the provider in trouble', () => {
  test('an order whose first payment the shop does not remember can be paid after one of its lines was deleted', async () => {
    const { database } = shop;
    const products = await Promise.all([addProduct(database, 100), addProduct(database, 100)]);
    const { insertedId: id, purchaseId } = await place(
      database,
      await callerOf(database, buyer),
      products.map((product) => [product, 100]),
    );
    // Stripe makes the payment; the answers to the SDK's tries and the event are lost.
    await till.addFault({ event: '*', effect: 'lose', times: '20' });
    await till.addFault({ method: 'POST', path: '/v1/payment_intents', when: 'after', times: '20' });
    assert.equal((await till.createIntent(buyer, { price: 500, orderId: id })).status, 503);
    await till.clearFaults();
    const { rows } = await database.pool.query('select id from orders where purchase_id = $1 and id <> $2', [
      ...[purchaseId, id],
    ]);
    const deleted = await shop.call(`DELETE /orders/${rows[0].id}`, { token: buyer.token });
    assert.deepEqual(deleted.body, { deletedCount: 1 });
    assert.equal((await till.createIntent(buyer, { price: 250, orderId: id })).status, 200);
  });

  for (const [name, fault] of [
    ['answers 500', { effect: 'error', status: '500' }],
    ['answers 429', { effect: 'error', status: '429' }],
    ['hangs up', { effect: 'drop' }],
  ] as const) {
    test(`${name}: 503 with a clear word, the shop goes on, and all ends well`, async () => {
      const { id, total } = await till.place(buyer);
      await till.addFault({ path: '/v1/payment_intents', times: '50', ...fault });
      const refused = await till.createIntent(buyer, { price: total, orderId: id });
      assert.equal(refused.status, 503);
      assert.equal(refused.body.code, 'payment_provider_down');
      assert.equal((await shop.call('GET /products')).status, 200);
      assert.equal((await till.settle(buyer, id, 'pi_x')).status, 503);
      assert.equal((await read(id)).paid, false);
      await till.clearFaults();
      const { body } = await till.createIntent(buyer, { price: total, orderId: id });
      await till.pay(body.clientSecret);
      assert.equal((await till.settle(buyer, id, intentIdOf(body.clientSecret))).status, 200);
    });
  }

  test('an answer lost after the effect makes one intent', async () => {
    const { id, total } = await till.place(buyer);
    await till.addFault({
      method: 'POST',
      path: '/v1/payment_intents',
      effect: 'error',
      when: 'after',
      times: '2',
    });
    await till.createIntent(buyer, { price: total, orderId: id });
    await till.clearFaults();
    const { body } = await till.createIntent(buyer, { price: total, orderId: id });
    const { data } = await till.stripe.paymentIntents.list({ limit: 100 });
    const { body: order } = await shop.call(`GET /orders/${id}`, { token: buyer.token });
    assert.equal(data.filter((intent) => intent.metadata.purchase_id === order.purchaseId).length, 1);
    assert.ok(body.clientSecret);
  });
});

describe('webhooks', () => {
  /** Lets no event of the provider be noted down while `work` runs. */
  async function withoutRecords(work: () => Promise<void>): Promise<void> {
    const { pool } = shop.database;
    await pool.query('alter table provider_events add constraint refuse_all check (false) not valid');
    try {
      await work();
    } finally {
      await pool.query('alter table provider_events drop constraint refuse_all');
    }
  }
  const isRecorded = async (intentId: string, type: string) => {
    const found = await shop.database.pool.query(
      'select from provider_events where intent_id = $1 and type = $2',
      [intentId, type],
    );
    return found.rowCount === 1;
  };
  const stateOf = async (intentId: string) =>
    (await shop.database.pool.query('select state from payments where intent_id = $1', [intentId])).rows[0]
      .state;

  test('have their effect and their record in one transaction: both, or neither and the event comes again', async () => {
    const paid = await begin();
    const canceled = await begin();
    const refunded = await begin();
    await till.pay(refunded.secret);
    await until(() => isRecorded(refunded.intentId, 'payment_intent.succeeded'));
    await withoutRecords(async () => {
      await till.pay(paid.secret);
      await till.stripe.paymentIntents.cancel(canceled.intentId);
      await till.stripe.refunds.create({ payment_intent: refunded.intentId });
      await until(async () => {
        const { rows } = await shop.database.pool.query(
          `select distinct o.body->>'type' as type from sandbox_stripe.deliveries d
           join sandbox_stripe.objects o on o.id = d.event where d.done_at is null and d.outcome = '500'`,
        );
        const types = rows.map(({ type }) => type);
        return ['payment_intent.succeeded', 'payment_intent.canceled', 'charge.refunded'].every((type) =>
          types.includes(type),
        );
      });
    });
    assert.deepEqual(await Promise.all([paid, canceled, refunded].map(({ intentId }) => stateOf(intentId))), [
      'open',
      'open',
      'succeeded',
    ]);
    await shop.database.pool.query(
      'update sandbox_stripe.deliveries set next_at = now() where done_at is null',
    );
    await begin();
    await until(() => isRecorded(paid.intentId, 'payment_intent.succeeded'));
    await until(() => isRecorded(canceled.intentId, 'payment_intent.canceled'));
    await until(() => isRecorded(refunded.intentId, 'charge.refunded'));
    assert.deepEqual(await Promise.all([paid, canceled, refunded].map(({ intentId }) => stateOf(intentId))), [
      'succeeded',
      'canceled',
      'refunded',
    ]);
  });

  test('late, twice and in the wrong order change nothing but what is true', async () => {
    await till.addFault({ event: '*', effect: 'duplicate', times: '20' });
    await till.addFault({ event: '*', effect: 'reorder', times: '3' });
    const { id, secret } = await begin();
    await till.pay(secret, '4000000000000002');
    await till.pay(secret);
    await till.clearFaults();
    await until(async () => (await read(id)).paid);
    assert.equal((await historyOf(id)).filter((kind) => kind === 'order_paid').length, 1);
  });
});

describe('what fails for one payment', () => {
  /** Lets no change of this payment's state be written. */
  async function refuse(intentId: string): Promise<void> {
    await shop.database.pool.query(`
      create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$;
      create trigger refuse before update on payments for each row
        when (old.intent_id = '${intentId}' and new.state <> old.state) execute function refuse()`);
  }
  const allow = () => shop.database.pool.query('drop trigger refuse on payments');
  const isPaid = async (id: string) => (await read(id)).paid;

  test('does not keep others from being compared', async () => {
    await till.addFault({ event: '*', effect: 'lose', times: '100' });
    const [bad, good] = [await begin(), await begin()];
    for (const { secret } of [bad, good]) await till.pay(secret);
    await refuse(bad.intentId);
    await assert.rejects(runJobs(), /not this one/);
    await allow();
    assert.deepEqual([await isPaid(bad.id), await isPaid(good.id)], [false, true]);
    await runJobs();
    assert.equal(await isPaid(bad.id), true);
  });

  test('does not keep the refunds of others back, and an outage is tried with one of them', async () => {
    const orders = [await till.payOrder(buyer), await till.payOrder(buyer)];
    await till.addFault({ event: '*', effect: 'lose', times: '100' });
    await till.addFault({
      method: 'POST',
      path: '/v1/refunds',
      effect: 'error',
      status: '500',
      times: '100',
    });
    const body = { reason: 'Recalled' };
    for (const { id } of orders)
      assert.equal((await shop.call(`POST /orders/${id}/refund`, { token: admin.token, body })).status, 503);
    const dueNow = () =>
      shop.database.pool.query("update payments set refund_next_at = now() where state = 'refunding'");
    const due = async () =>
      (
        await shop.database.pool.query(
          'select intent_id as id, refund_next_at <= now() as "isDue" from payments where state = \'refunding\' order by 1',
        )
      ).rows;
    // The one behind the first is due at once; tried again where the shop's own job came in between.
    await until(async () => {
      await dueNow();
      await assert.rejects(shop.runJobs());
      return (await due()).some(({ isDue }) => isDue);
    });
    const [{ id: bad }] = await due();
    await refuse(bad);
    await till.clearFaults();
    await dueNow();
    // It throws, unless the shop's own job was faster.
    await shop.runJobs().catch(() => {});
    await until(async () => (await due()).length === 1);
    await allow();
    assert.deepEqual(
      (await due()).map(({ id }) => id),
      [bad],
    );
    await dueNow();
    await shop.runJobs();
    assert.deepEqual(await due(), []);
  });
});
