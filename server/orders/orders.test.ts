import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fieldError } from '#contract/kernel/field-message.ts';
import { fieldWords } from '#contract/kernel/field-words.ts';
import type { Product } from '#contract/products/schema.ts';
import { proveAddressOf } from '../../tests/fixtures/accounts.ts';
import { intentIdOf, openTill, type Till } from '../../tests/fixtures/payments.ts';
import { callerOf, GENEROUS } from '../../tests/fixtures/purchases.ts';
import { orderFor, type Person, startTestShop, type TestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { createOrdering } from '../purchases/place.ts';
import { placeOrder } from './place-order.ts';

const shop = await startTestShop();
const admin = await shop.signInAdmin();
const buyer = await shop.signUp('Grace');
after(() => shop.close());

async function addProduct(overrides: Partial<Product> = {}): Promise<Product> {
  const body = {
    name: `Part ${Math.random()}`,
    image: '/images/x.webp',
    shortDetails: 'A part',
    minOrder: 100,
    available: 1000,
    price: 2.5,
    ...overrides,
  };
  const { body: answer } = await shop.call('POST /products', { token: admin.token, body });
  return (await shop.call(`GET /products/${answer.insertedId}`)).body;
}

const place = (body: unknown, headers: Record<string, string> = {}) =>
  shop.call('POST /orders', { token: buyer.token, body, headers });

const stockOf = async (id: string): Promise<number> =>
  (await shop.call(`GET /products/${id}`)).body.available;

describe('placing an order', () => {
  test('costs the price of its quantity, whether that was sent or the price at the minimum', async () => {
    const product = await addProduct({
      available: 10_000,
      multiple: 50,
      priceBreaks: [
        { from: 500, price: 2.25 },
        { from: 2000, price: 2.123456 },
      ],
    });
    const sent = (price: number, order: number) => place({ ...orderFor(product, buyer, order), price });
    for (const [price, quantity, agreed, total] of [
      [2.5, 450, 2.5, 1125],
      [2.25, 500, 2.25, 1125],
      [2.5, 500, 2.25, 1125],
      [2.5, 2000, 2.123456, 4246.91],
    ] as const) {
      const { status, body } = await sent(price, quantity);
      assert.equal(status, 201);
      const { body: order } = await shop.call(`GET /orders/${body.insertedId}`, { token: buyer.token });
      assert.deepEqual([order.price, order.total], [agreed, total]);
    }
    for (const [price, quantity, current] of [
      [2.25, 450, 2.5],
      [2.25, 2000, 2.123456],
      [2.123456, 500, 2.25],
    ] as const) {
      const { status, body } = await sent(price, quantity);
      assert.deepEqual([status, body.code, body.params], [409, 'price_changed', { price: current }]);
    }
    const { status, body } = await sent(2.25, 530);
    assert.deepEqual([status, body.detail], [400, 'Sold in multiples of 50. Order 500 or 550.']);
    assert.equal(await stockOf(product._id), 10_000 - 450 - 500 - 500 - 2000);
  });

  test('an id that is none names no product, and no price is negative', async () => {
    const product = await addProduct();
    for (const productId of ['', 'x', product.name, `${product._id}0`]) {
      assert.equal((await place({ ...orderFor(product, buyer), productId })).status, 404, productId);
    }
    for (const price of [-1, -1e13]) {
      assert.equal((await place({ ...orderFor(product, buyer), price })).status, 400, String(price));
    }
    assert.equal(await stockOf(product._id), 1000);
  });

  test('[S7.5, S7.8, S3.2, S4.3] takes the stock at once and answers the order to its owner', async () => {
    const product = await addProduct();
    const answer = await place(orderFor(product, buyer, 150));
    assert.equal(answer.status, 201);
    assert.equal(await stockOf(product._id), 850);
    const { body: order } = await shop.call(`GET /orders/${answer.body.insertedId}`, { token: buyer.token });
    const { createdAt, heldUntil, number, purchaseId, purchaseNumber, ...rest } = order;
    assert.match(number, /^NB-\d{6}$/);
    assert.equal(purchaseNumber, number);
    assert.match(purchaseId, /^[0-9a-f-]{36}$/);
    assert.deepEqual(rest, {
      _id: answer.body.insertedId,
      name: 'Grace',
      email: buyer.email,
      productName: product.name,
      productId: product._id,
      available: 1000,
      price: 2.5,
      order: 150,
      shippingAdd: '1 Dock Road',
      phone: '+1 555 0100',
      paid: false,
      state: 'to_pay',
      total: 375,
      purchaseTotal: 375,
      purchaseLines: 1,
      refunded: 0,
      disputed: 0,
      refundedPieces: 0,
      refundedOfLine: 0,
      refundingPieces: 0,
      refundingOfLine: 0,
      takenBack: 0,
    });
    assert.equal(Date.parse(heldUntil) - Date.parse(createdAt), 1440 * 60_000);
  });

  test(`[S5.7] fewer than 100, or than the product's minimum, is refused with Please Enter Minimum Quantity.`, async () => {
    const product = await addProduct({ minOrder: 250 });
    for (const quantity of [0, -100, 99, 249]) {
      const answer = await place(orderFor(product, buyer, quantity));
      assert.equal(answer.status, 400, String(quantity));
      const least = quantity === 249 ? 250 : 100;
      assert.deepEqual(answer.body.errors, [fieldError('order', 'too_few', { least })]);
    }
    const small = await addProduct({ minOrder: 1 });
    assert.deepEqual((await place(orderFor(small, buyer, 99))).body.errors, [
      fieldError('order', 'too_few', { least: 100 }),
    ]);
    assert.equal(await stockOf(product._id), 1000);
  });

  test(`a quantity with a fraction is refused with words of its own`, async () => {
    const answer = await place(orderFor(await addProduct(), buyer, 250.5));
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body.errors, [fieldError('order', 'whole_pieces')]);
  });

  test(`[S5.8] more than available is refused with the words of the form`, async () => {
    const product = await addProduct();
    const answer = await place(orderFor(product, buyer, 1001));
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body.errors, [fieldError('order', 'too_many', { available: 1000 })]);
    // More than there can be of anything.
    const huge = await place(orderFor(product, buyer, 1e12));
    assert.deepEqual([huge.status, huge.body.errors], [400, [fieldError('order', 'too_many')]]);
    assert.equal((await place(orderFor(product, buyer, 1000))).status, 201);
    assert.equal(await stockOf(product._id), 0);
  });

  test('more than another buyer has just left is 409, with what is left', async () => {
    const product = await addProduct();
    const catalogue = { get: () => ({ ...product, available: 1001 }) } as unknown as Catalogue;
    const ordering = createOrdering(shop.database, catalogue, GENEROUS);
    const caller = await callerOf(shop.database, buyer);
    await assert.rejects(placeOrder(ordering, caller, orderFor(product, buyer, 1001), undefined), {
      code: 'out_of_stock',
      params: { available: 1000 },
    });
  });

  test('a total above the card limit is refused with a message that says so', async () => {
    const product = await addProduct({ price: 9999.99, available: 100_000 });
    const answer = await place(orderFor(product, buyer, 101));
    assert.equal(answer.status, 400);
    assert.match(answer.body.detail, /\$999,999\.99 cannot be charged by card/);
    assert.deepEqual(answer.body.errors, [fieldError('order', 'over_card_limit', { most: 999_999.99 })]);
    assert.equal((await place(orderFor(product, buyer, 100))).status, 201);
  });

  test('a price that is no longer the price is refused with 409 Price changed', async () => {
    const product = await addProduct();
    await shop.call(`PATCH /products/${product._id}`, { token: admin.token, body: { price: 3 } });
    const answer = await place(orderFor(product, buyer));
    assert.equal(answer.status, 409);
    assert.equal(answer.body.code, 'price_changed');
    assert.equal(answer.body.title, 'Price changed');
    assert.equal(await stockOf(product._id), 1000);
  });

  test('is placed under the own address only, and under the own name whatever the body says', async () => {
    const product = await addProduct();
    const other = await place(orderFor(product, { name: 'Grace', email: 'admin@example.com' }));
    assert.equal(other.status, 403);
    const answer = await place({
      ...orderFor(product, { ...buyer, name: 'Somebody' }),
      paid: true,
      _id: 'x',
    });
    const { body: order } = await shop.call(`GET /orders/${answer.body.insertedId}`, { token: buyer.token });
    assert.equal(order.name, 'Grace');
    assert.equal(order.paid, false);
  });

  test('a name alone is enough when exactly one product has it', async () => {
    const product = await addProduct();
    const { productId: _, ...byName } = orderFor(product, buyer);
    assert.equal((await place(byName)).status, 201);
    await addProduct({ name: product.name });
    assert.equal((await place(byName)).body.code, 'ambiguous_product');
    assert.equal((await place({ ...byName, productName: 'No such part' })).status, 404);
    assert.equal(await stockOf(product._id), 900);
  });

  test('a product that was removed meanwhile answers 404', async () => {
    const product = await addProduct();
    await shop.call(`DELETE /products/${product._id}`, { token: admin.token });
    assert.equal((await place(orderFor(product, buyer))).status, 404);
  });

  test('missing and wrong fields are refused by name', async () => {
    const body = orderFor(await addProduct(), buyer);
    for (const field of [
      'name',
      'email',
      'productName',
      'available',
      'price',
      'order',
      'shippingAdd',
      'phone',
    ] as const) {
      for (const value of [undefined, null, [], {}, typeof body[field] === 'string' ? 5 : '100']) {
        const answer = await place({ ...body, [field]: value });
        assert.equal(answer.status, 400, `${field}: ${JSON.stringify(value)}`);
        assert.equal(answer.body.errors[0].field, field);
      }
    }
  });

  test('many buyers at once never take more than there is', async () => {
    const product = await addProduct({ available: 1050 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => place(orderFor(product, buyer, 100))));
    assert.equal(answers.filter(({ status }) => status === 201).length, 10);
    for (const { status, body } of answers) {
      if (status !== 201) assert.equal(body.detail, fieldWords.too_many());
    }
    assert.equal(await stockOf(product._id), 50);
  });

  test('a repeat with the same Idempotency-Key makes one order, also at once and after the stock is gone', async () => {
    const product = await addProduct({ available: 100 });
    const headers = { 'idempotency-key': 'order-once' };
    const body = orderFor(product, buyer, 100);
    const answers = await Promise.all(Array.from({ length: 5 }, () => place(body, headers)));
    const later = await place(body, headers);
    assert.deepEqual(new Set([...answers, later].map((answer) => answer.status)), new Set([201]));
    assert.equal(new Set([...answers, later].map((answer) => answer.body.insertedId)).size, 1);
    assert.equal(await stockOf(product._id), 0);
    const other = await place({ ...body, phone: '+1 555 0199' }, headers);
    assert.equal(other.status, 409);
    assert.equal(other.body.code, 'idempotency_key_reused');
  });
});

