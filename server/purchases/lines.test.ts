import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type Stripe from 'stripe';
import type { Order } from '#contract/purchases/orders.ts';
import { intentIdOf } from '../../tests/fixtures/payments.ts';
import { addProduct, callerOf, place } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import type { Person } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';
import { Catalogue } from '../products/catalogue.ts';
import { deleteLine } from './delete.ts';

// What happens to a purchase of several lines, by the calls that know one order.
const { shop, till, admin, buyer } = await startShopWithTill();

/** A purchase of 100 pieces of two products each, of $250 and $89.40, as its buyer's list has it. */
async function placeTwo(): Promise<[Order, Order]> {
  const { database } = shop;
  const products = await Promise.all([
    addProduct(database, 1000, { price: 2.5 }),
    addProduct(database, 1000, { price: 0.894045 }),
  ]);
  const { purchaseId } = await place(database, await callerOf(database, buyer), [
    [products[0], 100],
    [products[1], 100, 0.894045],
  ]);
  const { body } = await shop.call(`GET /orders?email=${buyer.email}`, { token: buyer.token });
  return body.filter((order: Order) => order.purchaseId === purchaseId);
}

const read = async ({ _id }: Order) => (await shop.call(`GET /orders/${_id}`, { token: buyer.token })).body;
const remove = ({ _id }: Order) => shop.call(`DELETE /orders/${_id}`, { token: buyer.token });
const begin = ({ _id }: Order, price: number) => till.createIntent(buyer, { price, orderId: _id });
const stockOf = async ({ productId }: Order): Promise<number> =>
  (await shop.database.pool.query('select available from products where id = $1', [productId])).rows[0]
    .available;
async function historyOf({ _id }: Order): Promise<string[]> {
  const { body } = await shop.call(`GET /orders/${_id}/history`, { token: buyer.token });
  return body.map(({ what }: { what: string }) => what);
}

