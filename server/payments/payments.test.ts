import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Stripe from 'stripe';
import { actFor, openCompany, idOf as userIdOf } from '../../tests/fixtures/companies.ts';
import { intentIdOf as idOf, openProvider } from '../../tests/fixtures/payments.ts';
import { callerOf } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import type { TestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';
import { Catalogue } from '../products/catalogue.ts';
import { findPurchaseOf } from '../purchases/queries.ts';
import { refundPurchase, retryRefund } from './ask-refund.ts';

const { shop, till, admin, buyer } = await startShopWithTill();

const placeOrder = (person = buyer) => till.place(person);
const createIntent = (body: object, person = buyer) => till.createIntent(person, body);
const pay = (clientSecret: string, number?: string) => till.pay(clientSecret, number);
const settle = (orderId: string, transactionId: string, person = buyer) =>
  till.settle(person, orderId, transactionId);
const read = async (orderId: string) =>
  (await shop.call(`GET /orders/${orderId}`, { token: buyer.token })).body;

describe('paying an order', () => {
  test('[S7.11, S7.10, S4.4, S3.2] from intent over card to paid, and a repeat changes nothing', async () => {
    const { id, total } = await placeOrder();
    const { body, status } = await createIntent({ price: total, orderId: id });
    assert.equal(status, 200);
    const paid = await pay(body.clientSecret);
    assert.equal(paid.body.status, 'succeeded');
    assert.equal(paid.body.amount, Math.round(total * 100));
    // With an address, Stripe in live mode would send a mail besides the shop's.
    const intent = await till.stripe.paymentIntents.retrieve(paid.body.id, { expand: ['latest_charge'] });
    const charge = intent.latest_charge as Stripe.Charge;
    assert.deepEqual([intent.receipt_email, charge.receipt_email], [null, null]);
    for (let n = 0; n < 2; n += 1) {
      assert.deepEqual((await settle(id, paid.body.id)).body, { modifiedCount: 1 });
    }
    const order = await read(id);
    assert.equal(order.paid, true);
    assert.equal(order.transactionId, paid.body.id);
    assert.equal(order.heldUntil, null);
    // Reconciliation tells nothing more of a payment that succeeded at the first try.
    await shop.database.pool.query("update payments set checked_at = now() - interval '1 hour'");
    await shop.runJobs();
    const { body: history } = await shop.call(`GET /orders/${id}/history`, { token: buyer.token });
    assert.deepEqual(
      history.map(({ what }: { what: string }) => what),
      ['Order placed, stock reserved', 'Paid'],
    );
  });

  test('the history tells of a payment from the first try on, not when its page is opened, and of each declined card once', async () => {
    const { id, total } = await placeOrder();
    const { body } = await createIntent({ price: total, orderId: id });
    const history = async (): Promise<{ what: string; who: string }[]> =>
      (await shop.call(`GET /orders/${id}/history`, { token: buyer.token })).body;
    await shop.database.pool.query("update payments set checked_at = now() - interval '1 hour'");
    await shop.runJobs();
    assert.deepEqual(
      (await history()).map(({ what }) => what),
      ['Order placed, stock reserved'],
    );
    // The bank asks the buyer first.
    await pay(body.clientSecret, '4000002760003184');
    await until(async () => (await history()).length === 2);
    for (const known of [3, 4]) {
      assert.equal((await pay(body.clientSecret, '4000000000000002')).status, 402);
      await until(async () => (await history()).length === known);
    }
    await shop.database.pool.query("update payments set checked_at = now() - interval '1 hour'");
    await shop.runJobs();
    assert.deepEqual(
      (await history()).map(({ what, who }) => [what, who]),
      [
        ['Order placed, stock reserved', buyer.email],
        ['Payment begun', buyer.email],
        ['Card declined', buyer.email],
        ['Card declined', buyer.email],
      ],
    );
  });

  test('twenty calls at the same moment answer the same intent, in one process and in two', async () => {
    const other = await shop.startAnother();
    const create = (shopOf: Pick<TestShop, 'call'>, body: object) =>
      shopOf.call('POST /create-payment-intent', { token: buyer.token, body });
    for (const shops of [[shop], [shop, other]]) {
      const { id, total } = await placeOrder();
      const body = { price: total, orderId: id };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => create(shops[n % shops.length]!, body)),
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        answers.map(() => 200),
      );
      assert.equal(new Set(answers.map(({ body }) => body.clientSecret)).size, 1);
      assert.equal((await createIntent(body)).body.clientSecret, answers[0]!.body.clientSecret);
      const { rows } = await shop.database.pool.query(
        'select from payments where purchase_id = (select purchase_id from orders where id = $1)',
        [id],
      );
      assert.equal(rows.length, 1);
    }
  });

  test('a declined card can be followed by a good one', async () => {
    const { id, total } = await placeOrder();
    const { body } = await createIntent({ price: total, orderId: id });
    const declined = await pay(body.clientSecret, '4000000000000002');
    assert.equal(declined.status, 402);
    assert.equal(declined.body.error?.code, 'card_declined');
    const early = await settle(id, idOf(body.clientSecret));
    assert.equal(early.status, 402);
    assert.equal((await read(id)).paid, false);
    await pay(body.clientSecret);
    assert.equal((await settle(id, idOf(body.clientSecret))).status, 200);
  });

  test('a price that is not the total, a foreign order and a paid one get no intent', async () => {
    const { id, total } = await placeOrder();
    assert.equal((await createIntent({ price: total - 1, orderId: id })).status, 409);
    assert.equal((await createIntent({ price: total, orderId: id }, await shop.signUp())).status, 404);
    assert.equal((await createIntent({ price: 0.1 })).status, 400);
    assert.equal((await createIntent({ price: 1_000_000 })).status, 400);
    const { body } = await createIntent({ price: total, orderId: id });
    await pay(body.clientSecret);
    await settle(id, idOf(body.clientSecret));
    assert.equal((await createIntent({ price: total, orderId: id })).body.code, 'already_paid');
  });
});

