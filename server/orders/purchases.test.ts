import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { intentIdOf } from '../../tests/fixtures/payments.ts';
import { addProduct, purchaseFor, type WantedPart } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import type { Person } from '../../tests/testing.ts';
import { newId } from '../ground/database/uuid.ts';

// Finding, paying and deleting purchases by their own calls.
const { shop, till, admin, buyer } = await startShopWithTill();
const { database } = shop;

interface Placed {
  id: string;
  number: string;
  parts: string[];
}

/** Places a purchase of 100 pieces each of so many new products at $2.50. */
async function place(person: Person = buyer, count = 2, more: object = {}, overrides = {}): Promise<Placed> {
  const parts = await Promise.all(Array.from({ length: count }, () => addProduct(database, 1000, overrides)));
  const wanted = parts.map((_id): WantedPart => [{ _id, price: 2.5 }, 100]);
  const { status, body } = await shop.call('POST /purchases', {
    token: person.token,
    body: purchaseFor(wanted, more),
  });
  assert.equal(status, 201, JSON.stringify(body));
  return { id: body.insertedId, number: body.number, parts };
}

const as = (person: Person) => (route: string, body?: unknown) =>
  shop.call(route, { token: person.token, body });
const [mine, asAdmin] = [as(buyer), as(admin)];
const read = async (id: string) => (await mine(`GET /purchases/${id}`)).body;
const stateOf = async (id: string) => (await read(id)).state;
const stockOf = async ({ parts }: Placed): Promise<number[]> =>
  (await database.pool.query('select available from products where id = any($1::uuid[])', [parts])).rows.map(
    ({ available }) => available,
  );

