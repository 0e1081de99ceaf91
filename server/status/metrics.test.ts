import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '#contract/api.ts';
import { intentIdOf, openTill } from '../../tests/fixtures/payments.ts';
import { startTestShop, type TestShop } from '../../tests/testing.ts';

const shop = await startTestShop();
const till = await openTill(shop);
const buyer = await shop.signUp();
after(() => shop.close());

/** The metrics as `name{labels}` and value. */
async function read(from: { call: TestShop['call'] } = shop): Promise<Map<string, number>> {
  const { status, body, headers } = await from.call('GET /metrics');
  assert.equal(status, 200);
  assert.match(headers.get('content-type')!, /^text\/plain; version=0\.0\.4/);
  const lines: string[] = body.split('\n').filter((line: string) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

test('requests are counted by call and status, whatever their paths and queries', async () => {
  await shop.call('GET /orders/one-that-is-not', { token: buyer.token });
  await shop.call(`GET /orders?email=${buyer.email}`, { token: buyer.token });
  await shop.call('GET /no/such/place?secret=1');
  const metrics = await read();
  assert.ok(metrics.get('http_request_duration_seconds_count{call="getOrder",status="404"}')! >= 1);
  assert.ok(metrics.get('http_request_duration_seconds_count{call="listOrders",status="200"}')! >= 1);
  const calls = new Set([...metrics.keys()].flatMap((key) => /call="([^"]*)"/.exec(key)?.[1] ?? []));
  for (const call of calls) assert.ok(call in api || call === 'page', call);
});

test('event loop, memory, pool and jobs are told', async () => {
  await shop.runJobs();
  const metrics = await read();
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'shop_database_connections{state="busy"}',
    'shop_database_connections{state="idle"}',
    'shop_database_connections{state="waiting"}',
    'shop_job_duration_seconds_count{name="release holds"}',
    'shop_job_failures_total{name="release holds"}',
  ]) {
    assert.ok(metrics.has(name), name);
  }
  assert.equal(metrics.get('shop_job_interval_seconds{name="release holds"}'), 30);
  assert.equal(metrics.get('shop_database_connections_limit'), 10);
  const last = metrics.get('shop_job_last_success_timestamp_seconds{name="reconcile payments"}')!;
  assert.ok(Math.abs(Date.now() / 1000 - last) < 60);
});

test('orders and payments are told by state, to another process as well', async () => {
  const [paid, held, deleted] = [await till.place(buyer), await till.place(buyer), await till.place(buyer)];
  const intent = await till.createIntent(buyer, { price: paid!.total, orderId: paid!.id });
  await till.pay(intent.body.clientSecret);
  await till.settle(buyer, paid!.id, intentIdOf(intent.body.clientSecret));
  await till.createIntent(buyer, { price: held!.total, orderId: held!.id });
  await shop.call(`DELETE /orders/${deleted!.id}`, { token: buyer.token });

  // Nobody has read them there yet, so nothing is kept from before.
  const metrics = await read(await shop.startAnother());
  const states = (noun: string) =>
    Object.fromEntries(
      [...metrics]
        .filter(([key]) => key.startsWith(`shop_${noun}{`))
        .map(([key, value]) => [/state="(\w+)"/.exec(key)![1], value]),
    );
  assert.deepEqual(states('orders'), { held: 1, released: 0, paid: 1, refunded: 0, deleted: 1 });
  assert.deepEqual(states('payments'), { open: 1, refunding: 0, refused: 0, canceled: 0, refunded: 0 });
});

test('the disk, and what is overdue of holds and mails, are told', async () => {
  const { id } = await till.place(buyer);
  const { pool } = shop.database;
  await pool.query(
    `update purchases set held_until = now() - interval '20 minutes' where id = (select purchase_id from orders where id = $1)`,
    [id],
  );
  // Not due yet, and as if the mail server had refused them: nobody takes them.
  await pool.query(`update mails set next_at = now() + interval '1 hour', problem = null, sent_at = null`);
  const { rows } = await pool.query('select id from mails limit 3');
  const [failing, givenUp] = rows.map(({ id }) => id);
  await pool.query(`update mails set problem = 'refused', attempts = 2 where id = any($1)`, [
    [failing, givenUp],
  ]);
  await pool.query('update mails set next_at = null where id = $1', [givenUp]);
  const metrics = await read(await shop.startAnother());
  assert.equal(metrics.get('shop_holds_overdue'), 1);
  const mails = ['due', 'failing', 'given_up'].map((state) => metrics.get(`shop_mails{state="${state}"}`));
  assert.deepEqual(mails, [0, 1, 1]);
  assert.equal(metrics.get('shop_mail_overdue_seconds'), 0);
  const [free, all] = ['free', 'all'].map((what) => metrics.get(`shop_data_dir_bytes{what="${what}"}`)!);
  assert.ok(free! > 0 && free! < all!);
});

test('nothing of anybody is in them', async () => {
  const { body } = await shop.call('GET /metrics');
  for (const word of [buyer.email, buyer.token, '@', 'Dock Road']) assert.ok(!body.includes(word), word);
});

test('while the database is away they go on without what is counted there', async () => {
  const other = await shop.startAnother();
  await shop.database.setReachable(false);
  try {
    const metrics = await read(other);
    assert.ok(metrics.has('process_resident_memory_bytes'));
    assert.ok(!metrics.has('shop_orders{state="held"}'));
  } finally {
    await shop.database.setReachable(true);
  }
});