describe('PATCH /orders/{id} believes only the provider', () => {
  test('a transaction the provider does not know is 409', async () => {
    const { id } = await placeOrder();
    assert.equal((await settle(id, 'pi_made_up')).status, 409);
    for (const transactionId of ['', '.', '..', '../refunds', 'pi_1/cancel', 'x'.repeat(256)])
      assert.equal((await settle(id, transactionId)).status, 400, transactionId);
    assert.equal((await read(id)).paid, false);
  });

  test('a payment of another order, another amount or another buyer is 409', async () => {
    const first = await placeOrder();
    const second = await placeOrder();
    const stranger = await shop.signUp();
    const { body } = await createIntent({ price: first.total, orderId: first.id });
    await pay(body.clientSecret);
    assert.equal((await settle(second.id, idOf(body.clientSecret))).status, 409);
    const small = await createIntent({ price: 5 });
    await pay(small.body.clientSecret);
    assert.equal((await settle(second.id, idOf(small.body.clientSecret))).status, 409);
    const foreign = await createIntent({ price: second.total }, stranger);
    await pay(foreign.body.clientSecret);
    assert.equal((await settle(second.id, idOf(foreign.body.clientSecret))).status, 409);
    assert.equal((await read(second.id)).paid, false);
  });

  test('of the amount alone is begun for each buyer that a person acts for', async () => {
    const { id, admin: founder } = await openCompany(shop);
    const own = await actFor(shop, founder, await userIdOf(shop, founder));
    const bodies = await Promise.all(
      [own, founder, own, founder].map((person) => createIntent({ price: 77 }, person)),
    );
    const [forPerson, forCompany, ...again] = bodies.map(({ body }) => idOf(body.clientSecret));
    assert.deepEqual(again, [forPerson, forCompany]);
    const { rows } = await shop.database.pool.query(
      'select intent_id from payments where buyer_id = $1 and amount_cents = 7700',
      [id],
    );
    assert.deepEqual(rows, [{ intent_id: forCompany }]);
  });

  test('a payment of the amount alone is tied to one order of that total, once', async () => {
    const first = await placeOrder();
    const second = await placeOrder();
    const { body } = await createIntent({ price: first.total });
    await pay(body.clientSecret);
    assert.equal((await settle(first.id, idOf(body.clientSecret))).status, 200);
    assert.equal((await settle(second.id, idOf(body.clientSecret))).status, 409);
  });

  test("another's order is 404", async () => {
    const { id } = await placeOrder();
    assert.equal((await settle(id, 'pi_made_up', await shop.signUp())).status, 404);
  });
});

