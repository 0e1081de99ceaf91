import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { type Order, OrderSchema } from '#contract/purchases/orders.ts';
import { intentIdOf, openTill } from '../../tests/fixtures/payments.ts';
import { type Person, startTestShop } from '../../tests/testing.ts';
import { isAmongNewest, purchasesOf, readSearch } from './owned.ts';

/** The buyer's orders: one to pay, one whose hold has ended, one paid, one refunded. */
const orders: Record<'to_pay' | 'hold_ended' | 'paid' | 'refunded', Order> = Object.create(null);

const shop = await startTestShop();
const till = await openTill(shop);
const admin = await shop.signInAdmin();
const buyer = await shop.signUp();
const { pool } = shop.database;
const names = {
  to_pay: 'Case Fan 120 mm',
  hold_ended: 'Case 2U',
  paid: '100% Fan_Kit',
  refunded: 'Switch 100999',
};
for (const [state, name] of Object.entries(names)) {
  const { id, total } = await till.place(buyer);
  await pool.query('update orders set product_name = $2 where id = $1', [id, name]);
  if (state === 'hold_ended') {
    await pool.query(
      "update purchases set held_until = now() - interval '1 second' where id = (select purchase_id from orders where id = $1)",
      [id],
    );
    await shop.runJobs();
  } else if (state !== 'to_pay') {
    const { body } = await till.createIntent(buyer, { price: total, orderId: id });
    await till.pay(body.clientSecret);
    assert.equal((await till.settle(buyer, id, intentIdOf(body.clientSecret))).status, 200);
  }
  const refund = { token: admin.token, body: { reason: 'Recalled' } };
  if (state === 'refunded') await shop.call(`POST /orders/${id}/refund`, refund);
  orders[state as keyof typeof orders] = OrderSchema.parse(
    (await shop.call(`GET /orders/${id}`, { token: buyer.token })).body,
  );
}
after(() => shop.close());

/** Names of the listed orders, newest first, after a look at the total. */
async function list(query: Record<string, string>, person = buyer): Promise<string[]> {
  const search = new URLSearchParams({ email: buyer.email, ...query });
  const { status, body, headers } = await shop.call(`GET /orders?${search}`, { token: person.token });
  assert.equal(status, 200);
  if (!query.limit) assert.equal(headers.get('x-total-count'), String(body.length));
  return body.map((order: Order) => order.productName);
}

describe('orders are numbered', () => {
  test('in the order in which they were placed, each by another number', () => {
    const numbers = Object.values(orders).map(({ number }) => number);
    assert.deepEqual(numbers, numbers.toSorted());
    assert.equal(new Set(numbers).size, 4);
    for (const number of numbers) assert.match(number, /^NB-1\d{5}$/);
  });

  test('and the log tells the number, finds it, and has it in its CSV', async () => {
    const { number, _id } = orders.to_pay;
    for (const order of [number, number.slice(3), _id]) {
      const { body } = await shop.call(`GET /events?order=${order}`, { token: admin.token });
      assert.deepEqual(
        body.map((event: { kind: string; orderNumber: string }) => [event.kind, event.orderNumber]),
        [['order_placed', number]],
        order,
      );
    }
    const headers = { accept: 'text/csv' };
    const log = await shop.call(`GET /events?order=${number}`, { token: admin.token, headers });
    assert.match(log.body, new RegExp(`,${_id},${number},`));
    const all = await shop.call('GET /orders', { token: admin.token, headers });
    assert.match(
      all.body,
      new RegExp(`^_id,number,.*\r\n.*${orders.refunded._id},${orders.refunded.number},`),
    );
  });
});

