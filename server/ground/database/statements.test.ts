import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { CallName } from '#contract/api.ts';
import { openTill } from '../../../tests/fixtures/payments.ts';
import { addPriceList, assignLists } from '../../../tests/fixtures/price-lists.ts';
import {
  addProduct as addPart,
  callerOf,
  purchaseFor,
  type WantedPart,
} from '../../../tests/fixtures/purchases.ts';
import { orderFor, startTestShop } from '../../../tests/testing.ts';
import { newId } from './uuid.ts';

/**
 * The most statements that the shop may send to its database for a call, `begin` and `commit` among them: round trips, which
 * are what a call's time is made of. (Calls that the provider answers by a webhook are left out: its statements come at any
 * time.)
 */
const BUDGET = {
  // With a token, whose caller is looked up. Without one they are remembered, and cost none.
  listProducts: 1,
  getProduct: 1,
  getConfig: 0,
  getHealth: 0,
  getReadiness: 1,
  listReviews: 2,
  placeOrder: 4,
  listOrders: 3,
  summarizeOrders: 2,
  getOrder: 2,
  getOrderHistory: 3,
  deleteOrder: 12,
  placePurchase: 4,
  listPurchases: 3,
  getPurchase: 5,
  addShipment: 7,
  isAdmin: 1,
  listUsers: 3,
  listEvents: 3,
  addProduct: 8,
  changeProduct: 7,
  addReview: 6,
  // However many lists and parts.
  listOffers: 2,
  matchLines: 2,
} satisfies { [N in CallName]?: number };

/**
 * The polls of the catalogue and of the settings, announcements, and the outbox's look for mails that are due, which run by their own clock: on a slow
 * machine one falls into each call.
 */
