import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { proveAddressOf } from '../../../tests/fixtures/accounts.ts';
import { intentIdOf } from '../../../tests/fixtures/payments.ts';
import { startShopWithTill } from '../../../tests/fixtures/shop-with-till.ts';
import { orderFor, type Person } from '../../../tests/testing.ts';
import { until } from '../../../tests/until.ts';
import { enqueueOrderRefunded, enqueuePaid } from '../../payments/mails.ts';
import { because } from '../../payments/rules.ts';

const { shop, till, admin } = await startShopWithTill();

/** Kinds of the mails about orders and money in the outbox for a person, oldest first. */
async function mailsFor({ email }: Person): Promise<string[]> {
  const { rows } = await shop.database.pool.query<{ kind: string }>(
    "select kind from mails where recipient = $1 and kind <> 'verify_address' order by id",
    [email],
  );
  return rows.map(({ kind }) => kind);
}

async function factsFor({ email }: Person, kind: string) {
  const { rows } = await shop.database.pool.query(
    'select facts, dedupe from mails where recipient = $1 and kind = $2',
    [email, kind],
  );
  return rows[0];
}

const run = (statement: string, values: unknown[] = []) => shop.database.pool.query(statement, values);

/** Places an order and pays it at the provider; nobody has told the shop yet. */
async function charge(buyer: Person) {
  const { id, total } = await till.place(buyer);
  const { body } = await till.createIntent(buyer, { price: total, orderId: id });
  await till.pay(body.clientSecret);
  return { id, transactionId: intentIdOf(body.clientSecret) };
}

describe('an order placed', () => {
  test('is told with the order, in words of the database', async () => {
    const buyer = await shop.signUp();
    const { id } = await till.place(buyer);
    const { facts, dedupe } = await factsFor(buyer, 'order_placed');
    const { body: order } = await shop.call(`GET /orders/${id}`, { token: buyer.token });
    assert.equal(dedupe, `order_placed:${order.purchaseId}`);
    const { placedAt, ...told } = facts;
    assert.ok(Date.parse(placedAt) < Date.parse(facts.heldUntil));
    assert.deepEqual(
      {
        ...told,
        heldUntil: new Date(facts.heldUntil).toISOString(),
      },
      {
        purchaseId: order.purchaseId,
        orderId: id,
        orderNumber: Number(order.number.slice('NB-'.length)),
        totalCents: Math.round(order.total * 100),
        isAsked: false,
        byShop: false,
        billTo: null,
        shipToParts: null,
        companyId: null,
        lineCount: 1,
        lines: [
          {
            sku: facts.lines[0].sku,
            productName: order.productName,
            quantity: order.order,
            unitPriceMicros: Math.round(order.price * 1_000_000),
            totalCents: Math.round(order.total * 100),
            customerRef: null,
            expectedOn: null,
          },
        ],
        poNumber: null,
        heldUntil: order.heldUntil,
        shipTo: order.shippingAdd,
      },
    );
  });

  test('is not told when it was refused, and told once when it was repeated', async () => {
    const buyer = await shop.signUp();
    const place = (quantity: number, key: string) =>
      shop.call('POST /orders', {
        token: buyer.token,
        body: orderFor(till.product, buyer, quantity),
        headers: { 'idempotency-key': key },
      });
    assert.equal((await place(1_000_000, 'too-many')).status, 400);
    assert.deepEqual(await mailsFor(buyer), []);
    const answers = await Promise.all([1, 2, 3].map(() => place(100, 'again')));
    assert.equal(new Set(answers.map(({ body }) => body.insertedId)).size, 1);
    assert.deepEqual(await mailsFor(buyer), ['order_placed']);
  });
});

describe('a payment', () => {
  test('is told once, though webhook, PATCH and reconciliation all bring it, several times at once', async () => {
    const buyer = await shop.signUp();
    const { id, transactionId } = await charge(buyer);
    await Promise.all([
      ...[1, 2, 3].map(() => till.settle(buyer, id, transactionId)),
      run("update payments set checked_at = now() - interval '1 hour'").then(() => shop.runJobs()),
    ]);
    await shop.runJobs();
    assert.deepEqual(await mailsFor(buyer), ['order_placed', 'order_paid']);
    const { facts } = await factsFor(buyer, 'order_paid');
    assert.equal(facts.transactionId, transactionId);
  });

  test('is told once, however often the mail is requested again', async () => {
    const buyer = await shop.signUp();
    const { id, transactionId } = await charge(buyer);
    await till.settle(buyer, id, transactionId);
    await enqueuePaid(shop.database.db, id);
    assert.deepEqual(await mailsFor(buyer), ['order_placed', 'order_paid']);
  });

  test('is not told when its transaction is rolled back', async () => {
    const buyer = await shop.signUp();
    const { id } = await till.place(buyer);
    await assert.rejects(
      shop.database.db.transaction().execute(async (transaction) => {
        await enqueuePaid(transaction, id);
        throw new Error('undone');
      }),
      /undone/,
    );
    assert.deepEqual(await mailsFor(buyer), ['order_placed']);
  });
});