describe("a list of one person's orders", () => {
  test('is narrowed to each state, and every order is in one', async () => {
    for (const [state, order] of Object.entries(orders))
      assert.deepEqual(await list({ state }), [order.productName], state);
    const wrong = await shop.call(`GET /orders?email=${buyer.email}&state=lost`, { token: buyer.token });
    assert.equal(wrong.status, 400);
  });

  test('is narrowed to a number, in each way to write it', async () => {
    const { number, productName } = orders.hold_ended;
    for (const q of [number, number.toLowerCase(), `#${number.slice(3)}`, ` ${number.slice(3)} `])
      assert.deepEqual(await list({ q }), [productName], q);
    assert.deepEqual(await list({ q: 'NB-999999' }), []);
  });

  test('is narrowed while a number is typed, with other words, and by a transaction id', async () => {
    const { number, productName } = orders.hold_ended;
    for (let length = 1; length < number.length; length += 1) {
      const q = number.slice(0, length);
      assert.ok((await list({ q })).includes(productName), q);
    }
    const digits = number.slice(3);
    assert.deepEqual(await list({ q: `${productName.split(' ')[0]} ${digits}` }), [productName]);
    assert.deepEqual(await list({ q: `nothing ${digits}` }), []);
    const { transactionId, productName: paid } = orders.paid;
    assert.deepEqual(await list({ q: transactionId!.slice(0, 12) }), [paid]);
    assert.deepEqual(await list({ q: transactionId! }), [paid]);
  });

  test('of everybody is searched for words among the newest ones only, and for a whole number or transaction id among all', async () => {
    const amongNewest = async (most: number) =>
      (await purchasesOf(shop.database.db, 'everyone').select('id').where(isAmongNewest(most)).execute())
        .length;
    assert.deepEqual([await amongNewest(3), await amongNewest(4), await amongNewest(100_000)], [3, 4, 4]);
    const sqlOf = (q: string, owner: 'everyone' | { email: string }) =>
      JSON.stringify(readSearch(q, owner), (_, value) =>
        value?.compile ? value.compile(shop.database.db).sql : value,
      );
    assert.match(sqlOf('fan', 'everyone'), /offset 100000 /);
    assert.doesNotMatch(sqlOf('fan', { email: buyer.email }), /offset/);
    for (const q of [orders.paid.number, orders.paid.transactionId!])
      assert.doesNotMatch(sqlOf(q, 'everyone'), /offset|words/);
  });

  test('is narrowed to an invoice, a tracking number, a cost center and an address, also by staff', async () => {
    const { purchaseId, productName } = orders.paid;
    await pool.query("update purchases set cost_centre = 'R&D 4711' where id = $1", [purchaseId]);
    await pool.query(
      `with shipment as (
        insert into shipments (id, purchase_id, tracking, actor, cancelled_at)
        values (gen_random_uuid(), $1, '1Z 888', 'staff', now()) returning id
      ) insert into shipment_lines (shipment_id, order_id, quantity) select id, $2, 1 from shipment`,
      [purchaseId, orders.paid._id],
    );
    const { body: purchase } = await shop.call(`GET /purchases/${purchaseId}`, { token: buyer.token });
    for (const q of [purchase.invoiceNumber, '1z 888', 'r&d 4711', '4711']) {
      assert.deepEqual(await list({ q }), [productName], q);
      const { body } = await shop.call(`GET /purchases?${new URLSearchParams({ q, email: buyer.email })}`, {
        token: buyer.token,
      });
      assert.deepEqual(
        body.map(({ _id }: { _id: string }) => _id),
        [purchaseId],
        q,
      );
    }
    const desk = async (q: string) => {
      const { body } = await shop.call(`GET /desk/purchases?${new URLSearchParams({ q })}`, {
        token: admin.token,
      });
      return body.map(({ _id }: { _id: string }) => _id);
    };
    for (const q of [purchase.invoiceNumber, '1z 888', 'r&d 4711'])
      assert.deepEqual(await desk(q), [purchaseId], q);
    assert.equal((await desk(buyer.email)).length, 4);
    assert.equal((await list({ q: buyer.email }, admin)).length, 4);
    assert.deepEqual(await list({ q: 'nobody@example.com' }, admin), []);
  });

  test('is narrowed to names that hold all words, in any order and case', async () => {
    assert.deepEqual(await list({ q: 'fan CASE' }), ['Case Fan 120 mm']);
    assert.deepEqual(await list({ q: 'case' }), ['Case 2U', 'Case Fan 120 mm']);
    // Digits of a number may stand in a name, and no sign in the words is a wildcard.
    assert.deepEqual(await list({ q: '100999' }), ['Switch 100999']);
    assert.deepEqual(await list({ q: '%' }), ['100% Fan_Kit']);
    assert.deepEqual(await list({ q: 'n_k' }), ['100% Fan_Kit']);
    assert.deepEqual(await list({ q: 'case', state: 'hold_ended' }), ['Case 2U']);
  });

  test('goes on in pages', async () => {
    const [first] = await list({ q: 'case', limit: '1' });
    assert.equal(first, 'Case 2U');
    assert.deepEqual(await list({ q: 'case', limit: '1', after: orders.hold_ended._id }), [
      'Case Fan 120 mm',
    ]);
  });

  test('is exported narrowed', async () => {
    const { body } = await shop.call(`GET /orders?email=${buyer.email}&state=paid`, {
      token: buyer.token,
      headers: { accept: 'text/csv' },
    });
    assert.equal(body.trim().split('\r\n').length, 2);
  });

  test('does not show another person’s by any number', async () => {
    const other = await shop.signUp();
    const search = new URLSearchParams({ email: other.email, q: orders.paid.number });
    const { body } = await shop.call(`GET /orders?${search}`, { token: other.token });
    assert.deepEqual(body, []);
  });
});