const BY_THE_CLOCK =
  /"changed_at" >|pg_notify|cross join lateral \(\s*select revision, value from shop_settings|^\s*select from mails where next_at <= now\(\) and kind = /;

/** Background jobs and news of stock may fall into a call's time, but not each time. */
const TRIES = 20;
/** Milliseconds without a statement, after which the mails of the calls before are taken to be sent. */
const QUIET_MS = 50;

let sent: string[] = [];
/** Every statement that the shop has sent, each once. */
const known = new Set<string>();
const { query } = pg.Client.prototype;

// biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads
pg.Client.prototype.query = function (this: any, ...args: any[]): any {
  const [statement] = args;
  if (this.connectionParameters.application_name === 'northbridge') {
    const text = typeof statement === 'string' ? statement : statement.text;
    if (!BY_THE_CLOCK.test(text)) sent.push(text);
    known.add(text);
  }
  return (query as (...rest: unknown[]) => unknown).apply(this, args);
};
const shop = await startTestShop({ JOB_SECONDS: '60' });
const till = await openTill(shop, 1_000_000);
const buyer = await shop.signUp();
/** Has no orders yet: one person may have so many unpaid ones. They order more than the minimum that the first test sets. */
const ENOUGH = 200;
const another = await shop.signUp();
const admin = await shop.signInAdmin();
after(async () => {
  pg.Client.prototype.query = query;
  await shop.close();
});

/** Waits until the shop has sent all that it does after its answers. Each order has a mail: many of them go on for as long as calls do. */
async function untilQuiet(): Promise<void> {
  do {
    sent = [];
    await setTimeout(QUIET_MS);
  } while (sent.length > 0);
}

/** Returns the statements of the first call within its budget, or else of the call with the fewest. */
async function fewest(
  prepare: () => Promise<() => Promise<{ status: number }>>,
  budget: number,
): Promise<string[]> {
  let least: string[] | undefined;
  for (let one = 0; one < TRIES && (least?.length ?? Number.POSITIVE_INFINITY) > budget; one += 1) {
    const call = await prepare();
    await untilQuiet();
    const { status } = await call();
    const during = sent;
    sent = [];
    assert.ok(status < 300, `answered ${status}`);
    if (!least || during.length < least.length) least = during;
  }
  return least!;
}

/** Places and pays a purchase; returns its id, and a piece of each of its lines. */
async function purchaseOf(parts: WantedPart[]) {
  const { token } = buyer;
  const { body: placed } = await shop.call('POST /purchases', { token, body: purchaseFor(parts) });
  const id: string = placed.insertedId;
  const { body: begun } = await shop.call(`POST /purchases/${id}/payment`, { token });
  const { body: intent } = await till.pay(begun.clientSecret);
  await shop.call(`PATCH /purchases/${id}`, { token, body: { transactionId: intent.id } });
  const { body } = await shop.call(`GET /purchases/${id}`, { token });
  return { id, lines: body.lines.map(({ _id: orderId }: { _id: string }) => ({ orderId, quantity: 1 })) };
}

test('no call sends more statements than its budget', async () => {
  const { product } = till;
  const asBuyer = (route: string, body?: unknown) => () => shop.call(route, { token: buyer.token, body });
  const asAdmin = (route: string, body?: unknown) => () => shop.call(route, { token: admin.token, body });
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });
  const order = await till.place(buyer);
  const { purchaseId } = (await shop.call(`GET /orders/${order.id}`, { token: buyer.token })).body;
  const parts = await Promise.all(
    Array.from({ length: 50 }, async () => ({ _id: await addPart(shop.database, 1_000_000), price: 2.5 })),
  );
  const bought = await purchaseOf(parts.map((part): WantedPart => [part, 100]));
  // Placed long before they are needed, when the news of their stock have gone round.
  const spare = await Promise.all(Array.from({ length: TRIES }, () => till.place(buyer)));
  const calls: Record<keyof typeof BUDGET, () => Promise<() => Promise<{ status: number }>>> = {
    listProducts: async () => asBuyer('GET /products'),
    getProduct: async () => asBuyer(`GET /products/${product._id}`),
    getConfig: async () => () => shop.call('GET /config'),
    getHealth: async () => () => shop.call('GET /healthz'),
    getReadiness: async () => () => shop.call('GET /readyz'),
    listReviews: async () => () => shop.call('GET /reviews'),
    placeOrder: async () => () =>
      shop.call('POST /orders', { token: buyer.token, headers: key(), body: orderFor(product, buyer) }),
    listOrders: async () => asBuyer(`GET /orders?email=${buyer.email}`),
    summarizeOrders: async () => asBuyer(`GET /orders/summary?email=${buyer.email}`),
    getOrder: async () => asBuyer(`GET /orders/${order.id}`),
    getOrderHistory: async () => asBuyer(`GET /orders/${order.id}/history`),
    deleteOrder: async () => asBuyer(`DELETE /orders/${spare.pop()!.id}`),
    placePurchase: async () => () =>
      shop.call('POST /purchases', {
        token: buyer.token,
        headers: key(),
        body: purchaseFor(
          parts.map((part): WantedPart => [part, 100]),
          { poNumber: 'PO-1' },
        ),
      }),
    listPurchases: async () => asBuyer(`GET /purchases?email=${buyer.email}&q=part`),
    getPurchase: async () => asBuyer(`GET /purchases/${purchaseId}`),
    // All of its 50 lines: a piece of each.
    addShipment: async () => asAdmin(`POST /purchases/${bought.id}/shipments`, { lines: bought.lines }),
    isAdmin: async () => asBuyer(`GET /admin/${buyer.email}`),
    listUsers: async () => asAdmin('GET /users?limit=50'),
    listEvents: async () => asAdmin('GET /events?limit=50'),
    addProduct: async () => () =>
      shop.call('POST /products', {
        token: admin.token,
        headers: key(),
        body: { name: 'A', image: '/images/x.webp', shortDetails: 'B', minOrder: 1, available: 1, price: 1 },
      }),
    changeProduct: async () =>
      asAdmin(`PATCH /products/${product._id}`, { minOrder: 100 + Math.ceil(Math.random() * 9) }),
    addReview: async () => () =>
      shop.call('POST /reviews', {
        token: buyer.token,
        headers: key(),
        body: { name: buyer.name, email: buyer.email, ratings: '5', description: 'Good' },
      }),
    listOffers: async () => asBuyer(`GET /offers?ids=${parts.map(({ _id }) => _id)}`),
    matchLines: async () =>
      asBuyer('POST /lines/match', {
        lines: parts.map(({ _id: productId }) => ({ productId, quantity: 100 })),
      }),
  };
  const over: string[] = [];
  for (const [name, budget] of Object.entries(BUDGET)) {
    const statements = await fewest(calls[name as keyof typeof BUDGET], budget);
    if (statements.length > budget)
      over.push(
        [`${name}: ${statements.length} instead of ${budget}`, ...statements.map(shorten)].join('\n  '),
      );
  }
  assert.deepEqual(over, []);
});

/** Enough of a statement to know it by. */
function shorten(statement: string): string {
  return statement.trim().slice(0, 150);
}

/**
 * May read a table from one end to the other: throwing away what has expired, every few minutes; the sandbox's one row;
 * an admin who finds a person by any part of name or address; all categories, which each process keeps; and half a year's days.
 */