describe('a purchase of two lines', () => {
  test('is listed line by line, also where a page ends within it', async () => {
    const [first, second] = await placeTwo();
    assert.deepEqual([first.price, second.price], [2.5, 0.894045]);
    assert.deepEqual([first.total, second.total], [250, 89.4]);
    for (const order of [first, second]) {
      assert.deepEqual(
        [order.purchaseTotal, order.state, order.number],
        [339.4, 'to_pay', first.purchaseNumber],
      );
    }
    const page = async (after: string) =>
      (await shop.call(`GET /orders?email=${buyer.email}&limit=1${after}`, { token: buyer.token })).body[0]
        ._id;
    assert.equal(await page(''), first._id);
    assert.equal(await page(`&after=${first._id}`), second._id);
    const summary = await shop.call(`GET /orders/summary?email=${buyer.email}`, { token: buyer.token });
    assert.deepEqual([summary.body.unpaid, summary.body.toPay], [1, 339.4]);
    await remove(first);
    await remove(second);
  });

  test('is paid and refunded at once, by any of its lines', async () => {
    const [first, second] = await placeTwo();
    assert.equal((await begin(second, second.total)).body.code, 'price_mismatch');
    const { body } = await begin(second, second.purchaseTotal);
    // The other line's page shares the payment.
    assert.equal((await begin(first, first.purchaseTotal)).body.clientSecret, body.clientSecret);
    await till.pay(body.clientSecret);
    assert.equal((await till.settle(buyer, first._id, intentIdOf(body.clientSecret))).status, 200);
    for (const order of [first, second]) assert.equal((await read(order)).state, 'paid');
    assert.equal((await remove(second)).body.code, 'already_paid');
    const { rows } = await shop.database.pool.query(
      "select facts from mails where dedupe = 'order_paid:' || $1::text",
      [first.purchaseId],
    );
    assert.deepEqual([rows.length, rows[0].facts.lineCount, rows[0].facts.lines.length], [1, 2, 2]);

    const refund = { token: admin.token, body: { reason: 'Recalled' } };
    assert.equal((await shop.call(`POST /orders/${second._id}/refund`, refund)).status, 200);
    for (const order of [first, second]) {
      assert.deepEqual([(await read(order)).state, await stockOf(order)], ['refunded', 1000]);
      const history = await historyOf(order);
      for (const what of ['Paid', 'Refund due', 'Refunded']) {
        assert.equal(history.filter((one) => one === what).length, 1, String(history));
      }
    }
  });

  test('whose one line is deleted is totalled anew, and its open payment cancelled', async () => {
    const [first, second] = await placeTwo();
    const { body: before } = await begin(first, first.purchaseTotal);
    assert.deepEqual((await remove(first)).body, { deletedCount: 1 });
    assert.deepEqual([await stockOf(first), await stockOf(second)], [1000, 900]);
    assert.equal(
      (await till.stripe.paymentIntents.retrieve(intentIdOf(before.clientSecret))).status,
      'canceled',
    );
    const left = await read(second);
    assert.deepEqual([left.total, left.purchaseTotal, left.state], [89.4, 89.4, 'to_pay']);
    assert.equal((await shop.call(`GET /orders/${first._id}`, { token: buyer.token })).status, 404);
    assert.equal((await begin(second, first.purchaseTotal)).body.code, 'price_mismatch');
    const { body } = await begin(second, 89.4);
    await till.pay(body.clientSecret);
    assert.equal((await till.settle(buyer, second._id, intentIdOf(body.clientSecret))).status, 200);
  });

  test('is found by its own id, as mails link to it, while it has a line', async () => {
    const [first, second] = await placeTwo();
    const find = ({ token }: Person) => shop.call(`GET /orders/${first.purchaseId}`, { token });
    assert.deepEqual((await find(buyer)).body, await read(first));
    await remove(first);
    const { body } = await find(admin);
    assert.deepEqual([body._id, body.purchaseTotal], [second._id, second.total]);
    assert.equal((await find(await shop.signUp())).status, 404);
    await remove(second);
    assert.equal((await find(buyer)).status, 404);
  });

  test('is deleted with its last line, also when both are deleted at once', async () => {
    const lines = await placeTwo();
    const answers = await Promise.all([...lines, ...lines].map(remove));
    assert.equal(
      answers.reduce((sum, { body }) => sum + body.deletedCount, 0),
      2,
    );
    const { rows } = await shop.database.pool.query('select state from purchases where id = $1', [
      lines[0].purchaseId,
    ]);
    assert.deepEqual(rows, [{ state: 'deleted' }]);
  });

  test('refunds money that was paid for lines which were deleted meanwhile, and can be paid anew', async () => {
    const [first, second] = await placeTwo();
    const { body } = await begin(first, first.purchaseTotal);
    const intentId = intentIdOf(body.clientSecret);
    const { userId } = await callerOf(shop.database, buyer);
    // The payment is begun between the cancelling of what was open and the deletion.
    const { database } = shop;
    await deleteLine(
      { database, catalogue: new Catalogue(database), cancelPayments: async () => {} },
      first._id,
      { userId, buyerId: userId, email: buyer.email },
      buyer.email,
    );
    await till.pay(body.clientSecret);
    const settled = await till.settle(buyer, second._id, intentId);
    assert.equal(settled.body.code, 'payment_given_back');
    await until(async () => {
      await shop.runJobs();
      const intent = await till.stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
      return (intent.latest_charge as Stripe.Charge).refunded;
    });
    assert.equal((await read(second)).state, 'to_pay');
    const { body: next } = await begin(second, 89.4);
    await till.pay(next.clientSecret);
    assert.equal((await till.settle(buyer, second._id, intentIdOf(next.clientSecret))).status, 200);
  });

  test('is not held again when one of its products is sold, and nothing of it is taken', async () => {
    const [first, second] = await placeTwo();
    const { pool } = shop.database;
    await pool.query("update purchases set held_until = now() - interval '1 second' where id = $1", [
      first.purchaseId,
    ]);
    await shop.runJobs();
    for (const order of [first, second]) assert.equal((await read(order)).state, 'hold_ended');
    const sell = (available: number) =>
      shop.call(`PATCH /products/${second.productId}`, { token: admin.token, body: { available } });
    await sell(99);
    assert.equal((await begin(first, first.purchaseTotal)).body.code, 'stock_gone');
    assert.deepEqual([await stockOf(first), await stockOf(second)], [1000, 99]);
    await sell(100);
    assert.equal((await begin(first, first.purchaseTotal)).status, 200);
    assert.deepEqual([await stockOf(first), await stockOf(second)], [900, 0]);
  });
});