describe('the sum to pay', () => {
  const summary = async (person: Person) =>
    (await shop.call(`GET /orders/summary?email=${person.email}`, { token: person.token })).body;

  test('is that of the orders whose stock is held, with the end of the first hold', async () => {
    const { allowance: _allowance, ...of } = await summary(buyer);
    assert.deepEqual(of, {
      unpaid: 1,
      toPay: 1999,
      firstHoldEnds: orders.to_pay.heldUntil,
      endingSoon: 0,
      // Another one was refunded.
      ...{ onTheWay: 0, toShip: 1 },
      spentThisMonth: 1999,
      monthStart: `${new Date().toISOString().slice(0, 7)}-01`,
    });
    const { monthStart: _, allowance: __, ...figures } = await summary(await shop.signUp());
    const none = { unpaid: 0, toPay: 0, firstHoldEnds: null, endingSoon: 0, onTheWay: 0, spentThisMonth: 0 };
    assert.deepEqual(figures, { ...none, toShip: 0 });
  });

  test('tells which holds end soon, and counts what was paid this month, less what was refunded of it', async () => {
    const person = await shop.signUp();
    const paid = await till.payOrder(person);
    await till.place(person);
    const ofPurchase = 'from orders where orders.id = $1 and purchases.id = purchase_id';
    const change = (text: string, ...values: unknown[]) =>
      pool.query(`update purchases set ${text} ${ofPurchase}`, [paid.id, ...values]);
    await pool.query(
      "update purchases set held_until = now() + interval '119 minutes' where buyer_email = $1 and state = 'held'",
      [person.email],
    );
    const figures = async () => {
      const { endingSoon, spentThisMonth } = await summary(person);
      return [endingSoon, spentThisMonth];
    };
    assert.deepEqual(await figures(), [1, 1999]);
    const goBack = (cents: number) =>
      pool.query('update payments set refunded_cents = $2 where intent_id = $1', [paid.intentId, cents]);
    await goBack(100_000);
    assert.deepEqual(await figures(), [1, 999]);
    await goBack(0);
    await change("paid_at = date_trunc('month', now(), 'UTC') - interval '1 second'");
    assert.equal((await figures())[1], 0);
  });

  test('counts what is to be shipped and what is on the way by what has gone out and come back', async () => {
    const person = await shop.signUp();
    const { id } = await till.payOrder(person);
    const [order] = (await shop.call(`GET /orders?email=${person.email}`, { token: person.token })).body;
    const { purchaseId } = order;
    const as = (who: Person, route: string, body: unknown) =>
      shop.call(route, { token: who.token, body, headers: { 'idempotency-key': randomUUID() } });
    const seen = async () => {
      const { onTheWay, toShip } = await summary(person);
      const [line] = (await shop.call(`GET /orders?email=${person.email}`, { token: person.token })).body;
      const { shipping, shippedPieces, returned, returnedPieces } = line;
      const dates = [line.shippedAt, line.returnedAt].map((at) => at && !Number.isNaN(Date.parse(at)));
      return [onTheWay, toShip, shipping, shippedPieces, dates[0], returned, returnedPieces, dates[1]];
    };
    const unsent = [undefined, undefined] as const;
    assert.deepEqual(await seen(), [0, 1, 'none', ...unsent, undefined, ...unsent]);
    const ship = (quantity: number) =>
      as(admin, `POST /purchases/${purchaseId}/shipments`, { lines: [{ orderId: id, quantity }] });
    await ship(60);
    assert.deepEqual(await seen(), [1, 1, 'part', 60, true, undefined, ...unsent]);
    await ship(order.order - 60);
    assert.deepEqual(await seen(), [1, 0, 'all', order.order, true, undefined, ...unsent]);
    const comeBack = async (quantity: number) => {
      const lines = [{ orderId: id, quantity }];
      const asked = await as(person, `POST /purchases/${purchaseId}/returns`, {
        lines: [{ ...lines[0], reason: 'Too many' }],
      });
      const back = `/returns/${asked.body.insertedId}`;
      await as(admin, `PATCH ${back}`, { state: 'accepted' });
      const received = [{ ...lines[0], condition: 'As new', restock: false }];
      assert.equal((await as(admin, `POST ${back}/receive`, { lines: received })).status, 200);
    };
    await comeBack(10);
    assert.deepEqual(await seen(), [1, 0, 'all', order.order, true, 'part', 10, true]);
    // The end of a return of which nothing came back says nothing of when something did.
    const returnedAt = async () =>
      (await shop.call(`GET /orders?email=${person.email}`, { token: person.token })).body[0].returnedAt;
    const before = await returnedAt();
    const lines = [{ orderId: id, quantity: 5, reason: 'Too many' }];
    const other = await as(person, `POST /purchases/${purchaseId}/returns`, { lines });
    await as(admin, `PATCH /returns/${other.body.insertedId}`, { state: 'accepted' });
    await as(admin, `PATCH /returns/${other.body.insertedId}`, { state: 'closed' });
    assert.equal(await returnedAt(), before);
    await comeBack(order.order - 10);
    assert.deepEqual(await seen(), [0, 0, 'all', order.order, true, 'all', order.order, true]);
    await pool.query("update shipments set created_at = now() - interval '31 days' where purchase_id = $1", [
      purchaseId,
    ]);
    assert.equal((await seen())[0], 0);
  });

  test('comes with what may be unpaid, and what is: also orders whose hold has ended, and other people’s that staff ask for', async () => {
    const person = await shop.signUp();
    const allowance = async () => (await summary(person)).allowance;
    // The terms of shops in tests.
    const none = { unpaidOrders: 0, mostUnpaid: 1_000_000, held: 0, mostHeld: 1_000_000_000 };
    assert.deepEqual(await allowance(), none);
    await till.place(person);
    const { id } = await till.place(person);
    assert.deepEqual(await allowance(), { ...none, unpaidOrders: 2, held: 2 * 1999 });
    await pool.query(
      "update purchases set held_until = now() - interval '1 second' where id = (select purchase_id from orders where id = $1)",
      [id],
    );
    await shop.runJobs();
    await pool.query('update users set email_verified = true where email = $1', [person.email]);
    const proven = { ...none, unpaidOrders: 2, held: 1999, mostHeld: null };
    assert.deepEqual(await allowance(), proven);
    const asked = await shop.call(`GET /orders/summary?email=${person.email}`, { token: admin.token });
    assert.deepEqual(asked.body.allowance, proven);
    const gone = await shop.call('GET /orders/summary?email=nobody@parts.example.com', {
      token: admin.token,
    });
    assert.deepEqual(gone.body.allowance, none);
  });

  test('is larger than a 32-bit number of cents when it has to be', async () => {
    const rich = await shop.signUp();
    const { id } = await till.place(rich);
    await shop.database.pool.query(
      `with line as (update orders set total_cents = 9999999900, unit_price_micros = 999999990000 where id = $1 returning *)
       update purchases set total_cents = line.total_cents from line where purchases.id = purchase_id`,
      [id],
    );
    assert.equal((await summary(rich)).toPay, 99_999_999);
  });

  test('needs to know whose', async () => {
    assert.equal((await shop.call('GET /orders/summary', { token: admin.token })).status, 400);
  });
});
