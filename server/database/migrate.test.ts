import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeBuyers } from '../../tests/fixtures/accounts.ts';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import { until } from '../../tests/until.ts';
import { audit } from '../audit/audit.ts';
import { migrate } from './migrate.ts';
import { newId } from './uuid.ts';

/** The last migration of the version before. */
const BEFORE = '0013-expiring-mails.sql';
/** The last migration beside which a process of the version before goes on: the next one moves orders into purchases. */
const BESIDE = '0023-unproven-holds.sql';
/** What each order of these tests comes to, in cents: beyond what an integer holds, together. */
const EACH = 2_000_000_000;
/** Orders that were deleted: more than are numbered at once. */
const DELETED = 4500;

// The statements of this file are of the version before: they know neither numbers nor counters nor amounts given back.
const database = await createTestDatabase({ last: BEFORE });
const buyers = await makeBuyers(database.pool, 3);
const product = newId();
await database.pool.query(
  `insert into products (id, name, image, short_details, min_order, available, price_cents)
   values ($1, 'Part', '/images/x.webp', 'A part', 100, 100000, 20000000)`,
  [product],
);
after(() => database.drop());

const addEvent = (kind: string, orderId: string | undefined, stockChange?: number) =>
  database.pool.query(
    'insert into events (id, kind, actor, order_id, product_id, stock_change) values ($1, $2, $3, $4, $5, $6)',
    [newId(), kind, 'shop', orderId, product, stockChange],
  );
await addEvent('product_added', undefined, 100_000);

async function changeStock(kind: string, orderId: string, pieces: number): Promise<void> {
  await database.pool.query('update products set available = available + $1', [pieces]);
  await addEvent(kind, orderId, pieces);
}

let hour = 0;
/** Places an order, younger than all before it, whose id is smaller than theirs. */
async function place(buyer: number): Promise<string> {
  hour += 1;
  const id = `00000000-0000-7000-8000-${String(1000 - hour).padStart(12, '0')}`;
  await database.pool.query(
    `insert into orders (id, user_id, buyer_name, buyer_email, product_id, product_name, unit_price_cents, quantity,
       available, shipping_address, phone, created_at, held_until)
     values ($1, $2, 'A', 'a@example.com', $3, 'Part', 20000000, 100, 1000, '', '',
       now() - interval '1000 hours' + make_interval(hours => $4), now() + interval '1 day')`,
    [id, buyers[buyer]!.id, product, hour],
  );
  await changeStock('order_placed', id, -100);
  return id;
}

const setOrder = (id: string, what: string) =>
  database.pool.query(`update orders set ${what} where id = $1`, [id]);

async function release(id: string): Promise<void> {
  await setOrder(id, 'held_until = null');
  await changeStock('hold_ended', id, 100);
}

const addPayment = (orderId: string | undefined, state: string) =>
  database.pool.query(
    `insert into payments (id, intent_id, order_id, amount_cents, currency, state, settled_at, refund_reason, refund_next_at)
     values ($1, $2, $3, $4, 'usd', $5, now() - interval '70 days', 'Wrong part', now())`,
    [newId(), `pi_${orderId ?? state}`, orderId, EACH, state],
  );

async function pay(id: string, state = 'succeeded'): Promise<void> {
  await addPayment(id, state);
  await setOrder(id, `held_until = null, paid_at = now(), transaction_id = 'pi_${id}'`);
}

const setPayment = (id: string, state: string) =>
  database.pool.query(
    "update payments set state = $2, refund_reason = 'Wrong part', refund_next_at = now() where order_id = $1",
    [id, state],
  );

async function refund(id: string): Promise<void> {
  await setPayment(id, 'refunded');
  await setOrder(id, 'refunded_at = now()');
  await changeStock('order_refunded', id, 100);
}