describe('unpaid orders', () => {
  test('are at most MAX_UNPAID_ORDERS a buyer; deleting one makes room, others are free to order', async () => {
    const own = await startTestShop({ MAX_UNPAID_ORDERS: '2' });
    try {
      const person = await own.signUp();
      const product = (await own.call('GET /products')).body.at(-1);
      const order = () => own.call('POST /orders', { token: person.token, body: orderFor(product, person) });
      const first = await order();
      assert.equal((await order()).status, 201);
      const third = await order();
      assert.equal(third.status, 409);
      assert.equal(third.body.code, 'too_many_unpaid');
      const other = await own.signUp();
      const { status } = await own.call('POST /orders', {
        token: other.token,
        body: orderFor(product, other),
      });
      assert.equal(status, 201);
      await own.call(`DELETE /orders/${first.body.insertedId}`, { token: person.token });
      assert.equal((await order()).status, 201);
    } finally {
      await own.close();
    }
  });
});

describe('a buyer whose address is not proven', () => {
  test('has so much held at most, also when a late order is paid; paying or proving the address makes room', async () => {
    const own = await startTestShop({ UNPROVEN_HOLD_LIMIT: '0' });
    try {
      const till = await openTill(own);
      const person = await own.signUp();
      const order = () =>
        own.call('POST /orders', { token: person.token, body: orderFor(till.product, person) });
      const first = await till.place(person);
      const refused = await order();
      assert.deepEqual([refused.status, refused.body.code], [409, 'address_unproven']);
      assert.match(refused.body.detail, /Confirm your email address on My Profile or pay for an order/);

      const begun = await till.createIntent(person, { price: first.total, orderId: first.id });
      await till.pay(begun.body.clientSecret);
      await till.settle(person, first.id, intentIdOf(begun.body.clientSecret));
      const late = await till.place(person);
      await own.database.pool.query(
        'update purchases set held_until = now() where id = (select purchase_id from orders where id = $1)',
        [late.id],
      );
      await own.runJobs();
      assert.equal((await order()).status, 201);
      const begin = () => till.createIntent(person, { price: late.total, orderId: late.id });
      const tooMuch = await begin();
      assert.deepEqual([tooMuch.status, tooMuch.body.code], [409, 'address_unproven']);
      await proveAddressOf(own.database.pool, person.email);
      assert.equal((await begin()).status, 200);
      assert.equal((await order()).status, 201);
    } finally {
      await own.close();
    }
  });
});

