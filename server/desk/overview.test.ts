import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Overview } from '#contract/desk/schema.ts';
import type { Product } from '#contract/products/schema.ts';
import type { StockLevel } from '#contract/stock/schema.ts';
import { openTill } from '../../tests/fixtures/payments.ts';
import { startTestShop } from '../../tests/testing.ts';
import { audit } from '../ops/audit/audit.ts';

/** Moves an order into the past, as if it had been placed and paid so many days ago: also its ids tell the time. */
async function backdate(orderId: string, days: number): Promise<void> {
  const client = await shop.database.pool.connect();
  try {
    // Rows refer to ids: they change together.
    await client.query('begin; set local session_replication_role = replica');
    const { rows } = await client.query(
      `with old as (select orders.id as line, purchase_id from orders where id = $1)
       select line, purchase_id, (
         lpad(to_hex((extract(epoch from now() - make_interval(days => $2)) * 1000)::bigint), 12, '0') || substr(replace(purchase_id::text, '-', ''), 13)
       )::uuid as to_purchase, (
         lpad(to_hex((extract(epoch from now() - make_interval(days => $2)) * 1000)::bigint), 12, '0') || substr(replace(line::text, '-', ''), 13)
       )::uuid as to_line from old`,
      [orderId, days],
    );
    const { line, purchase_id, to_purchase, to_line } = rows[0];
    await client.query(
      `update purchases set id = $2, placed_at = now() - make_interval(days => $3), paid_at = case when paid_at is not null
         then now() - make_interval(days => $3) end, accepted_at = case when accepted_at is not null
         then now() - make_interval(days => $3) end where id = $1`,
      [purchase_id, to_purchase, days],
    );
    await client.query(
      'update orders set id = $3, purchase_id = $2, created_at = now() - make_interval(days => $4) where id = $1',
      [line, to_purchase, to_line, days],
    );
    for (const table of ['payments', 'invoices'])
      await client.query(`update ${table} set purchase_id = $2 where purchase_id = $1`, [
        purchase_id,
        to_purchase,
      ]);
    await client.query(
      `update invoices set facts = facts || jsonb_build_object('paidAt', paid_at) from purchases
       where purchases.id = purchase_id and purchase_id = $1`,
      [to_purchase],
    );
    await client.query('alter table events disable trigger events_append_only');
    await client.query('update events set order_id = $2 where order_id = $1', [line, to_line]);
    await client.query('alter table events enable trigger events_append_only');
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

async function overview(query = ''): Promise<Overview> {
  const { status, body } = await shop.call(`GET /desk/overview${query}`, { token: admin.token });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const asAdmin = (route: string, body?: object) =>
  shop.call(route, { token: admin.token, ...(body && { body }) });

/** The ten pieces of a return come back. */
async function receive(returnId: string): Promise<void> {
  const { body: returns } = await asAdmin('GET /returns');
  const { lines } = returns.find(({ _id }: { _id: string }) => _id === returnId);
  const line = { orderId: lines[0].orderId, quantity: 10, condition: 'as new', restock: false };
  const { status } = await asAdmin(`POST /returns/${returnId}/receive`, { lines: [line] });
  assert.equal(status, 200);
}

/** A buyer pays 100 pieces, gets them all, and asks to send ten back; returns the return's id. */
async function askReturn(): Promise<string> {
  const { id } = await till.payOrder(buyer);
  const { purchaseId } = (await asAdmin(`GET /orders/${id}`)).body;
  const ship = { lines: [{ orderId: id, quantity: 100 }] };
  assert.equal((await asAdmin(`POST /purchases/${purchaseId}/shipments`, ship)).status, 201);
  const { status, body } = await shop.call(`POST /purchases/${purchaseId}/returns`, {
    ...{ token: buyer.token, body: { lines: [{ orderId: id, quantity: 10, reason: 'Too many' }] } },
  });
  assert.equal(status, 201);
  return body.insertedId;
}

const shop = await startTestShop();
const till = await openTill(shop, 400);
const admin = await shop.signInAdmin();
const buyer = await shop.signUp();
// 100 pieces at 19.99: three days ago, ten days ago, and today one that is paid and one that takes the last pieces.
for (const days of [10, 3]) {
  const { id } = await till.payOrder(buyer);
  await backdate(id, days);
}
await till.payOrder(await shop.signUp());
await till.place(await shop.signUp());
after(() => shop.close());

const TOTAL = 1999;

describe('the overview', () => {
  test('has the figures of each period beside those of the time before', async () => {
    const { figures, today, timeZone } = await overview();
    assert.equal(timeZone, 'UTC');
    assert.equal(today, new Date().toISOString().slice(0, 10));
    const [day, week, month] = figures;
    const zero = { placed: 0, paid: 0, revenue: 0, pieces: 0, newCustomers: 0, expired: 0 };
    assert.deepEqual(day, {
      days: 1,
      now: { placed: 2, paid: 1, revenue: TOTAL, pieces: 100, newCustomers: 1, expired: 0, unpaid: 1 },
      before: zero,
    });
    // Who paid ten days ago is not new three days ago.
    assert.deepEqual(week, {
      days: 7,
      now: { placed: 3, paid: 2, revenue: 2 * TOTAL, pieces: 200, newCustomers: 1, expired: 0, unpaid: 1 },
      before: { placed: 1, paid: 1, revenue: TOTAL, pieces: 100, newCustomers: 1, expired: 0 },
    });
    assert.deepEqual(month!.now.paid, 3);
  });

  test('has a day for each of the last 90, the best parts, and what is unpaid by age', async () => {
    const { days, topParts, unpaid, today } = await overview();
    assert.equal(days.length, 90);
    assert.deepEqual(days.at(-1), { day: today, revenue: TOTAL, paid: 1, soldOut: 1 });
    assert.deepEqual(days.at(-4)!.revenue, TOTAL);
    assert.deepEqual(days.at(-2), { ...days.at(-2)!, revenue: 0, paid: 0, soldOut: 0 });
    const part = { productId: till.product._id, name: 'Part', sku: till.product.sku };
    assert.deepEqual(topParts, [{ ...part, pieces: 300, revenue: 3 * TOTAL }]);
    assert.deepEqual((await overview('?days=7')).topParts, [{ ...part, pieces: 200, revenue: 2 * TOTAL }]);
    assert.deepEqual(unpaid[0], {
      ...{ from: 0, to: 0, held: { count: 1, total: TOTAL }, holdEnded: { count: 0, total: 0 } },
    });
    assert.equal((await shop.call('GET /desk/overview?days=8', { token: admin.token })).status, 400);
  });

  test('says the same once the days that are over are kept, and the audit agrees', async () => {
    const before = await overview();
    await shop.runJobs();
    const { rows } = await shop.database.pool.query('select count(*) from shop_days');
    // From the day of the first purchase to yesterday.
    assert.equal(rows[0].count, 10);
    const now = await overview();
    assert.deepEqual({ ...now, at: '' }, { ...before, at: '' });
    assert.deepEqual((await audit(shop.database.db)).faults, []);
  });

  test('is audited: a kept day that is not what happened is a fault', async () => {
    const change = (by: number) =>
      shop.database.pool.query(`update shop_days set paid = paid + $1 where day = current_date - 3`, [by]);
    await change(1);
    assert.match((await audit(shop.database.db)).faults.join(), /the figures of .* are kept as/);
    await change(-1);
    const earn = (cents: number) =>
      shop.database.pool.query(
        'update shop_days set revenue_cents = revenue_cents + $1 where day = current_date - 3',
        [cents],
      );
    await earn(1);
    assert.match(
      (await audit(shop.database.db)).faults.join(),
      /cents were paid on .*, but \d+ were invoiced/,
    );
    await earn(-1);
  });

  test('counts what is to do, each as its list shows it', async () => {
    await asAdmin(`PATCH /products/${till.product._id}`, { available: 600 });
    const refused = await till.payOrder(buyer);
    await till.addFault({
      ...{ method: 'POST', path: '/v1/refunds', status: '400', code: 'charge_not_refundable', times: '1' },
    });
    await asAdmin(`POST /orders/${refused.id}/refund`, { reason: 'Recalled' });
    // Two that are not confirmed yet, and go on by themselves.
    const due = [await till.payOrder(buyer), await till.payOrder(buyer)];
    await till.addFault({ method: 'POST', path: '/v1/refunds', times: '100' });
    for (const { id } of due) await asAdmin(`POST /orders/${id}/refund`, { reason: 'Recalled' });
    await till.clearFaults();
    const [asked, accepted] = [await askReturn(), await askReturn()];
    await asAdmin(`PATCH /returns/${accepted}`, { state: 'accepted' });
    await receive(await askReturn());
    await asAdmin(`PATCH /products/${till.product._id}`, { available: 100, reorderPoint: 500 });
    const { pool } = shop.database;
    await pool.query(
      `insert into mails (id, recipient, kind, facts, dedupe, problem, attempts, next_at) values
       (gen_random_uuid(), 'a@example.com', 'order_placed', '{}', 'stuck', '451 Later', 3, now() + interval '1 hour'),
       (gen_random_uuid(), 'b@example.com', 'order_placed', '{}', 'moot', 'The order was deleted.', 1, null),
       (gen_random_uuid(), 'c@example.com', 'order_placed', '{}', 'given up', '550 No such person', 4, null)`,
    );
    await pool.query(
      `insert into imports (id, state, name, who, columns, unknown, size)
       values (gen_random_uuid(), 'failed', 'parts.csv', 'admin@example.com', '[]', '[]', 1)`,
    );
    const { toDo } = await overview();
    // What has less in stock and expected than its reorder point, or than its smallest order while it is made.
    const { body: stock } = await asAdmin('GET /stock');
    const { body: products } = await asAdmin('GET /products');
    const leastOf = new Map<string, number>(
      products.map(({ _id, minOrder, lifecycle }: Product) => [_id, lifecycle === 'obsolete' ? 0 : minOrder]),
    );
    const short = stock.filter(
      ({ _id, available, expected, reorderPoint = 0 }: StockLevel) =>
        available + expected < Math.max(reorderPoint, leastOf.get(_id)!),
    );
    assert.ok(short.length > 1);
    // Nothing is shipped of the one whose money is to go back, although that was refused.
    assert.deepEqual([toDo.unshipped.count, toDo.unshipped.total], [3, 3 * TOTAL]);
    const lists: [count: number, list: string][] = [
      [toDo.unshipped.count, '/desk/purchases?unshipped=yes'],
      [toDo.unshipped.overdue, '/desk/purchases?unshipped=overdue'],
      [toDo.returnsAsked.count, '/returns?state=asked'],
      [toDo.returnsExpected.count, '/returns?state=accepted'],
      [toDo.refundsOwed.count, '/desk/purchases?refund=owed'],
      [toDo.cancelsAsked.count, '/desk/purchases?refund=asked'],
      [toDo.refundsDue.count, '/payments/refunds-due?'],
      [toDo.paymentsToAnswer.count, '/payments/to-answer?'],
      [toDo.short.count, '/stock?short=1'],
      [toDo.imports.count, '/imports?problems=yes'],
      [toDo.mails.count, '/desk/mails?'],
    ];
    const shown = await Promise.all(
      lists.map(async ([, path]) => {
        const { body, headers } = await asAdmin(`GET ${path}&limit=100`);
        assert.equal(headers.get('x-total-count'), String(body.length), path);
        return [path, body.length];
      }),
    );
    assert.deepEqual(
      lists.map(([count, path]) => [path, count]),
      shown,
    );
    assert.deepEqual(
      lists.map(([count]) => count),
      [3, 2, 1, 1, 1, 0, 2, 1, short.length, 1, 2],
    );
    const ids = async (state: string) =>
      (await asAdmin(`GET /returns?state=${state}`)).body.map(({ _id }: { _id: string }) => _id);
    assert.deepEqual([await ids('asked'), await ids('accepted')], [[asked], [accepted]]);
    assert.equal((await asAdmin('GET /returns?state=closed')).status, 400);
    const { body: mails } = await asAdmin('GET /desk/mails');
    assert.deepEqual(
      mails
        .map(({ recipient, nextTryAt }: { recipient: string; nextTryAt?: string }) => [recipient, !nextTryAt])
        .sort(),
      [
        ['a@example.com', false],
        ['c@example.com', true],
      ],
    );
    await pool.query("delete from mails where dedupe in ('stuck', 'moot', 'given up')");
  });
});

test('a hold that ends unpaid is counted once, on its day', async () => {
  const other = await shop.signUp();
  await shop.call(`PATCH /products/${till.product._id}`, { token: admin.token, body: { available: 100 } });
  const { id } = await till.place(other);
  await shop.database.pool.query(
    "update purchases set held_until = now() - interval '1 second' where id = (select purchase_id from orders where id = $1)",
    [id],
  );
  await shop.runJobs();
  const { figures, unpaid } = await overview();
  assert.equal(figures[0]!.now.expired, 1);
  assert.deepEqual(unpaid[0]!.holdEnded, { count: 1, total: TOTAL });
});