const addMail = (orderId: string, nextAt: string) =>
  database.pool.query(
    `insert into mails (id, recipient, kind, facts, dedupe, next_at)
     values ($1::uuid, 'a@example.com', 'order_placed', jsonb_build_object('orderId', $2::text, 'productName', 'Part',
       'quantity', 100, 'unitPriceCents', 20000000), $1::uuid::text, ${nextAt})`,
    [newId(), orderId],
  );

async function counted(): Promise<number[][]> {
  const { rows } = await database.pool.query(
    'select unpaid_orders, held_cents from users where id = any($1::uuid[]) order by array_position($1::uuid[], id)',
    [buyers.map(({ id }) => id)],
  );
  return rows.map((row) => [row.unpaid_orders, row.held_cents]);
}

const readPayments = async () =>
  (await database.pool.query('select intent_id, refunded_cents, begun_at from payments')).rows;

const ids: string[] = [];

test('a database of the version before is migrated while that version goes on, and its books agree', async () => {
  const { pool } = database;
  for (const buyer of [0, 0, 0, 0, 0, 0, 0, 1, 1, 1]) ids.push(await place(buyer));
  const [held, released, deleted, opened, paid, refunding, refunded, left, late] = ids;
  await release(released!);
  await release(late!);
  await setOrder(deleted!, 'held_until = null, deleted_at = now()');
  await changeStock('order_deleted', deleted!, 100);
  await addPayment(opened, 'open');
  await pay(paid!);
  await pay(refunding!);
  await setPayment(refunding!, 'refunding');
  await pay(refunded!);
  await refund(refunded!);
  await setOrder(left!, 'user_id = null');
  for (const state of ['open', 'canceled', 'refunding', 'refunded']) await addPayment(undefined, state);
  await addMail(held!, 'now()');
  await addMail(paid!, 'null');
  await pool.query(
    `insert into orders (id, user_id, buyer_name, buyer_email, product_id, product_name, unit_price_cents, quantity,
       available, shipping_address, phone, created_at, deleted_at)
     select gen_random_uuid(), $1, 'A', 'a@example.com', $2, 'Part', 250, 100, 1000, '', '',
       now() - interval '900 hours' + make_interval(secs => n), now()
     from generate_series(1, $3::int) n`,
    [buyers[1]!.id, product, DELETED],
  );

  // Its statement that places an order has users in its hands, and waits for orders.
  const [placing, changing] = [await pool.connect(), await pool.connect()];
  let migrated: Promise<void> | undefined;
  try {
    for (const client of [placing, changing]) await client.query('begin');
    await placing.query('select from users for key share');
    await changing.query('select from orders where id = $1 for update', [ids.at(-1)]);
    migrated = migrate(pool, BESIDE);
    migrated.catch(() => {});
    await untilRan('0017-disputes.sql');
    await database.untilWaiting();
    await placing.query('lock table orders in row exclusive mode nowait');
    await placing.query('commit');
    await untilRan('0018-buyers.sql');
    // It gives way to who keeps a lock, and comes again.
    await database.untilWaiting();
    await until(async () => !(await isWaiting()));
    await database.untilWaiting();
    await changing.query('commit');
  } finally {
    placing.release(true);
    changing.release(true);
  }
  await migrated;

  assert.deepEqual(await counted(), [
    [3, 2 * EACH],
    [2, EACH],
    [0, 0],
  ]);
  const { rows } = await pool.query('select id, number from orders order by number');
  assert.deepEqual(
    rows.slice(0, ids.length),
    ids.map((id, nth) => ({ id, number: 100_001 + nth })),
  );
  assert.equal(rows.length, ids.length + DELETED);
  assert.equal(rows.at(-1).number, 100_000 + rows.length);
  const mails = await pool.query(
    "select facts ->> 'orderNumber' as number from mails order by next_at nulls last",
  );
  assert.deepEqual(
    mails.rows.map((row) => row.number),
    ['100001', null],
  );
  for (const { intent_id, refunded_cents, begun_at } of await readPayments()) {
    assert.equal(refunded_cents, [`pi_${refunded}`, 'pi_refunded'].includes(intent_id) ? EACH : 0, intent_id);
    assert.ok(begun_at);
  }
  const unsure = await pool.query('select conname from pg_constraint where not convalidated');
  assert.deepEqual(unsure.rows, []);
});

