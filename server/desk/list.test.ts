import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DeskPurchase } from '#contract/desk/schema.ts';
import { readCells } from '#contract/tables/workbook.ts';
import { signUpStaff } from '../../tests/fixtures/accounts.ts';
import { idOf, openCompany } from '../../tests/fixtures/companies.ts';
import { openTill, type Till } from '../../tests/fixtures/payments.ts';
import { addProduct, purchaseFor, type WantedPart } from '../../tests/fixtures/purchases.ts';
import { type Person, startTestShop, type TestShop } from '../../tests/testing.ts';
import { newId } from '../ground/database/uuid.ts';

/** Each by its name: of two buyers, of several parts, paid and not. */
const placed: Record<'small' | 'large' | 'paid' | 'deleted', string> = Object.create(null);
let shop: TestShop;
let till: Till;
let admin: Person;
let buyer: Person;
let other: Person;
let parts: { _id: string; price: number }[];

async function buy(person: Person, lines: WantedPart[], more: object = {}): Promise<string> {
  const body = purchaseFor(lines, more);
  const answer = await shop.call('POST /purchases', { token: person.token, body });
  assert.equal(answer.status, 201, answer.body.message);
  return answer.body.insertedId;
}

before(async () => {
  shop = await startTestShop();
  till = await openTill(shop);
  admin = await shop.signInAdmin();
  [buyer, other] = [await shop.signUp(), await shop.signUp()];
  parts = await Promise.all(
    ['DESK-1', 'DESK-2', 'DESK-3'].map(async (sku) => ({
      _id: await addProduct(shop.database, 10_000, { sku }),
      price: 2.5,
    })),
  );
  placed.small = await buy(buyer, [[parts[0]!, 100]], { poNumber: '=4711' });
  placed.large = await buy(
    other,
    parts.map((part): WantedPart => [part, 200]),
  );
  const { id } = await till.payOrder(other);
  placed.paid = (await shop.call(`GET /orders/${id}`, { token: other.token })).body.purchaseId;
  placed.deleted = await buy(buyer, [[parts[0]!, 100]]);
  await shop.call(`DELETE /purchases/${placed.deleted}`, { token: buyer.token });
});
after(() => shop.close());