const MAY_READ_ALL =
  /^select "id", "slug", "name", "attributes" from "categories"$|^delete from \w+ where \w+ < now\(\)$|^delete from shop_days |\bsandbox_|\bstrpos\(email, /;

async function explainsGenericPlans(): Promise<boolean> {
  const { rows } = await shop.database.pool.query('show server_version_num');
  return Number(rows[0].server_version_num) >= 160_000;
}

async function planOf(text: string): Promise<string> {
  const { rows } = await shop.database.pool.query(`explain (generic_plan, costs off) ${text}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('no statement reads a whole table for some of its rows, not even one planned when there were few', async (t) => {
  if (!(await explainsGenericPlans())) return t.skip('PostgreSQL explains generic plans from 16 on');
  const list = await addPriceList(shop.database, 'List', { [till.product._id]: till.product.price });
  await assignLists(shop.database, (await callerOf(shop.database, another)).buyerId, [list]);
  const order = await till.place(another, ENOUGH);
  const offers = await shop.call(`GET /offers?ids=${till.product._id}`, { token: another.token });
  assert.equal(offers.body[0].source.name, 'List');
  for (const path of [
    '/orders?limit=5',
    `/orders?limit=5&after=${order.id}`,
    `/orders?limit=5&email=${buyer.email}`,
    `/orders?limit=5&email=${buyer.email}&q=part&state=to_pay`,
    '/orders?limit=5&q=NB-100001',
    `/orders/summary?email=${buyer.email}`,
    '/events?limit=5&order=NB-100001',
    '/events?limit=5&kind=payments',
    '/events?limit=5&kind=reconciliation',
    `/events?limit=5&person=${buyer.email}`,
    `/events?limit=5&product=${till.product._id}`,
    '/payments/refunds-due?limit=5',
    '/payments/to-answer?limit=5',
    '/payments/disputes?limit=5&after=du_1',
    '/payments/disputes?limit=5&state=open',
    '/payments/disputes?limit=5&state=over',
    '/users?limit=5&q=robin',
    '/desk/customers?limit=5&q=robin',
    '/desk/customers?limit=5&q=robin&sort=-seen',
    '/desk/customers?limit=5&state=unpaid&sort=name',
    '/desk/reviews?limit=5',
    '/desk/reviews?limit=5&state=hidden&q=robin',
    '/desk/reviews?limit=5&state=shown',
    '/desk/overview',
    '/desk/purchases?limit=5&q=NB-100001&state=paid',
    `/desk/purchases?limit=5&q=${order.id}&unshipped=overdue`,
    `/desk/purchases?limit=5&sort=-total&buyer=${buyer.email}&part=AF-1`,
    '/desk/purchases?limit=5&sort=buyer&from=2026-01-01&until=2030-01-01',
    '/desk/purchases?limit=5&sort=paid&state=refunded',
    '/desk/purchases/summary?state=hold_ended',
    '/desk/mails?limit=5',
    '/desk/purchases?unshipped=yes&sort=paid&limit=5',
    `/shipping/pick-list?purchases=${newId()}`,
    '/returns?limit=5',
    '/settings',
    '/settings/home/versions',
    '/metrics',
  ])
    assert.equal((await shop.call(`GET ${path}`, { token: admin.token })).status, 200, path);
  for (const path of [`/shipments/${newId()}/label.pdf`, `/returns/${newId()}/pictures/1`])
    assert.equal((await shop.call(`GET ${path}`, { token: admin.token })).status, 404, path);
  await shop.runJobs();
  const statements = [...known].filter(
    (text) => /^\s*(select|insert|update|delete|with)\b/i.test(text) && !MAY_READ_ALL.test(text),
  );
  assert.ok(statements.length > 30, `${statements.length} statements`);
  const { pool } = shop.database;
  await pool.query('analyze');
  const faulty: string[] = [];
  for (const text of statements) {
    const plan = await planOf(text);
    if (plan.includes('Seq Scan')) faulty.push(`${text}\n${plan}`);
  }
  assert.deepEqual(faulty, []);
});

test('a page from the middle of all orders reads both of its indexes from there on, also when they are merged', async (t) => {
  if (!(await explainsGenericPlans())) return t.skip('PostgreSQL explains generic plans from 16 on');
  const order = await till.place(another, ENOUGH);
  await shop.call(`GET /orders?limit=5&after=${order.id}`, { token: admin.token });
  const text = [...known].find((one) => one.includes('-orders.line_no) <'))!;
  const client = await shop.database.pool.connect();
  try {
    // As PostgreSQL joins a million lines with their purchases.
    await client.query('begin; set local enable_nestloop = off; set local enable_hashjoin = off');
    const { rows } = await client.query(`explain (generic_plan, costs off) ${text}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(plan, /Merge Join/);
    assert.match(plan, /Index Cond: \(purchase_id <= /);
    assert.match(plan, /Index Cond: \(id <= /);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a page of customers by name is read in the order of an index, from the one before on', async (t) => {
  if (!(await explainsGenericPlans())) return t.skip('PostgreSQL explains generic plans from 16 on');
  const { body } = await shop.call('GET /desk/customers?limit=1&sort=name', { token: admin.token });
  const after = await shop.call(`GET /desk/customers?limit=1&sort=name&after=${body[0]._id}`, {
    token: admin.token,
  });
  assert.equal(after.status, 200);
  const pages = [...known].filter(
    (text) => text.includes('order by lower(users.name) asc') && !text.startsWith('explain'),
  );
  assert.ok(pages.length >= 2, `${pages.length} statements`);
  for (const text of pages) {
    const plan = await planOf(text);
    assert.match(plan, /Index Scan using users_by_name/, plan);
    if (text.includes('(lower(users.name), users.id) >')) assert.match(plan, /Index Cond: \(ROW\(/, plan);
  }
});

test('orders to refund are counted and listed from the lines that are owed, by their index', async (t) => {
  if (!(await explainsGenericPlans())) return t.skip('PostgreSQL explains generic plans from 16 on');
  for (const path of [
    '/desk/overview',
    '/desk/purchases?limit=5&refund=owed',
    '/desk/purchases?limit=5&refund=owed&sort=-total',
    '/desk/purchases/summary?refund=owed',
  ])
    assert.equal((await shop.call(`GET ${path}`, { token: admin.token })).status, 200, path);
  const texts = [...known].filter(
    (text) => text.includes('+ cancelled_quantity > refunded_quantity') && /^\s*select\b/.test(text),
  );
  assert.ok(texts.length >= 4, `${texts.length} statements`);
  for (const text of texts) {
    const plan = await planOf(text);
    assert.match(plan, /InitPlan \d+\n\s+-> {2}Index (Only )?Scan using orders_refund_owed on orders/, plan);
    assert.match(plan, /on purchases\n\s+Index Cond: \(id = ANY/, plan);
    assert.doesNotMatch(plan, /Seq Scan/, plan);
  }
});

test('what alerts count is found by indexes of few rows', async (t) => {
  if (!(await explainsGenericPlans())) return t.skip('PostgreSQL explains generic plans from 16 on');
  const client = await shop.database.pool.connect();
  try {
    // A table with few rows is as quickly read in another way.
    await client.query('set enable_sort = off; set enable_bitmapscan = off');
    for (const [part, index] of [
      ['select state from payments where id >=', 'payments_pkey'],
      ['greatest(checked_at, created_at)', 'payments_open'],
      ["where state = 'refunding') as due", 'payments_going_back'],
      ["from disputes where checked_at < 'infinity'", 'disputes_checked_at'],
      ["from events where actor = 'reconciliation' and id >=", 'events_reconciled'],
      ["held_until <= now() - interval '10 minutes'", 'purchases_kept_until'],
      ['where next_at is null) as given_up', 'mails_stuck'],
      ['from mails where next_at is not null order by next_at', 'mails_due'],
      ['select from mails where next_at <= now() and kind = ', 'mails_due'],
    ] as const) {
      const text = [...known].find((one) => one.includes(part) && !one.startsWith('explain'));
      assert.ok(text, part);
      const { rows } = await client.query(`explain (generic_plan, costs off) ${text}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      assert.match(plan, new RegExp(`Index (Only )?Scan (Backward )?using ${index} on`), plan);
      assert.equal(plan.match(/ Scan /g)!.length, 1, plan);
    }
  } finally {
    client.release(true);
  }
});

test('placing a purchase reads no whole index and compares no lists row by row, not even when it was planned with few rows', async (t) => {
  if (!(await explainsGenericPlans())) return t.skip('PostgreSQL explains generic plans from 16 on');
  await till.place(another, ENOUGH);
  await shop.database.pool.query('analyze');
  const plan = await planOf([...known].find((text) => /^\s*with asked /.test(text))!);
  const scans = plan.match(/^.*(Index|Bitmap).* Scan .*\n.*$/gm)!;
  assert.ok(scans.length >= 6, plan);
  // What a scan looks up is told in the line below it.
  assert.deepEqual(
    scans.filter((scan) => !/(Index|Recheck) Cond: /.test(scan)),
    [],
  );
  // A nested loop that finds nothing by an index: of 256 purchases that go together, each would be compared with each.
  assert.doesNotMatch(plan, /Join Filter: /);
});