test('a process of the version before goes on beside this one', async () => {
  const [held, , , opened, paid, refunding, refunded] = ids;
  const next = await place(2);
  const { rows } = await database.pool.query('select number from orders where id = $1', [next]);
  assert.deepEqual(rows, [{ number: 100_001 + 10 + DELETED }]);
  await place(2);
  await release(held!);
  await setPayment(opened!, 'succeeded');
  await setOrder(opened!, `held_until = null, paid_at = now(), transaction_id = 'pi_${opened}'`);
  await setOrder(next, 'held_until = null, deleted_at = now()');
  await changeStock('order_deleted', next, 100);
  await database.pool.query('update orders set hold_warned_at = now() where held_until is not null');
  await refund(refunding!);
  await refund(paid!);
  // A bank sends a refund back.
  await setPayment(refunded!, 'refunding');
  assert.deepEqual(await counted(), [
    [2, 0],
    [2, EACH],
    [1, EACH],
  ]);
  const payments = new Map((await readPayments()).map((row) => [row.intent_id, row.refunded_cents]));
  assert.deepEqual(
    [paid, refunding, refunded].map((id) => payments.get(`pi_${id}`)),
    [EACH, EACH, 0],
  );
  await database.pool.query('delete from users where id = $1', [buyers[2]!.id]);
});

test('what commits by itself may be cut off and run again', async () => {
  const { pool } = database;
  const all = async () =>
    (
      await pool.query(
        'select (select json_agg(orders) from orders), (select json_agg(payments) from payments)',
      )
    ).rows;
  const before = await all();
  const { rowCount } = await pool.query(
    "delete from migrations where name in ('0016-refused-refunds.sql', '0021-order-numbers.sql')",
  );
  assert.equal(rowCount, 2);
  await migrate(pool, BESIDE);
  assert.deepEqual(await all(), before);
});

