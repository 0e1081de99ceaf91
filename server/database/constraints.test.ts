import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeBuyers } from '../../tests/fixtures/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/fixtures/database.ts';
import { newId } from './uuid.ts';

// What PostgreSQL refuses by itself, whatever a statement of ours, or of an operator, asks for.
let database: TestDatabase;
let productId: string;
before(async () => {
  database = await createTestDatabase();
  productId = newId();
  await database.pool.query(
    `insert into products (id, name, image, short_details, min_order, available, price_cents)
     values ($1, 'Part', '/images/x.webp', 'A part', 100, 1000, 250)`,
    [productId],
  );
});
after(() => database.drop());

async function insertOrder(): Promise<string> {
  const id = newId();
  await database.pool.query(
    `insert into orders (id, buyer_name, buyer_email, product_id, product_name, unit_price_cents, quantity, available,
       shipping_address, phone)
     values ($1, 'Grace', 'grace@example.com', $2, 'Part', 250, 100, 1000, '', '')`,
    [id, productId],
  );
  return id;
}

const pay = (orderId: string, transactionId: string) =>
  database.pool.query('update orders set paid_at = now(), transaction_id = $2 where id = $1', [
    orderId,
    transactionId,
  ]);

const insertPayment = (orderId: string, state: string) =>
  database.pool.query(
    `insert into payments (id, intent_id, order_id, amount_cents, currency, state)
     values ($1::uuid, $1::text, $2, 25000, 'usd', $3)`,
    [newId(), orderId, state],
  );

describe('the database refuses', () => {
  test('stock below zero', async () => {
    const take = (pieces: number) =>
      database.pool.query('update products set available = available - $1', [pieces]);
    await assert.rejects(take(1001), /violates check constraint/);
    await take(1000);
    await assert.rejects(take(1), /violates check constraint/);
  });

  test('fewer than no unpaid orders of a buyer, and less than nothing held', async () => {
    const [buyer] = await makeBuyers(database.pool, 1);
    for (const counter of ['unpaid_orders', 'held_cents']) {
      const change = (by: number) =>
        database.pool.query(`update users set ${counter} = ${counter} + $1 where id = $2`, [by, buyer!.id]);
      await change(1);
      await change(-1);
      await assert.rejects(change(-1), /violates check constraint/);
    }
  });

  test('a second open payment of an order', async () => {
    const id = await insertOrder();
    await insertPayment(id, 'canceled');
    await insertPayment(id, 'open');
    await assert.rejects(insertPayment(id, 'open'), /violates unique constraint/);
  });

  test('a second payment that pays an order', async () => {
    const id = await insertOrder();
    await insertPayment(id, 'succeeded');
    await assert.rejects(insertPayment(id, 'succeeded'), /violates unique constraint/);
  });

  test('a payment that pays two orders', async () => {
    await pay(await insertOrder(), 'pi_1');
    const other = await insertOrder();
    await assert.rejects(pay(other, 'pi_1'), /violates unique constraint/);
  });

  test('a paid order without its payment, or with a hold', async () => {
    const id = await insertOrder();
    const set = (what: string) => database.pool.query(`update orders set ${what} where id = $1`, [id]);
    await assert.rejects(set('paid_at = now()'), /violates check constraint/);
    await assert.rejects(
      set("paid_at = now(), transaction_id = 'pi_2', held_until = now()"),
      /violates check constraint/,
    );
  });

  test('the deletion of a paid order', async () => {
    const id = await insertOrder();
    await pay(id, 'pi_3');
    const remove = () => database.pool.query('update orders set deleted_at = now() where id = $1', [id]);
    await assert.rejects(remove(), /violates check constraint/);
  });

  test('a change of what the log says', async () => {
    await database.pool.query("insert into events (id, kind, actor) values ($1, 'order_paid', 'shop')", [
      newId(),
    ]);
    for (const change of ["update events set actor = 'nobody'", 'delete from events', 'truncate events']) {
      await assert.rejects(database.pool.query(change), /append-only/, change);
    }
  });
});
