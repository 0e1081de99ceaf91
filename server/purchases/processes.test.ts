import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { intentIdOf, openTill } from '../../tests/fixtures/payments.ts';
import type { TestClient } from '../../tests/test-client.ts';
import { orderFor, startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';

// What holds between several server processes on one database.
const shop = await startTestShop();
const other = await shop.startAnother();
const both = [shop, other];
const till = await openTill(shop);
const buyer = await shop.signUp();
after(() => shop.close());

/** Sends one call to both servers, three times each, at the same moment. */
const sendToBoth = (route: string, options: Parameters<TestClient['call']>[1]) =>
  Promise.all([...both, ...both, ...both].map((server) => server.call(route, options)));

describe('two processes', () => {
  test('that get the same Idempotency-Key at once place one order, begin one payment, write one review', async () => {
    const { token } = buyer;
    const before = await till.stock();
    const headers = { 'idempotency-key': 'once-for-all' };
    const placed = await sendToBoth('POST /orders', {
      token,
      headers,
      body: orderFor(till.product, buyer, 100),
    });
    const orderIds = new Set(placed.map(({ status, body }) => (status === 201 ? body.insertedId : status)));
    assert.equal(orderIds.size, 1, [...orderIds].join());
    // The order may have been placed at the other one.
    await until(async () => (await till.stock()) === before - 100);

    const [orderId] = orderIds;
    const { body: order } = await shop.call(`GET /orders/${orderId}`, { token });
    const begun = await sendToBoth('POST /create-payment-intent', {
      token,
      headers,
      body: { price: order.total, orderId },
    });
    // While the first asks the provider, others may be told to look again.
    const secrets = new Set(begun.flatMap(({ status, body }) => (status === 200 ? [body.clientSecret] : [])));
    assert.equal(secrets.size, 1);

    const review = { name: buyer.name, email: buyer.email, ratings: '5', description: 'Once' };
    const written = await sendToBoth('POST /reviews', { token, headers, body: review });
    assert.equal(new Set(written.map(({ body }) => body.insertedId)).size, 1);
  });

  test('that settle, hear of and reconcile one payment at once mark its order paid once', async () => {
    const { id, total } = await till.place(buyer);
    const { body } = await till.createIntent(buyer, { price: total, orderId: id });
    const transactionId = intentIdOf(body.clientSecret);
    await till.pay(body.clientSecret);
    await shop.database.pool.query("update payments set checked_at = now() - interval '1 hour'");
    const [settled] = await Promise.all([
      sendToBoth(`PATCH /orders/${id}`, { token: buyer.token, body: { transactionId } }),
      shop.runJobs(),
      other.runJobs(),
    ]);
    assert.deepEqual(new Set(settled.map(({ status }) => status)), new Set([200]));
    const { rows } = await shop.database.pool.query(
      "select kind from events where order_id = $1 and kind = 'order_paid'",
      [id],
    );
    assert.equal(rows.length, 1);
  });

  test('delete an order once, and show its stock within a second', async () => {
    const { id } = await till.place(buyer);
    const left = await till.stock();
    const answers = await sendToBoth(`DELETE /orders/${id}`, { token: buyer.token });
    assert.equal(
      answers.reduce((sum, { body }) => sum + body.deletedCount, 0),
      1,
    );
    await until(async () => {
      const products = await Promise.all(
        both.map((server) => server.call(`GET /products/${till.product._id}`)),
      );
      return products.every(({ body }) => body.available === left + 100);
    });
  });
});

test('buyers who order and delete the last pieces at once are served or refused, never answered 500', async () => {
  const admin = await shop.signInAdmin();
  const part = {
    name: 'Scarce',
    image: '/images/x.webp',
    shortDetails: 'A part',
    minOrder: 100,
    price: 0.05,
  };
  const added = await shop.call('POST /products', { token: admin.token, body: { ...part, available: 500 } });
  const { body: product } = await shop.call(`GET /products/${added.body.insertedId}`);
  const buyers = await Promise.all(Array.from({ length: 5 }, () => shop.signUp()));
  const answers: string[] = [];
  await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      const person = buyers[n % buyers.length]!;
      for (let round = 0; round < 8; round += 1) {
        const { token } = person;
        const { status, body } = await shop.call('POST /orders', { token, body: orderFor(product, person) });
        answers.push(`POST ${status}`);
        if (status !== 201) continue;
        const deleted = await shop.call(`DELETE /orders/${body.insertedId}`, { token });
        answers.push(`DELETE ${deleted.status}`);
      }
    }),
  );
  const served = new Set(['POST 201', 'POST 400', 'POST 409', 'DELETE 200']);
  assert.deepEqual(
    answers.filter((answer) => !served.has(answer)),
    [],
  );
  assert.ok(answers.includes('POST 201'));
  const { body: left } = await shop.call(`GET /products/${product._id}`);
  assert.equal(left.available, 500);
});