test('each order becomes a purchase of one line with its number, state, payments and mails, and the books agree', async () => {
  const { pool } = database;
  const [held, released, deleted, opened, paid, refunding, refunded, left, late] = ids;
  const before = await counted();
  const numbers = (await pool.query('select id, number from orders order by id')).rows;
  const payments = (await pool.query('select intent_id, order_id as id from payments order by intent_id'))
    .rows;
  await migrate(pool);
  assert.deepEqual((await pool.query('select id, number from purchases order by id')).rows, numbers);
  assert.deepEqual(
    (await pool.query('select intent_id, purchase_id as id from payments order by intent_id')).rows,
    payments,
  );
  assert.deepEqual(await counted(), before);
  const { rows } = await pool.query(
    `select purchases.id, state, transaction_id as by, purchases.total_cents::text as total, orders.total_cents::text as line,
       unit_price_micros::text as micros, held_until is not null as held, orders.deleted_at is not null as deleted
     from purchases join orders on purchase_id = purchases.id and line_no = 1 where purchases.id = any($1::uuid[])`,
    [ids],
  );
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  assert.deepEqual(
    [held, released, deleted, opened, paid, refunding, refunded, left, late].map((id) => states.get(id)),
    ['released', 'released', 'deleted', 'paid', 'refunded', 'refunded', 'refunded', 'held', 'released'],
  );
  for (const { id, state, by, total, line, micros, held, deleted } of rows) {
    assert.deepEqual([total, line, micros], [String(EACH), String(EACH), '200000000000'], id);
    assert.equal(by, ['paid', 'refunded'].includes(state) ? `pi_${id}` : null);
    assert.deepEqual([held, deleted], [state === 'held', state === 'deleted']);
  }
  const mails = await pool.query(
    "select facts - 'orderNumber' as facts from mails where next_at is not null",
  );
  assert.deepEqual(mails.rows[0].facts, {
    ...{ orderId: held, purchaseId: held, lineCount: 1, totalCents: EACH },
    lines: [{ productName: 'Part', quantity: 100, unitPriceMicros: 200_000_000_000 }],
  });
  // What was paid is invoiced in the order of payment, and what was refunded is credited.
  const issued = await pool.query('select purchase_id, number, facts from invoices order by number');
  assert.deepEqual(
    issued.rows.map((row) => [row.purchase_id, row.number]),
    [paid, refunding, refunded, opened].map((id, nth) => [id, nth + 1]),
  );
  assert.deepEqual(issued.rows[0].facts.lines[0].unitPriceMicros, 200_000_000_000);
  const credited = await pool.query(
    'select purchase_id, cents::text, lines from credit_notes order by purchase_id',
  );
  assert.deepEqual(
    credited.rows,
    [refunding, paid].map((id) => ({
      ...{ purchase_id: id, cents: String(EACH), lines: [{ no: 1, quantity: 100, cents: EACH }] },
    })),
  );
  assert.deepEqual((await audit(database.db)).faults, []);
  const unsure = await pool.query('select conname from pg_constraint where not convalidated');
  assert.deepEqual(unsure.rows, []);
  // Who orders next gets the next number, and its buyer's counters go on.
  const { rows: next } = await pool.query(
    `insert into purchases (id, user_id, buyer_name, buyer_email, shipping_address, phone, state, total_cents, held_until)
     values (gen_random_uuid(), $1, 'A', 'a@example.com', '', '', 'held', 100, now()) returning number`,
    [buyers[1]!.id],
  );
  assert.equal(next[0].number, Math.max(...numbers.map(({ number }) => number)) + 1);
  assert.deepEqual((await counted())[1], [before[1]![0]! + 1, before[1]![1]! + 100]);
});

test('the migration to refunds of parts may be cut off and run again', async () => {
  const { pool } = database;
  const lines = async () => (await pool.query('select json_agg(orders) from orders')).rows;
  const before = await lines();
  const { rowCount } = await pool.query("delete from migrations where name = '0027-part-refunds.sql'");
  assert.equal(rowCount, 1);
  await migrate(pool);
  assert.deepEqual(await lines(), before);
});

test('the migration to invoices may be cut off and run again, and one that is paid beside it has its number after all of before', async () => {
  const { pool } = database;
  const read = async () =>
    (await pool.query('select number, purchase_id from invoices order by number')).rows;
  const before = await read();
  // As when it is cut off after the counters are there.
  await pool.query("delete from migrations where name = '0047-invoices.sql'");
  await pool.query('alter table credit_notes drop constraint credit_notes_purchase_id_fkey');
  await pool.query('alter table invoices drop constraint invoices_no_gap');
  await pool.query('truncate credit_notes');
  await pool.query("update document_counters set last = 0 where kind = 'credit_note'");
  await pool.query('alter table invoices disable trigger all');
  await pool.query('delete from invoices');
  await pool.query('alter table invoices enable trigger all');
  const { rows } = await pool.query(
    "update purchases set state = 'paid', paid_at = now(), transaction_id = 'pi_beside', held_until = null, held_until_proven = null where id = $1 returning id",
    [ids[1]],
  );
  assert.deepEqual(await read(), [{ number: before.length + 1, purchase_id: rows[0].id }]);
  await migrate(pool);
  assert.deepEqual(await read(), [...before, { number: before.length + 1, purchase_id: rows[0].id }]);
  const unsure = await pool.query('select conname from pg_constraint where not convalidated');
  assert.deepEqual(unsure.rows, []);
});