describe('GET /purchases', () => {
  test('lists one person’s, newest first and in pages; everybody’s for admins', async () => {
    const person = await shop.signUp();
    const placed = [await place(person), await place(person, 1), await place(person, 3)].reverse();
    const list = async (query: string, by = person) => {
      const { status, body, headers } = await as(by)(`GET /purchases?email=${person.email}${query}`);
      return {
        status,
        ids: body.map?.(({ _id }: { _id: string }) => _id),
        total: headers.get('x-total-count'),
      };
    };
    const ids = placed.map(({ id }) => id);
    assert.deepEqual(await list(''), { status: 200, ids, total: '3' });
    assert.deepEqual(await list('', admin), { status: 200, ids, total: '3' });
    assert.deepEqual(await list('&limit=2'), { status: 200, ids: ids.slice(0, 2), total: '3' });
    assert.deepEqual(await list(`&limit=2&after=${ids[1]}`), { status: 200, ids: ids.slice(2), total: '3' });
    assert.deepEqual(await list('&after=x'), { status: 200, ids: [], total: '3' });
    const whole = await asAdmin('GET /purchases?limit=3');
    assert.deepEqual(
      whole.body.map(({ _id, lineCount }: { _id: string; lineCount: number }) => [_id, lineCount]),
      ids.map((id, n) => [id, [3, 1, 2][n]]),
    );
    const all = await asAdmin('GET /purchases');
    assert.equal(all.headers.get('x-total-count'), String(all.body.length));
    // A purchase that is deleted is in no list, and counts no more.
    await as(person)(`DELETE /purchases/${ids[0]}`);
    assert.deepEqual(await list(''), { status: 200, ids: ids.slice(1), total: '2' });
    assert.equal(
      (await asAdmin('GET /purchases?limit=1')).headers.get('x-total-count'),
      String(all.body.length - 1),
    );
  });

  test('finds by number, PO number, part and the buyer’s own part number, and narrows to a state', async () => {
    const person = await shop.signUp();
    const word = `W${newId().slice(-8)}`;
    const one = await place(person, 2, { poNumber: `Spring ${word}` });
    const other = await place(person, 1, {}, { name: `Fan ${word}`, sku: `SKU-${word}` });
    const lines = [{ productId: other.parts[0], quantity: 100, customerRef: `REF/${word}` }];
    const third = (await as(person)('POST /purchases', { ...purchaseFor([]), lines, expectedTotal: 250 }))
      .body;
    const find = async (q: string) => {
      const { body } = await as(person)(`GET /purchases?email=${person.email}&q=${encodeURIComponent(q)}`);
      return body.map(({ _id }: { _id: string }) => _id);
    };
    assert.deepEqual(await find(one.number), [one.id]);
    assert.deepEqual(await find(one.number.slice(3)), [one.id]);
    assert.deepEqual(await find(`${word.toLowerCase()} spring`), [one.id]);
    assert.deepEqual(await find(`fan ${word}`), [third.insertedId, other.id]);
    assert.deepEqual(await find(`sku-${word}`), [third.insertedId, other.id]);
    assert.deepEqual(await find(`ref/${word}`), [third.insertedId]);
    assert.deepEqual(await find('100%'), []);
    const states = async (state: string) =>
      (await as(person)(`GET /purchases?email=${person.email}&state=${state}`)).body.length;
    assert.deepEqual([await states('to_pay'), await states('paid')], [3, 0]);
    // Lines are found by the same.
    const orders = async (q: string) =>
      (await as(person)(`GET /orders?email=${person.email}&q=${encodeURIComponent(q)}`)).body.length;
    assert.deepEqual([await orders(`spring ${word}`), await orders(`ref/${word}`)], [2, 1]);
  });

  test('and GET /orders with linesEach has some lines of each, in pages that hold whole purchases', async () => {
    const person = await shop.signUp();
    const word = `W${newId().slice(-8)}`;
    const small = await place(person, 1, {}, { sku: `SKU-${word}` });
    const large = await place(person, 5);
    const all = await as(person)(`GET /orders?email=${person.email}`);
    const list = async (query: string) => {
      const { body, headers } = await as(person)(`GET /orders?email=${person.email}${query}`);
      const told = body.map((order: Record<string, unknown>) => [order.purchaseId, order.purchaseLines]);
      return {
        told,
        total: headers.get('x-total-count'),
        ids: body.map(({ _id }: { _id: string }) => _id),
      };
    };
    const ids = all.body.map(({ _id }: { _id: string }) => _id);
    const three = await list('&linesEach=3');
    assert.deepEqual(three.told, [...Array(3).fill([large.id, 5]), [small.id, 1]]);
    assert.deepEqual([three.total, three.ids], ['2', [...ids.slice(0, 3), ids[5]]]);
    assert.deepEqual((await list(`&linesEach=3&after=${ids[2]}`)).ids, [ids[5]]);
    // A deleted line is none of the first ones.
    await as(person)(`DELETE /orders/${ids[0]}`);
    const two = await list('&linesEach=2');
    assert.deepEqual(
      [two.ids, two.told[0]],
      [
        [ids[1], ids[2], ids[5]],
        [large.id, 4],
      ],
    );
    // Of a search the first ones that it finds.
    const { rows } = await database.pool.query(
      'update orders set product_name = $2 where id = $1 returning 1',
      [ids[4], `Fan ${word}`],
    );
    assert.equal(rows.length, 1);
    assert.deepEqual((await list(`&linesEach=1&q=${word}`)).ids, [ids[4], ids[5]]);
    assert.deepEqual((await list(`&linesEach=2&q=${large.number}`)).ids, [ids[1], ids[2]]);
    // Without it the list is of lines, and says nothing of the others.
    assert.deepEqual([all.headers.get('x-total-count'), all.body[0].purchaseLines], ['6', undefined]);
    for (const wrong of ['0', '10', 'x'])
      assert.equal((await as(person)(`GET /orders?email=${person.email}&linesEach=${wrong}`)).status, 400);
  });

  test('refuses what is another person’s', async () => {
    const { id } = await place();
    const stranger = as(await shop.signUp());
    assert.equal((await stranger(`GET /purchases?email=${buyer.email}`)).status, 403);
    assert.equal((await stranger('GET /purchases')).status, 403);
    for (const route of [`GET /purchases/${id}`, `POST /purchases/${id}/payment`])
      assert.equal((await stranger(route)).status, 404);
    assert.deepEqual((await stranger(`DELETE /purchases/${id}`)).body, { deletedCount: 0 });
    assert.equal((await asAdmin(`GET /purchases/${id}`)).status, 200);
    for (const unknown of [newId(), 'x', `${id}0`])
      assert.equal((await mine(`GET /purchases/${unknown}`)).status, 404);
  });
});