describe('how long the stock of a buyer whose address is not proven is held', () => {
  let own: TestShop;
  let till: Till;
  before(async () => {
    own = await startTestShop({ UNPROVEN_HOLD_MINUTES: '120' });
    till = await openTill(own);
    // Mails wait until a test sends them: then their tokens are forgotten.
    await own.database.pool.query("alter table mails alter column next_at set default 'infinity'");
  });
  after(() => own.close());

  const read = async (id: string, { token }: Person) => (await own.call(`GET /orders/${id}`, { token })).body;
  /** Minutes between two times. */
  const between = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 60_000;
  const mailsOf = async (email: string, kind: string) =>
    (
      await own.database.pool.query('select facts from mails where recipient = $1 and kind = $2', [
        email,
        kind,
      ])
    ).rows;

  test('is two hours, of which the order, the mail and the warning know; confirming the address makes it a day', async () => {
    const person = await own.signUp();
    const { id } = await till.place(person);
    await own.runJobs();
    const order = await read(id, person);
    assert.equal(between(order.createdAt, order.heldUntil), 120);
    assert.equal(between(order.createdAt, order.heldUntilIfProven), 1440);
    const [placed] = await mailsOf(person.email, 'order_placed');
    assert.equal(Date.parse(placed.facts.heldUntil), Date.parse(order.heldUntil));
    assert.deepEqual(await mailsOf(person.email, 'hold_ends'), [], 'it has just begun');

    const [link] = await mailsOf(person.email, 'verify_address');
    const headers = { origin: own.origin, cookie: person.cookie };
    assert.equal(
      (await own.call(`GET /api/auth/verify-email?token=${link.facts.token}`, { headers })).status,
      200,
    );
    const { heldUntil, heldUntilIfProven } = await read(id, person);
    assert.equal(between(order.createdAt, heldUntil), 1440);
    assert.equal(heldUntilIfProven, undefined);
    const next = await read((await till.place(person)).id, person);
    assert.equal(between(next.createdAt, next.heldUntil), 1440);
  });

  test('is a day at once for a buyer who confirms their address, even when another buyer’s hold cannot be extended', async () => {
    const [person, other] = [await own.signUp(), await own.signUp()];
    const [{ id }, theirs] = [await till.place(person), await till.place(other)];
    await own.database.pool.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'not this order'; end $$;
      create trigger fails before update on orders for each row when (old.id = '${theirs.id}') execute function fail()`);
    try {
      // A job that extends all holds fails from here on.
      await proveAddressOf(own.database.pool, other.email);
      const [link] = await mailsOf(person.email, 'verify_address');
      const headers = { origin: own.origin, cookie: person.cookie };
      const path = `GET /api/auth/verify-email?token=${link.facts.token}`;
      assert.equal((await own.call(path, { headers })).status, 200);
      const { createdAt, heldUntil } = await read(id, person);
      assert.equal(between(createdAt, heldUntil), 1440);
    } finally {
      await own.database.pool.query('drop function fail() cascade');
    }
  });

  test('is what paying takes when a late order is held again, and a day more once the address is proven', async () => {
    const person = await own.signUp();
    const { id, total } = await till.place(person);
    await own.database.pool.query(
      "update purchases set held_until = now() - interval '1 second' where id = (select purchase_id from orders where id = $1)",
      [id],
    );
    await own.runJobs();
    assert.equal((await read(id, person)).heldUntilIfProven, undefined);
    assert.equal((await till.createIntent(person, { price: total, orderId: id })).status, 200);
    const { rows } = await own.database.pool.query(
      `select held_until <= now() + interval '30 minutes' as short,
         held_until_proven - held_until = interval '1410 minutes' as usual from purchases where id = (select purchase_id from orders where id = $1)`,
      [id],
    );
    assert.deepEqual(rows, [{ short: true, usual: true }]);
    await own.runJobs();
    assert.deepEqual(await mailsOf(person.email, 'hold_ends'), [], 'nobody is warned while they pay');
    const before = await read(id, person);
    await till.createIntent(person, { price: total, orderId: id });
    assert.equal((await read(id, person)).heldUntil, before.heldUntil, 'beginning again does not prolong it');
  });
});

describe('the statement that places an order looks up its buyer', () => {
  test('a session that has ended since the last order is 401, whatever is wrong besides', async () => {
    const product = await addProduct();
    const key = { 'idempotency-key': 'once' };
    const orders: Record<string, (good: object) => { body?: unknown; headers?: Record<string, string> }> = {
      nothing: (good) => ({ body: good }),
      'a repeat of an order that was placed': (good) => ({ body: good, headers: key }),
      'too few': (good) => ({ body: { ...good, order: 99 } }),
      'another price': (good) => ({ body: { ...good, price: 1 } }),
      "another's address": (good) => ({ body: { ...good, email: admin.email } }),
      'no product': (good) => ({ body: { ...good, productId: crypto.randomUUID() } }),
      'no fields': () => ({ body: {} }),
      'no JSON': () => ({ body: '{', headers: { 'content-type': 'application/json' } }),
      'another type': () => ({ body: 'x', headers: { 'content-type': 'text/plain' } }),
    };
    for (const [wrong, order] of Object.entries(orders)) {
      const person = await shop.signUp();
      const good = orderFor(product, person);
      const first = await shop.call('POST /orders', { token: person.token, body: good, headers: key });
      assert.equal(first.status, 201);
      await shop.database.pool.query(
        'delete from sessions where user_id = (select id from users where email = $1)',
        [person.email],
      );
      const { status } = await shop.call('POST /orders', { token: person.token, ...order(good) });
      assert.equal(status, 401, wrong);
    }
    assert.equal(await stockOf(product._id), 1000 - 100 * Object.keys(orders).length);
  });

  test('a name that has changed since stands on the order', async () => {
    const product = await addProduct();
    const person = await shop.signUp('Before');
    const order = () => shop.call('POST /orders', { token: person.token, body: orderFor(product, person) });
    await order();
    await shop.database.pool.query("update users set name = 'After' where email = $1", [person.email]);
    const { body } = await order();
    const read = await shop.call(`GET /orders/${body.insertedId}`, { token: person.token });
    assert.equal(read.body.name, 'After');
  });

  test('a session that does nothing but order counts as used', async (t) => {
    const product = await addProduct();
    const person = await shop.signUp();
    const order = () => shop.call('POST /orders', { token: person.token, body: orderFor(product, person) });
    await order();
    const ofPerson = 'where user_id = (select id from users where email = $1)';
    await shop.database.pool.query(
      `update sessions set updated_at = now() - interval '5 minutes' ${ofPerson}`,
      [person.email],
    );
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 });
    assert.equal((await order()).status, 201);
    const uses = async () =>
      (
        await shop.database.pool.query(
          `select from sessions ${ofPerson} and updated_at > now() - interval '1 minute'`,
          [person.email],
        )
      ).rowCount;
    // Noted beside the order, not before its answer.
    await until(async () => (await uses()) === 1);
  });
});

describe('reading orders', () => {
  test("[S7.6] one's own, newest first, with count and pieces; another's address is 403, another's order 404", async () => {
    const own = await shop.signUp();
    const product = await addProduct();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { body } = await shop.call('POST /orders', { token: own.token, body: orderFor(product, own) });
      ids.unshift(body.insertedId);
    }
    const list = await shop.call(`GET /orders?email=${own.email}`, { token: own.token });
    assert.deepEqual(
      list.body.map((order: { _id: string }) => order._id),
      ids,
    );
    const piece = await shop.call(`GET /orders?email=${own.email}&limit=1&after=${ids[0]}`, {
      token: own.token,
    });
    assert.deepEqual(
      piece.body.map((order: { _id: string }) => order._id),
      [ids[1]],
    );
    assert.equal(piece.headers.get('x-total-count'), '3');
    assert.equal((await shop.call(`GET /orders?email=${buyer.email}`, { token: own.token })).status, 403);
    assert.equal((await shop.call('GET /orders', { token: own.token })).status, 403);
    assert.equal((await shop.call(`GET /orders/${ids[0]}`, { token: buyer.token })).status, 404);
    assert.equal((await shop.call('GET /orders/nonsense', { token: own.token })).status, 404);
  });

  test('[S7.7] admins see all, one person’s, and a CSV file whose cells cannot be formulas', async () => {
    const product = await addProduct({ name: '=HYPERLINK("http://evil.example")' });
    await place(orderFor(product, buyer));
    const all = await shop.call('GET /orders', { token: admin.token });
    assert.equal(all.headers.get('x-total-count'), String(all.body.length));
    const one = await shop.call(`GET /orders?email=${buyer.email}`, { token: admin.token });
    assert.ok(one.body.every((order: { email: string }) => order.email === buyer.email));
    const csv = await shop.call('GET /orders', { token: admin.token, headers: { accept: 'text/csv' } });
    assert.match(csv.headers.get('content-type')!, /text\/csv/);
    assert.ok(csv.body.includes(`"'=HYPERLINK(""http://evil.example"")"`));
  });
});

describe('deleting an order', () => {
  test('[S7.9] gives the stock back, hides the order and keeps its history for admins’ log', async () => {
    const product = await addProduct();
    const { body } = await place(orderFor(product, buyer));
    const route = `DELETE /orders/${body.insertedId}`;
    const totalOfAll = async () =>
      Number((await shop.call('GET /orders?limit=1', { token: admin.token })).headers.get('x-total-count'));
    const total = await totalOfAll();
    assert.deepEqual((await shop.call(route, { token: buyer.token })).body, { deletedCount: 1 });
    assert.equal(await totalOfAll(), total - 1);
    assert.equal(await stockOf(product._id), 1000);
    assert.deepEqual((await shop.call(route, { token: buyer.token })).body, { deletedCount: 0 });
    assert.equal(await stockOf(product._id), 1000);
    assert.equal((await shop.call(`GET /orders/${body.insertedId}`, { token: buyer.token })).status, 404);
    const { body: events } = await shop.call(`GET /events?order=${body.insertedId}`, { token: admin.token });
    assert.deepEqual(
      events.map(({ kind, stockChange }: { kind: string; stockChange: number }) => [kind, stockChange]),
      [
        ['order_deleted', 100],
        ['order_placed', -100],
      ],
    );
  });

  test('deletes once however many ask at once', async () => {
    const product = await addProduct();
    const { body } = await place(orderFor(product, buyer));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => shop.call(`DELETE /orders/${body.insertedId}`, { token: buyer.token })),
    );
    assert.equal(
      answers.reduce((sum, answer) => sum + answer.body.deletedCount, 0),
      1,
    );
    assert.equal(await stockOf(product._id), 1000);
  });

  test('of somebody else deletes nothing, an admin may', async () => {
    const stranger = await shop.signUp();
    const { body } = await place(orderFor(await addProduct(), buyer));
    const route = `DELETE /orders/${body.insertedId}`;
    assert.deepEqual((await shop.call(route, { token: stranger.token })).body, { deletedCount: 0 });
    assert.deepEqual((await shop.call(route, { token: admin.token })).body, { deletedCount: 1 });
  });
});

describe('history', () => {
  test('tells the owner and admins who did what', async () => {
    const stranger = await shop.signUp();
    const { body } = await place(orderFor(await addProduct(), buyer));
    const route = `GET /orders/${body.insertedId}/history`;
    const { body: history } = await shop.call(route, { token: buyer.token });
    assert.equal(history.length, 1);
    assert.equal(history[0].who, buyer.email);
    assert.equal(history[0].what, 'Order placed, stock reserved');
    assert.equal((await shop.call(route, { token: stranger.token })).status, 404);
  });
});