describe('deleting', () => {
  test('cancels the payment, so that the order cannot be paid any more', async () => {
    const { id, total } = await placeOrder();
    const { body } = await createIntent({ price: total, orderId: id });
    assert.deepEqual((await shop.call(`DELETE /orders/${id}`, { token: buyer.token })).body, {
      deletedCount: 1,
    });
    const late = await pay(body.clientSecret);
    assert.equal(late.body.error?.code, 'payment_intent_unexpected_state');
  });

  test('[S4.5] a paid order is 409, also when nobody has told the shop yet', async () => {
    const { id, total } = await placeOrder();
    const { body } = await createIntent({ price: total, orderId: id });
    await pay(body.clientSecret);
    assert.equal((await shop.call(`DELETE /orders/${id}`, { token: buyer.token })).status, 409);
    assert.equal((await read(id)).paid, true);
    assert.equal((await shop.call(`DELETE /orders/${id}`, { token: admin.token })).status, 409);
  });
});

describe('refunds', () => {
  test('of what is not in reach are 404, whatever the policy says that reaches how far', async () => {
    const { id, intentId } = await till.payOrder(buyer);
    const context = {
      database: shop.database,
      catalogue: new Catalogue(shop.database),
      provider: openProvider(shop.origin, till),
    };
    const caller = await callerOf(shop.database, await shop.signUp());
    const isNotFound = { code: 'not_found' };
    const found = await findPurchaseOf(shop.database.db, id, caller);
    await assert.rejects(refundPurchase(context, found, caller, { reason: 'Recalled' }), isNotFound);
    const { rows } = await shop.database.pool.query('select id from payments where intent_id = $1', [
      intentId,
    ]);
    await assert.rejects(retryRefund(context, rows[0].id, caller, caller), isNotFound);
    await assert.rejects(retryRefund(context, rows[0].id, 'all', caller), { code: 'not_stopped' });
  });

  test('an admin refunds a paid order once, and its stock goes back', async () => {
    const { id, total } = await placeOrder();
    const refund = () =>
      shop.call(`POST /orders/${id}/refund`, { token: admin.token, body: { reason: 'Recalled' } });
    assert.equal((await refund()).status, 409);
    const { body } = await createIntent({ price: total, orderId: id });
    await pay(body.clientSecret);
    await settle(id, idOf(body.clientSecret));
    const available = await till.stock();
    assert.deepEqual((await refund()).body, { modifiedCount: 1 });
    assert.equal((await refund()).body.code, 'already_refunded');
    assert.equal((await createIntent({ price: total, orderId: id })).body.code, 'already_refunded');
    const { order } = await read(id);
    assert.equal(await till.stock(), available + order);
  });
});