describe('a purchase', () => {
  test('is a list of orders, which say what the buyer said of them', async () => {
    const [part] = [await addProduct(database, 1000)];
    const lines = [{ productId: part, quantity: 100, customerRef: 'FAN-1', designators: '=M1, M4' }];
    const body = { ...purchaseFor([], { poNumber: 'PO-9' }), lines, expectedTotal: 250 };
    const { insertedId } = (await mine('POST /purchases', body)).body;
    const orders = (await mine(`GET /orders?email=${buyer.email}&limit=1`)).body;
    const { purchaseId, poNumber, customerRef, designators, shippingAdd, phone } = orders[0];
    assert.deepEqual(
      [purchaseId, poNumber, customerRef, designators, phone],
      [insertedId, 'PO-9', 'FAN-1', '=M1, M4', '+1 555 0100'],
    );
    assert.match(shippingAdd, /^Grace Hopper\n.*\nUnited States$/s);
    const csv = await shop.call(`GET /orders?email=${buyer.email}&limit=1`, {
      token: buyer.token,
      headers: { accept: 'text/csv' },
    });
    const [head, row] = csv.body.split('\r\n');
    assert.match(head, /poNumber,customerRef,designators$/);
    // What a spreadsheet would compute is text.
    assert.match(csv.body, /PO-9,FAN-1,"?'=M1, M4"?/, row);
  });

  test('of the specification’s order has one line, and the whole address as text', async () => {
    const { id } = await till.place(buyer);
    const order = (await mine(`GET /orders/${id}`)).body;
    const purchase = await read(order.purchaseId);
    assert.deepEqual(
      [purchase.shippingAdd, purchase.phone, purchase.shipTo, purchase.lines.length, purchase.lines[0]._id],
      ['1 Dock Road', '+1 555 0100', undefined, 1, id],
    );
  });

  test('has one payment for all of its lines, the same for repeats and for each of its orders', async () => {
    const placed = await place();
    const begin = () => mine(`POST /purchases/${placed.id}/payment`);
    const answers = await Promise.all([begin(), begin(), begin()]);
    const [secret] = new Set(answers.map(({ body }) => body.clientSecret));
    for (const { status, body } of answers) assert.deepEqual([status, body.clientSecret], [200, secret]);
    const [line] = (await read(placed.id)).lines;
    const { body } = await till.createIntent(buyer, { price: 500, orderId: line._id });
    assert.equal(body.clientSecret, secret);
    const paid = await till.pay(secret);
    assert.equal(paid.body.amount, 50_000);
    const settle = () => mine(`PATCH /purchases/${placed.id}`, { transactionId: intentIdOf(secret) });
    const settled = await Promise.all([settle(), settle()]);
    for (const answer of settled) assert.deepEqual([answer.status, answer.body], [200, { modifiedCount: 1 }]);
    const purchase = await read(placed.id);
    assert.deepEqual([purchase.state, purchase.transactionId], ['paid', intentIdOf(secret)]);
    const { rows } = await database.pool.query(
      "select facts -> 'lines' as lines from mails where dedupe in ('order_placed:' || $1::text, 'order_paid:' || $1::text)",
      [placed.id],
    );
    assert.deepEqual(
      rows.map(({ lines }) => lines.length),
      [2, 2],
    );
    // It stays: nobody deletes or pays it again.
    assert.equal((await mine(`DELETE /purchases/${placed.id}`)).body.code, 'already_paid');
    assert.equal((await begin()).body.code, 'already_paid');
  });

  test('tells what happened to it: of several lines at once in one entry', async () => {
    const placed = await place(buyer, 3);
    const [line] = (await read(placed.id)).lines;
    await mine(`DELETE /orders/${line._id}`);
    const { clientSecret } = (await mine(`POST /purchases/${placed.id}/payment`)).body;
    await till.pay(clientSecret);
    await mine(`PATCH /purchases/${placed.id}`, { transactionId: intentIdOf(clientSecret) });
    const { body } = await mine(`GET /purchases/${placed.id}/history`);
    assert.deepEqual(
      body.map((entry: Record<string, unknown>) => [entry.kind, entry.lines, entry.productName]),
      [
        ['order_placed', 3, undefined],
        ['order_deleted', 1, line.productName],
        ['order_paid', 2, undefined],
      ],
    );
  });

  test('is not paid by another’s payment, nor by one that has not succeeded', async () => {
    const [one, other] = [await place(), await place()];
    const { clientSecret } = (await mine(`POST /purchases/${one.id}/payment`)).body;
    const transactionId = intentIdOf(clientSecret);
    const settle = (id: string, body: object = { transactionId }) => mine(`PATCH /purchases/${id}`, body);
    assert.equal((await settle(one.id)).status, 402);
    await till.pay(clientSecret);
    assert.equal((await settle(other.id)).body.code, 'payment_mismatch');
    assert.equal((await settle(other.id, { transactionId: 'pi_unknown' })).body.code, 'unknown_payment');
    assert.equal((await settle(one.id)).status, 200);
    assert.deepEqual([await stateOf(one.id), await stateOf(other.id)], ['paid', 'to_pay']);
  });

  test('is deleted with all of its lines: the stock goes back, and nobody can pay it any more', async () => {
    const placed = await place(buyer, 3);
    const { clientSecret } = (await mine(`POST /purchases/${placed.id}/payment`)).body;
    const answers = await Promise.all([1, 2].map(() => mine(`DELETE /purchases/${placed.id}`)));
    assert.equal(
      answers.reduce((sum, { body }) => sum + body.deletedCount, 0),
      1,
    );
    assert.deepEqual(await stockOf(placed), [1000, 1000, 1000]);
    assert.equal((await mine(`GET /purchases/${placed.id}`)).status, 404);
    assert.equal((await till.stripe.paymentIntents.retrieve(intentIdOf(clientSecret))).status, 'canceled');
    assert.equal((await mine(`POST /purchases/${placed.id}/payment`)).status, 404);
  });
});
