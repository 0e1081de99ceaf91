import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeBuyers } from '../accounts/testing.ts';
import { addProduct } from '../orders/testing.ts';
import { migrate } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { newId } from './uuid.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

/** Takes a migration back by these statements, so that the next `migrate` runs it once more, after all later ones. */
async function takeBack(name: string, statements: string): Promise<void> {
  await database.pool.query(`begin; ${statements}; delete from migrations where name = '${name}'; commit`);
}

test('0021: orders of before get numbers in the order of their creation, and the mails that wait tell them', async () => {
  const { pool } = database;
  const [buyer] = await makeBuyers(pool, 1);
  const product = await addProduct(database, 1000);
  await takeBack('0021-order-numbers.sql', 'alter table orders drop column number');
  // The youngest has the smallest id: what counts is when they were placed.
  const ids = [newId(), newId(), newId()].reverse();
  for (const [age, id] of ids.entries()) {
    await pool.query(
      `insert into orders (id, user_id, buyer_name, buyer_email, product_id, product_name, unit_price_cents, quantity,
         available, shipping_address, phone, created_at)
       values ($1, $2, 'A', 'a@example.com', $3, 'Part', 100, 100, 1000, '', '', now() + make_interval(mins => $4))`,
      [id, buyer!.id, product, age],
    );
  }
  await pool.query(
    `insert into mails (id, recipient, kind, facts, dedupe)
     values ($1, 'a@example.com', 'order_placed', jsonb_build_object('orderId', $2::text), 'x')`,
    [newId(), ids[1]],
  );
  await migrate(pool);
  const { rows } = await pool.query('select id, number from orders order by number');
  assert.deepEqual(
    rows,
    ids.map((id, nth) => ({ id, number: 100_001 + nth })),
  );
  const mails = await pool.query("select facts ->> 'orderNumber' as number from mails");
  assert.deepEqual(mails.rows, [{ number: '100002' }]);
  // A process of the version before, which knows no numbers, still places orders.
  const { rows: placed } = await pool.query(
    `insert into orders (id, user_id, buyer_name, buyer_email, product_id, product_name, unit_price_cents, quantity,
       available, shipping_address, phone)
     values ($1, $2, 'A', 'a@example.com', $3, 'Part', 100, 100, 1000, '', '') returning number`,
    [newId(), buyer!.id, product],
  );
  assert.deepEqual(placed, [{ number: 100_004 }]);
});

test('0018: what buyers have unpaid is counted, for orders of before and of the version before', async () => {
  const { pool } = database;
  const buyers = await makeBuyers(pool, 3);
  const ids = buyers.map(({ id }) => id);
  const product = await addProduct(database, 1000);
  await takeBack(
    '0018-buyers.sql',
    `drop trigger orders_placed on orders; drop trigger orders_changed on orders; drop function count_placed;
     drop function count_changed; alter table users drop column unpaid_orders, drop column held_cents`,
  );
  const insert = (states: { buyer: number; held?: boolean; paid?: boolean; deleted?: boolean }[]) =>
    pool.query(
      `insert into orders (id, user_id, buyer_name, buyer_email, product_id, product_name, unit_price_cents, quantity,
         available, shipping_address, phone, held_until, paid_at, transaction_id, deleted_at)
       select gen_random_uuid(), ($2::uuid[])[buyer + 1], 'A', 'a@example.com', $3, 'Part', 10000000, 900, 1000, '', '',
         case when held then now() + interval '1 hour' end, case when paid then now() end,
         case when paid then gen_random_uuid() end, case when deleted then now() end
       from json_to_recordset($1::json) as state (buyer int, held bool, paid bool, deleted bool)`,
      [JSON.stringify(states), ids, product],
    );
  const counted = async () => {
    const { rows } = await pool.query(
      'select unpaid_orders, held_cents from users where id = any($1::uuid[]) order by array_position($1::uuid[], id)',
      [ids],
    );
    return rows.map((row) => [row.unpaid_orders, row.held_cents]);
  };
  const states = [
    { buyer: 0, held: true },
    { buyer: 0, held: true },
    { buyer: 0 },
    { buyer: 0, paid: true },
    { buyer: 1, deleted: true },
    { buyer: 1 },
  ];
  await insert(states);
  await migrate(pool);
  const EACH = 9_000_000_000;
  assert.deepEqual(await counted(), [
    [3, 2 * EACH],
    [1, 0],
    [0, 0],
  ]);

  // A process of the version before, which counts nothing, places, pays, releases and deletes orders.
  await insert([...states, { buyer: 2, held: true }]);
  assert.deepEqual(await counted(), [
    [6, 4 * EACH],
    [2, 0],
    [1, EACH],
  ]);
  const change = (what: string, state: string, buyer: number) =>
    pool.query(
      `update orders set ${what} where id = (select id from orders where user_id = $1 and ${state} limit 1)`,
      [ids[buyer]],
    );
  await change('held_until = null', 'held_until is not null', 0);
  await change("held_until = null, paid_at = now(), transaction_id = 'pi_0018'", 'held_until is not null', 0);
  await change('held_until = null, deleted_at = now()', 'held_until is not null', 0);
  await change('held_until = now()', 'coalesce(paid_at, deleted_at) is null', 1);
  const last = [
    [4, EACH],
    [2, EACH],
    [1, EACH],
  ];
  assert.deepEqual(await counted(), last);
  await change('hold_warned_at = now()', 'held_until is not null', 0);
  await change('refunded_at = now()', "transaction_id = 'pi_0018'", 0);
  assert.deepEqual(await counted(), last);
  await pool.query('delete from users where id = $1', [ids[2]]);
  assert.deepEqual(await counted(), last.slice(0, 2));
});

test('0016: what had gone back before has gone back in full, and the log keeps its entries', async () => {
  const { pool } = database;
  await takeBack(
    '0016-refused-refunds.sql',
    `alter table payments drop column refunded_cents, drop column refund_problem, drop column refund_refusals;
     alter table payments drop constraint payments_state_check, add constraint payments_state_check
       check (state in ('open', 'succeeded', 'canceled', 'refunding', 'refunded'));
     drop index payments_refunding;
     create index payments_refunding on payments (refund_next_at) where state = 'refunding';
     create index payments_refunded on payments (checked_at) where state = 'refunded';
     alter table events drop column facts`,
  );
  for (const state of ['open', 'succeeded', 'refunded']) {
    await pool.query(
      "insert into payments (id, intent_id, amount_cents, currency, state) values ($1, $2, 250, 'usd', $2)",
      [newId(), state],
    );
  }
  await pool.query(
    "insert into events (id, kind, actor, why) values ($1, 'order_paid', 'shop', 'Payment pi_1')",
    [newId()],
  );
  await migrate(pool);
  const { rows } = await pool.query('select intent_id, refunded_cents from payments order by intent_id');
  assert.deepEqual(
    rows.map((row) => [row.intent_id, row.refunded_cents]),
    [
      ['open', 0],
      ['refunded', 250],
      ['succeeded', 0],
    ],
  );
  assert.equal((await pool.query("select from events where why = 'Payment pi_1'")).rowCount, 1);
});