test('the migration to shipments counts what was bought before, may be cut off and run again, and a process of before goes on beside it', async () => {
  const { pool } = database;
  const [, , , opened, paid, refunding] = ids;
  const read = async () => {
    const { rows } = await pool.query(
      `select state, cancelled_quantity as cancelled, restocked_quantity as restocked, unshipped_pieces::int as unshipped,
         to_ship_pieces::int as to_ship
       from purchases join orders on purchase_id = purchases.id where purchases.id = any($1::uuid[])
       order by array_position($1::uuid[], purchases.id)`,
      [[opened, paid, refunding]],
    );
    return rows.map(({ state, cancelled, restocked, unshipped, to_ship }) => [
      state,
      cancelled,
      restocked,
      unshipped,
      to_ship,
    ]);
  };
  const counted = [
    ['paid', 0, 0, 100, 100],
    ['refunded', 100, 100, 0, 0],
    ['refunded', 100, 100, 0, 0],
  ];
  assert.deepEqual(await read(), counted);
  // As it was before: nothing is counted, and pieces of the paid purchase are refunded.
  await pool.query("delete from migrations where name = '0050-shipments.sql'");
  await pool.query(
    'drop trigger orders_refunded on orders; drop trigger orders_counted on orders; drop trigger purchases_pieces on purchases; drop trigger purchases_refunded on purchases',
  );
  for (const name of ['shipped', 'returned', 'restocked', 'refunded_unsent'])
    await pool.query(`alter table orders drop constraint orders_${name}`);
  await pool.query('update orders set cancelled_quantity = 0, restocked_quantity = 0');
  await pool.query('update purchases set unshipped_pieces = 0, to_ship_pieces = 0');
  await pool.query('update orders set refunded_quantity = 30 where purchase_id = $1', [opened]);
  await migrate(pool);
  assert.deepEqual(await read(), [['paid', 30, 0, 70, 70], ...counted.slice(1)]);
  // The version before refunds more pieces, and then all of them.
  await pool.query('update orders set refunded_quantity = 50 where purchase_id = $1', [opened]);
  assert.deepEqual((await read())[0], ['paid', 50, 0, 50, 50]);
  await pool.query("update purchases set state = 'refunded', refunded_at = now() where id = $1", [opened]);
  assert.deepEqual((await read())[0], ['refunded', 100, 50, 0, 0]);
  const unsure = await pool.query('select conname from pg_constraint where not convalidated');
  assert.deepEqual(unsure.rows, []);
});

test('lines of shipments of before are counted, and the counter is not above its bound', async () => {
  const { pool } = database;
  const { rows } = await pool.query(
    `select purchases.id, orders.id as line from purchases join orders on purchase_id = purchases.id
     where state in ('paid', 'refunded') order by purchases.id limit 2`,
  );
  await pool.query('drop trigger shipment_lines_counted on shipment_lines');
  await pool.query("delete from migrations where name = '0070-shipment-lines.sql'");
  const [many, few] = rows;
  const shipAgain = ({ id, line }: { id: string; line: string }, times: number) =>
    pool.query(
      `with made as (
         insert into shipments (id, purchase_id, actor) select gen_random_uuid(), $1, 'b@example.com'
         from generate_series(1, $3::int) returning id
       )
       insert into shipment_lines (shipment_id, order_id, quantity) select id, $2, 1 from made`,
      [id, line, times],
    );
  await pool.query('alter table shipments disable trigger shipments_counted');
  await shipAgain(many, 5_010);
  await shipAgain(few, 3);
  await pool.query('alter table shipments enable trigger shipments_counted');
  await migrate(pool);
  const { rows: counted } = await pool.query(
    'select shipment_lines_count as lines from purchases where id = any($1) order by id',
    [[many.id, few.id]],
  );
  assert.deepEqual(
    counted.map(({ lines }) => lines),
    [5_000, 3],
  );
  await pool.query('delete from shipment_lines; delete from shipments');
  await pool.query('update purchases set shipment_lines_count = 0');
});