describe('webhooks', () => {
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'x',
    data: { object: { object: 'thing' } },
  });
  const send = (signature: string, body = payload) =>
    shop.call('POST /webhooks/stripe', { body, headers: { 'stripe-signature': signature } });

  test('takes what is signed now, and refuses other secrets, old and future times, and changed bodies', async () => {
    const secret = till.webhookSecret;
    const sign = (options: { secret?: string; timestamp?: number } = {}) =>
      new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret, ...options });
    const now = Math.floor(Date.now() / 1000);
    assert.deepEqual((await send(sign())).body, { received: true });
    assert.equal((await send(sign({ secret: 'whsec_other' }))).status, 400);
    assert.equal((await send(sign({ timestamp: now - 400 }))).status, 400);
    assert.equal((await send(sign({ timestamp: now + 400 }))).status, 400);
    assert.equal((await send(sign(), `${payload} `)).status, 400);
    assert.equal((await send('')).status, 400);
    const [time, v1] = sign().split(',');
    for (const times of [`${time},${time}`, `t=1,${time}`, `${time},t=1`, `${time}x`, 't='])
      assert.equal((await send(`${times},${v1}`)).body.code, 'bad_signature', times);
  });

  test('refuses what is signed and no event', async () => {
    const { data } = JSON.parse(payload);
    for (const body of [
      '{',
      'null',
      '[]',
      '"event"',
      '{}',
      JSON.stringify({ id: 'evt_2', object: 'event', type: 'x' }),
      JSON.stringify({ id: 'evt_2', object: 'event', type: 'x', data: { object: null } }),
      JSON.stringify({ id: 'evt_2', object: 'v2.core.event', type: 'x', data }),
      JSON.stringify({ id: 7, object: 'event', type: 'x', data }),
      JSON.stringify({ id: `evt_${'2'.repeat(300)}`, object: 'event', type: 'x', data }),
      JSON.stringify({ id: 'evt_\u0000', object: 'event', type: 'x', data }),
      JSON.stringify({ id: 'evt_2', object: 'event', type: ['x'], data }),
      JSON.stringify({
        id: 'evt_2',
        object: 'event',
        type: 'x',
        data: { object: { object: 'charge', payment_intent: 7 } },
      }),
    ]) {
      const { webhooks } = new Stripe('sk_test_x');
      const signature = webhooks.generateTestHeaderString({ payload: body, secret: till.webhookSecret });
      const answer = await send(signature, body);
      assert.deepEqual([answer.status, answer.body.code], [400, 'bad_event'], body.slice(0, 60));
    }
  });

  /** A signed event with so many bytes more. */
  function bloated(bytes: number) {
    const body = JSON.stringify({ ...JSON.parse(payload), extra: 'x'.repeat(bytes) });
    const { webhooks } = new Stripe('sk_test_x');
    const signature = webhooks.generateTestHeaderString({ payload: body, secret: till.webhookSecret });
    return { body, headers: { 'stripe-signature': signature } };
  }

  test('takes an event of 300 kB, and none above 1 MiB', async () => {
    assert.equal((await shop.call('POST /webhooks/stripe', bloated(300_000))).status, 200);
    const tooLarge = await shop.call('POST /webhooks/stripe', bloated(1_100_000));
    assert.deepEqual([tooLarge.status, tooLarge.body.code], [413, 'too_large']);
  });

  test('a large body is taken in only under one time of now and a v1 of 64 hexadecimal digits', async () => {
    const now = Math.floor(Date.now() / 1000);
    const v1 = `v1=${'0a'.repeat(32)}`;
    const body = 'x'.repeat(200_000);
    for (const signature of [`t=${now},${v1}`, `t=${now - 290},v1=x,${v1},v0=1`, `t=${now + 290},${v1}`])
      assert.equal((await send(signature, body)).body.code, 'bad_signature', signature);
    for (const signature of [
      '',
      v1,
      `t=${now}`,
      `t=${now - 400},${v1}`,
      `t=${now + 400},${v1}`,
      `t=${now},t=${now},${v1}`,
      `t=${now},${v1}0`,
      `t=${now},v1=${'x'.repeat(64)}`,
    ])
      assert.equal((await send(signature, body)).body.code, 'too_large', signature);
  });
});
