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