describe('a hold', () => {
  const endIn = (id: string, span: string) =>
    run(
      'update purchases set held_until = now() + $2::interval where id = (select purchase_id from orders where id = $1)',
      [id, span],
    );

  test('is told of once before it ends, and once when it has ended', async () => {
    const buyer = await shop.signUp();
    const { id } = await till.place(buyer);
    await endIn(id, '121 minutes');
    await shop.runJobs();
    assert.deepEqual(await mailsFor(buyer), ['order_placed']);
    await endIn(id, '119 minutes');
    await Promise.all([shop.runJobs(), shop.runJobs()]);
    await shop.runJobs();
    assert.deepEqual(await mailsFor(buyer), ['order_placed', 'hold_ends']);
    await endIn(id, '-1 second');
    await Promise.all([shop.runJobs(), shop.runJobs()]);
    await shop.runJobs();
    assert.deepEqual(await mailsFor(buyer), ['order_placed', 'hold_ends', 'hold_ended']);
  });

  test('that begins anew is told of anew', async () => {
    const buyer = await shop.signUp();
    await proveAddressOf(shop.database.pool, buyer.email);
    const { id, total } = await till.place(buyer);
    await endIn(id, '-1 second');
    await shop.runJobs();
    await till.createIntent(buyer, { price: total, orderId: id });
    await endIn(id, '1 minute');
    await shop.runJobs();
    await endIn(id, '-2 seconds');
    await shop.runJobs();
    assert.deepEqual(await mailsFor(buyer), ['order_placed', 'hold_ended', 'hold_ends', 'hold_ended']);
  });

  test('of a paid or deleted order is not told of', async () => {
    const buyer = await shop.signUp();
    const { id, transactionId } = await charge(buyer);
    await till.settle(buyer, id, transactionId);
    const other = await till.place(buyer);
    await shop.call(`DELETE /orders/${other.id}`, { token: buyer.token });
    await shop.runJobs();
    assert.deepEqual(await mailsFor(buyer), ['order_placed', 'order_paid', 'order_placed']);
  });
});

describe('money that goes back', () => {
  test('of a paid order is told once, with the reason, though the webhook brings it too', async () => {
    const buyer = await shop.signUp();
    const { id, transactionId } = await charge(buyer);
    await till.settle(buyer, id, transactionId);
    const body = { reason: 'Recalled' };
    await shop.call(`POST /orders/${id}/refund`, { token: admin.token, body });
    await shop.runJobs();
    assert.deepEqual(await mailsFor(buyer), ['order_placed', 'order_paid', 'order_refunded']);
    const { facts } = await factsFor(buyer, 'order_refunded');
    assert.equal(facts.reason, 'Recalled');
    assert.equal(facts.transactionId, transactionId);
  });

  test('is told with its reason, whether an event or an answer reports it', async () => {
    const buyer = await shop.signUp();
    const { id, transactionId } = await charge(buyer);
    await till.settle(buyer, id, transactionId);
    await run("update payments set refund_reason = 'Recalled' where intent_id = $1", [transactionId]);
    await enqueueOrderRefunded(shop.database.db, transactionId, because('refunded_at_provider'));
    const { facts } = await factsFor(buyer, 'order_refunded');
    assert.deepEqual([facts.reason, facts.cause], ['Recalled', null]);
  });

  test('of a payment that no order claimed is told to its buyer', async () => {
    const buyer = await shop.signUp();
    const { body } = await till.createIntent(buyer, { price: 50 });
    await till.pay(body.clientSecret);
    await till.eventsArrived();
    await run(
      "update payments set created_at = now() - interval '2 hours', checked_at = now() - interval '1 hour' where intent_id = $1",
      [intentIdOf(body.clientSecret)],
    );
    await shop.runJobs();
    await until(async () => (await mailsFor(buyer)).length > 0);
    await shop.runJobs();
    assert.deepEqual(await mailsFor(buyer), ['payment_refunded']);
    const { facts } = await factsFor(buyer, 'payment_refunded');
    assert.equal(facts.amountCents, 5000);
    assert.equal(facts.orderNumber, null);
    assert.deepEqual([facts.reason, facts.cause], [null, 'unclaimed']);
  });

  test('of a payment that came too late for its order is told to its buyer', async () => {
    const buyer = await shop.signUp();
    const { id, total } = await till.place(buyer);
    const { body } = await till.createIntent(buyer, { price: total, orderId: id });
    // Behind the shop's back: its own deletion cancels the payment first.
    await run(
      `with gone as (
         update orders set deleted_at = now() where id = $1 returning id, purchase_id, product_id, quantity
       ), purchase as (
         update purchases set state = 'deleted', deleted_at = now(), held_until = null from gone where purchases.id = purchase_id
       ), stock as (
         update products set available = available + quantity from gone where products.id = product_id
       )
       insert into events (id, kind, actor, order_id, product_id, stock_change)
       select gen_random_uuid(), 'order_deleted', 'shop', id, product_id, quantity from gone`,
      [id],
    );
    await till.pay(body.clientSecret);
    await till.settle(buyer, id, intentIdOf(body.clientSecret));
    await until(async () => {
      await shop.runJobs();
      return (await mailsFor(buyer)).includes('payment_refunded');
    });
    assert.deepEqual(await mailsFor(buyer), ['order_placed', 'payment_refunded']);
    const { facts } = await factsFor(buyer, 'payment_refunded');
    assert.ok(facts.orderNumber);
    assert.equal(facts.cause, 'order_deleted');
  });
});

describe('the mailbox', () => {
  test('shows what was sent, with a link to pay at the address people use', async () => {
    const buyer = await shop.signUp();
    const { id } = await till.place(buyer);
    const { body: order } = await shop.call(`GET /orders/${id}`, { token: buyer.token });
    await shop.runJobs();
    const { body: list } = await shop.call('GET /sandbox/mail');
    const path = new RegExp(`<a href="([^"]+)">[^<]+</a>\\s*<span class="to">to ${buyer.email}<`).exec(
      list,
    )?.[1];
    const { body: page } = await shop.call(`GET ${path}`);
    const { port } = new URL(shop.origin);
    assert.ok(page.includes(`href="http://localhost:${port}/dashboard/payment/${order.purchaseId}"`), page);
    assert.equal((await shop.call('GET /config')).body.mailbox, '/sandbox/mail');
  });
});