test('returns of before say when pieces of them came back last, and those of which none did say nothing', async () => {
  const { pool } = database;
  const { rows } = await pool.query(
    `select purchases.id, orders.id as line from purchases join orders on purchase_id = purchases.id
     where state in ('paid', 'refunded') order by purchases.id limit 1`,
  );
  const [{ id: purchase, line }] = rows;
  const made: string[] = [];
  for (const received of [5, 5, 0]) {
    const answer = await pool.query(
      `with made as (
         insert into returns (id, purchase_id, state, actor, closed_at)
         values (gen_random_uuid(), $1, 'closed', 'b@example.com', '2026-11-20Z') returning id
       ), lines as (
         insert into return_lines (return_id, order_id, quantity, received, reason) select id, $2, 10, $3::int, '' from made
       )
       select id from made`,
      [purchase, line, received],
    );
    made.push(answer.rows[0].id);
  }
  for (const day of ['2026-11-08Z', '2026-11-09Z'])
    await pool.query(
      `insert into events (id, at, kind, actor, order_id, facts)
       values (gen_random_uuid(), $1, 'pieces_returned', 'b@example.com', $2, jsonb_build_object('returnId', $3::text))`,
      [day, line, made[0]],
    );
  await pool.query("delete from migrations where name = '0075-received-returns.sql'");
  await migrate(pool);
  const { rows: received } = await pool.query(
    'select received_at::date::text as day from returns where id = any($1) order by array_position($1, id)',
    [made],
  );
  assert.deepEqual(
    received.map(({ day }) => day),
    // Without an entry of the log, it is when it ended.
    ['2026-11-09', '2026-11-20', null],
  );
  await pool.query('delete from return_lines; delete from returns');
  await pool.query('update purchases set open_returns = 0, returns_count = 0');
});

test('returns and shipments of before are counted, and no counter is above its bound', async () => {
  const { pool } = database;
  const { rows } = await pool.query(
    `select id from purchases where state in ('paid', 'refunded') order by id limit 2`,
  );
  const [many, few] = rows.map(({ id }) => id);
  const ask = (id: string, pieces: number) =>
    pool.query(
      `insert into returns (id, purchase_id, state, actor) select gen_random_uuid(), $1, 'asked', 'b@example.com'
       from generate_series(1, $2::int)`,
      [id, pieces],
    );
  const read = async (id: string) => {
    const found = await pool.query(
      'select open_returns, returns_count, shipments_count from purchases where id = $1',
      [id],
    );
    return Object.values(found.rows[0]);
  };
  await pool.query('drop trigger returns_counted on returns; drop trigger shipments_counted on shipments');
  await pool.query("delete from migrations where name = '0064-returns-bound.sql'");
  await ask(many, 230);
  await ask(few, 3);
  await pool.query(
    `insert into shipments (id, purchase_id, actor) values (gen_random_uuid(), $1, 'b@example.com')`,
    [few],
  );
  await migrate(pool);
  assert.deepEqual(
    [await read(many), await read(few)],
    [
      [20, 200, 0],
      [3, 3, 1],
    ],
  );
  // The version before answers and asks.
  const answer = (id: string) =>
    pool.query(
      `update returns set state = 'declined', closed_at = now()
       where id = (select id from returns where purchase_id = $1 and closed_at is null limit 1)`,
      [id],
    );
  await answer(many);
  await answer(few);
  await ask(few, 2);
  assert.deepEqual(
    [await read(many), await read(few)],
    [
      [20, 200, 0],
      [4, 5, 1],
    ],
  );
  const unsure = await pool.query('select conname from pg_constraint where not convalidated');
  assert.deepEqual(unsure.rows, []);
});

async function isWaiting(): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rowCount !== 0;
}

/** Waits until this migration has run, and the next one has not. */
async function untilRan(name: string): Promise<void> {
  await until(async () => {
    const { rows } = await database.pool.query('select max(name) as last from migrations');
    return rows[0].last === name;
  });
}