async function list(query: Record<string, string> = {}): Promise<DeskPurchase[]> {
  const { status, body } = await shop.call(`GET /desk/purchases?${new URLSearchParams(query)}`, {
    token: admin.token,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const nameOf = (id: string) => Object.entries(placed).find(([, one]) => one === id)?.[0];
const names = async (query?: Record<string, string>) => (await list(query)).map(({ _id }) => nameOf(_id));

describe('the list of staff', () => {
  test('has all purchases that are not deleted, newest first, with the ids of their orders', async () => {
    const [paid, large, small] = await list();
    assert.deepEqual(
      [paid, large, small].map((one) => nameOf(one!._id)),
      ['paid', 'large', 'small'],
    );
    assert.equal(large!.orderIds.length, 3);
    assert.deepEqual([large!.lineCount, large!.pieces, large!.total], [3, 600, 1500]);
    const { body } = await shop.call(`GET /purchases/${placed.large}`, { token: other.token });
    assert.deepEqual(
      large!.orderIds,
      body.lines.map(({ _id }: { _id: string }) => _id),
    );
  });

  test('is sorted by each of its orders, and goes on behind each of its entries', async () => {
    const orders: [sort: string, names: string[]][] = [
      ['placed', ['small', 'large', 'paid']],
      ['-placed', ['paid', 'large', 'small']],
      ['total', ['small', 'large', 'paid']],
      ['-total', ['paid', 'large', 'small']],
      ['paid', ['paid']],
      ['-paid', ['paid']],
    ];
    for (const [sort, wanted] of orders) {
      const whole = await list({ sort });
      assert.deepEqual(
        whole.map(({ _id }) => nameOf(_id)),
        wanted,
        sort,
      );
      for (const [index, { _id }] of whole.entries())
        assert.deepEqual(
          await names({ sort, limit: '1', after: _id }),
          wanted.slice(index + 1, index + 2),
          sort,
        );
    }
    const byBuyer = (await list({ sort: 'buyer' })).map(({ email }) => email);
    assert.deepEqual(byBuyer, byBuyer.toSorted());
    assert.deepEqual(
      (await list({ sort: '-buyer' })).map(({ email }) => email),
      byBuyer.toReversed(),
    );
  });

  test('is narrowed by state, buyer, part, day and what is to ship', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const [sent] = await list({ state: 'paid' });
    const cases: [query: Record<string, string>, names: string[]][] = [
      [{ state: 'to_pay' }, ['large', 'small']],
      [{ state: 'paid' }, ['paid']],
      [{ state: 'refunded' }, []],
      [{ buyer: other.email.toUpperCase() }, ['paid', 'large']],
      [{ buyer: buyer.email.split('@')[0]! }, ['small']],
      [{ buyer: await idOf(shop, other) }, ['paid', 'large']],
      [{ buyer: 'nobody' }, []],
      [{ part: 'desk-1' }, ['large', 'small']],
      [{ part: parts[1]!._id }, ['large']],
      [{ part: 'DESK' }, []],
      [{ from: today, until: today }, ['paid', 'large', 'small']],
      [{ until: '2020-01-01' }, []],
      [{ from: '2100-01-01' }, []],
      [{ unshipped: 'yes' }, ['paid']],
      [{ unshipped: 'overdue' }, []],
      [{ buyer: other.email, part: 'DESK-2', state: 'to_pay', sort: 'total' }, ['large']],
    ];
    for (const [query, wanted] of cases) assert.deepEqual(await names(query), wanted, JSON.stringify(query));
    assert.equal(nameOf(sent!._id), 'paid');
  });

  test('a purchase that was paid long ago and is still to ship is overdue', async () => {
    const move = (days: number) =>
      shop.database.pool.query(
        'update purchases set (paid_at, accepted_at) = (now() - make_interval(days => $2), now() - make_interval(days => $2)) where id = $1',
        [placed.paid, days],
      );
    await move(4);
    assert.deepEqual(await names({ unshipped: 'overdue' }), ['paid']);
    const told = async () =>
      (await list()).filter(({ isOverdue }) => isOverdue).map(({ _id }) => nameOf(_id));
    assert.deepEqual(await told(), ['paid']);
    // The settings say after how many days: the list and the overview count by it.
    const { body } = await shop.call('GET /settings', { token: admin.token });
    const { revision, value } = body.orders;
    const set = (revision: number, value: object | null) =>
      shop.call('PUT /settings/orders', { token: admin.token, body: { revision, value } });
    const overdue = async () =>
      (await shop.call('GET /desk/overview', { token: admin.token })).body.toDo.unshipped.overdue;
    assert.equal(await overdue(), 1);
    assert.equal((await set(revision, { ...value, shipWithinDays: 5 })).status, 200);
    assert.deepEqual([await names({ unshipped: 'overdue' }), await overdue()], [[], 0]);
    await set(revision + 1, null);
    assert.deepEqual([await names({ unshipped: 'overdue' }), await overdue()], [['paid'], 1]);
    await move(0);
    assert.deepEqual(await names({ unshipped: 'overdue' }), []);
    assert.deepEqual(await told(), []);
  });

  test('finds by any whole number and by the beginning of an id, and by nothing less', async () => {
    const [paid] = await list({ state: 'paid' });
    const [small] = await list({ q: '=4711' });
    assert.equal(nameOf(small!._id), 'small');
    const { body } = await shop.call(`GET /purchases/${placed.paid}`, { token: other.token });
    for (const q of [
      ...[paid!.number, paid!.number.slice(3), paid!.number.toLowerCase(), ` ${paid!.number} `],
      ...[paid!._id, paid!.orderIds[0]!, paid!.transactionId!, body.invoiceNumber],
    ])
      assert.deepEqual(await names({ q }), ['paid'], q);
    assert.deepEqual(await names({ q: 'desk-3' }), ['large']);
    // All were placed within the minute or two that ids which begin alike are of.
    for (const id of [paid!._id, paid!.orderIds[0]!, paid!._id.toUpperCase()]) {
      assert.ok((await names({ q: id.slice(0, 8) })).includes('paid'), id);
      for (const length of [24, 30, 35])
        assert.deepEqual(await names({ q: id.slice(0, length) }), ['paid'], id);
    }
    for (const q of [
      'NB-999999999',
      '4711',
      '=471',
      paid!._id.replace(/.$/, (last) => (last === 'f' ? 'e' : 'f')),
      ...['pi_', 'CN-000001', '@'],
      ...[paid!._id.slice(1, 12), `${paid!._id.slice(0, 30)}g`, `${paid!._id}0`],
    ])
      assert.deepEqual(await names({ q }), [], q);
  });

  test('counts and sums what a filter finds', async () => {
    const summary = async (query: Record<string, string> = {}) =>
      (await shop.call(`GET /desk/purchases/summary?${new URLSearchParams(query)}`, { token: admin.token }))
        .body;
    assert.deepEqual(await summary(), { purchases: 3, orders: 5, isMore: false });
    assert.deepEqual(await summary({ part: 'DESK-1' }), {
      purchases: 2,
      orders: 4,
      total: 1750,
      isMore: false,
    });
    // A filter by an id says whose it is.
    const company = await openCompany(shop, 'Acme Desk');
    const told = await Promise.all(
      [company.id, await idOf(shop, other), newId(), 'Acme'].map((one) => summary({ buyer: one })),
    );
    assert.deepEqual(
      told.map((one) => [one.buyer, one.purchases]),
      [
        ['Acme Desk', 0],
        [other.name, 2],
        [undefined, 0],
        [undefined, 0],
      ],
    );
    // Staff find the same, and are not told what it comes to.
    const { token } = await signUpStaff(shop, admin);
    const { body } = await shop.call('GET /desk/purchases/summary?part=DESK-1', { token });
    assert.deepEqual(body, { purchases: 2, orders: 4, isMore: false });
    const { headers } = await shop.call('GET /desk/purchases?limit=1&part=DESK-1', { token: admin.token });
    assert.equal(headers.get('x-total-count'), '2');
  });

  test('is exported as it is narrowed and sorted, and a PO number is no formula', async () => {
    const file = (query: string) => shop.call(`GET /desk/purchases/export?${query}`, { token: admin.token });
    const csv = await file('part=DESK-1&sort=total');
    assert.match(csv.headers.get('content-disposition')!, /orders\.csv/);
    const [head, ...rows] = csv.body.trim().split('\r\n');
    assert.match(head, /^number,state,shipping,/);
    assert.equal(rows.length, 2);
    assert.match(rows[0], /,'=4711,/);
    const workbook = await fetch(`${shop.origin}/desk/purchases/export?part=DESK-1&sort=total&format=xlsx`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    assert.match(workbook.headers.get('content-type')!, /spreadsheetml/);
    const [names, ...cells] = await readCells(new Uint8Array(await workbook.arrayBuffer()), {
      ...{ rows: 10, columns: 50, unpackedBytes: 1_000_000 },
    });
    assert.deepEqual(names, head.split(','));
    const column = (name: string) => cells.map((row) => row[names!.indexOf(name)]);
    assert.deepEqual(
      [column('total'), column('pieces')],
      [
        [250, 1500],
        [100, 600],
      ],
    );
    assert.equal(column('poNumber')[0], '=4711');
    assert.equal((await file('format=pdf')).status, 400);
  });

  test('a purchase is to refund while more pieces of it came back than are refunded', async () => {
    const { pool } = shop.database;
    const { rows } = await pool.query('select id from orders where purchase_id = $1', [placed.paid]);
    const [{ id }] = rows;
    const asAdmin = async (route: string, body: object) => {
      const answer = await shop.call(route, { token: admin.token, body });
      assert.ok(answer.status < 300, JSON.stringify(answer.body));
      return answer.body;
    };
    const owed = () => names({ refund: 'owed' });
    await asAdmin(`POST /purchases/${placed.paid}/shipments`, { lines: [{ orderId: id, quantity: 50 }] });
    const returned = { lines: [{ orderId: id, quantity: 30, reason: 'Too many' }] };
    const { insertedId } = await asAdmin(`POST /purchases/${placed.paid}/returns`, returned);
    const refund = (quantity: number, of: 'shipped' | 'unshipped') =>
      asAdmin(`POST /purchases/${placed.paid}/refunds`, {
        ...{ lines: [{ orderId: id, quantity, of }], reason: 'Returned' },
      });
    // What is cancelled and refunded at once is nothing that is owed, and pays for nothing that comes back.
    await refund(10, 'unshipped');
    assert.deepEqual(await owed(), []);
    const line = { orderId: id, quantity: 20, condition: 'as new', restock: false };
    await asAdmin(`POST /returns/${insertedId}/receive`, { lines: [line] });
    assert.deepEqual(await owed(), ['paid']);
    assert.deepEqual(await names({ refund: 'owed', state: 'to_pay' }), []);
    await refund(19, 'shipped');
    assert.deepEqual(await owed(), ['paid']);
    await refund(1, 'shipped');
    assert.deepEqual(await owed(), []);
    // Refunded before the rest comes back.
    await refund(10, 'shipped');
    await asAdmin(`POST /returns/${insertedId}/receive`, { lines: [{ ...line, quantity: 10 }] });
    assert.deepEqual(await owed(), []);
  });

  test('refuses filters that do not exist, with the field that is wrong', async () => {
    for (const query of [
      'state=lost',
      'sort=name',
      'from=yesterday',
      'unshipped=no',
      'refund=no',
      'limit=1000',
    ]) {
      const { status, body } = await shop.call(`GET /desk/purchases?${query}`, { token: admin.token });
      assert.equal(status, 400, query);
      assert.ok(JSON.stringify(body).includes(query.split('=')[0]!), query);
    }
  });
});
