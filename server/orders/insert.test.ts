import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { proveAddressOf } from '../../tests/fixtures/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/fixtures/database.ts';
import { addCaller, addProduct as addTestProduct } from '../../tests/fixtures/orders.ts';
import { orderFor } from '../../tests/test-client.ts';
import { audit } from '../audit/audit.ts';
import { createDatabase } from '../database/client.ts';
import { isRepeat } from '../database/idempotency.ts';
import { newId } from '../database/uuid.ts';
import type { Caller } from '../http/handler.ts';
import { insertOrders, type Wish } from './insert.ts';

let database: TestDatabase;
let grace: Caller;
let ada: Caller;
before(async () => {
  database = await createTestDatabase();
  grace = await addBuyer();
  ada = await addBuyer();
});
after(async () => {
  const { faults } = await audit(database.db);
  await database.drop();
  assert.deepEqual(faults, []);
});

const addBuyer = () => addCaller(database);
const addProduct = (available: number, overrides = {}) => addTestProduct(database, available, overrides);

function wish(productId: string, pieces: number, { caller = grace, price = 2.5, key = '' } = {}): Wish {
  return {
    caller,
    productId,
    order: orderFor({ _id: productId, name: 'Part', price, available: 0, minOrder: 100 }, caller, pieces),
    attempt: key
      ? { userId: caller.userId, call: 'placeOrder', key, requestHash: Buffer.alloc(32) }
      : undefined,
  };
}

const insert = (wishes: Wish[], maxUnpaid = 1000, unprovenCents = 100_000_000_000) =>
  insertOrders(database.db, wishes, { holdMinutes: 60, unprovenMinutes: 60, maxUnpaid, unprovenCents });

const placedOf = async (wishes: Wish[], maxUnpaid?: number) =>
  (await insert(wishes, maxUnpaid)).map((placed) => placed !== undefined);

const stockOf = async (id: string): Promise<number> =>
  (await database.pool.query('select available from products where id = $1', [id])).rows[0].available;

describe('orders placed in one statement', () => {
  test('take the stock of all their products, and tell what each left', async () => {
    const [one, other] = [await addProduct(1000), await addProduct(500)];
    const placed = await insert([wish(one, 100), wish(other, 200), wish(one, 300, { caller: ada })]);
    assert.deepEqual(
      placed.map((order) => order?.available),
      [600, 300, 600],
    );
    assert.deepEqual([await stockOf(one), await stockOf(other)], [600, 300]);
    const { rows } = await database.pool.query(
      'select user_id, quantity, available from orders where product_id = $1 order by quantity',
      [one],
    );
    // Each order keeps what was in stock when its turn came.
    assert.deepEqual(rows, [
      { user_id: grace.userId, quantity: 100, available: 1000 },
      { user_id: ada.userId, quantity: 300, available: 900 },
    ]);
  });

  test('are refused one by one: the others are placed', async () => {
    const [one, dear] = [await addProduct(1000), await addProduct(1000, { minOrder: 500 })];
    const wishes = [wish(one, 100, { price: 2.49 }), wish(newId(), 100), wish(dear, 499), wish(one, 100)];
    assert.deepEqual(await placedOf(wishes), [false, false, false, true]);
    assert.deepEqual([await stockOf(one), await stockOf(dear)], [900, 1000]);
  });

  test('get no more than there is, in their order', async () => {
    const product = await addProduct(1000);
    const wishes = [800, 100, 500, 100].map((pieces) => wish(product, pieces));
    assert.deepEqual(await placedOf(wishes), [true, true, false, false]);
    assert.equal(await stockOf(product), 100);
  });

  test('are no more of one buyer than may be unpaid', async () => {
    const product = await addProduct(10_000);
    const [caller, other] = [await addBuyer(), await addBuyer()];
    assert.deepEqual(await placedOf([wish(product, 100, { caller })], 3), [true]);
    const wishes = [1, 2, 3].map(() => wish(product, 100, { caller }));
    assert.deepEqual(await placedOf([...wishes, wish(product, 100, { caller: other })], 3), [
      true,
      true,
      false,
      true,
    ]);
  });

  test('hold for a buyer with an unproven address one order of any value, or several up to the limit', async () => {
    const product = await addProduct(10_000);
    const [caller, proven, large] = [await addBuyer(), await addBuyer(), await addBuyer()];
    await proveAddressOf(database.pool, proven.email);
    const three = (one: Caller) => [1, 2, 3].map(() => wish(product, 100, { caller: one }));
    // 100 pieces come to $250.
    const together = await insert([...three(caller), ...three(proven)], 1000, 60_000);
    const isPlaced = together.map((order) => order !== undefined);
    assert.deepEqual(isPlaced, [true, true, false, true, true, true]);
    const next = async (pieces: number, limit: number) =>
      (await insert([wish(product, pieces, { caller: large })], 1000, limit))[0] !== undefined;
    assert.equal(await next(1000, 60_000), true, 'one order of any value');
    assert.equal(await next(100, 60_000), false);
    assert.equal(await next(2000, 60_000), false, 'one only');
    assert.equal(await next(100, 275_000), true, 'up to the limit itself');
  });

  test('are held for a shorter time until the address of their buyer is proven, and say for how long then', async () => {
    const product = await addProduct(10_000);
    const proven = await addBuyer();
    await proveAddressOf(database.pool, proven.email);
    /** Minutes from their placing, for the unproven buyer and the proven one. */
    async function minutes(unprovenMinutes: number) {
      const terms = { holdMinutes: 60, unprovenMinutes, maxUnpaid: 1000, unprovenCents: 100_000_000_000 };
      const wishes = [ada, proven].map((caller) => wish(product, 100, { caller }));
      const placed = await insertOrders(database.db, wishes, terms);
      const { rows } = await database.pool.query(
        `select extract(epoch from held_until - created_at)::int / 60 as held,
           extract(epoch from held_until_proven - created_at)::int / 60 as proven
         from unnest($1::uuid[]) with ordinality as placed (id, nth) join orders using (id) order by nth`,
        [placed.map((one) => one!.orderId)],
      );
      return rows.map(({ held, proven }) => [held, proven]);
    }
    assert.deepEqual(await minutes(15), [
      [15, 60],
      [60, null],
    ]);
    assert.deepEqual(await minutes(60), [
      [60, null],
      [60, null],
    ]);
    assert.deepEqual(await minutes(90), [
      [60, null],
      [60, null],
    ]);
  });

  test('of one buyer, sent to several processes at once, are no more than their limits', async () => {
    const product = await addProduct(100_000);
    const processes = [1, 2, 3].map(() => createDatabase(database.url));
    /** How many of 12 orders of a new buyer's are placed by the processes together. */
    async function placed(maxUnpaid: number, unprovenCents: number): Promise<number> {
      const caller = await addBuyer();
      const results = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          insertOrders(processes[n % 3]!.db, [wish(product, 100, { caller })], {
            holdMinutes: 60,
            unprovenMinutes: 60,
            maxUnpaid,
            unprovenCents,
          }),
        ),
      );
      return results.flat().filter(Boolean).length;
    }
    try {
      for (let round = 0; round < 5; round += 1) {
        assert.equal(await placed(5, 100_000_000), 5);
        assert.equal(await placed(1000, 100_000), 4);
      }
    } finally {
      for (const one of processes) await one.close();
    }
  });

  test('are only those of whom a token proves at that moment', async () => {
    const product = await addProduct(1000);
    const [caller, other, removed] = [await addBuyer(), await addBuyer(), await addBuyer()];
    await database.pool.query('delete from sessions where id = $1', [caller.sessionId]);
    await database.pool.query('update access_tokens set expires_at = now() where session_id = $1', [
      other.sessionId,
    ]);
    await database.pool.query('delete from users where id = $1', [removed.userId]);
    const wishes = [caller, other, removed, grace].map((one) => wish(product, 100, { caller: one }));
    assert.deepEqual(await placedOf(wishes), [false, false, false, true]);
    assert.equal(await stockOf(product), 900);
  });

  test('are all undone when one of them is a repeat', async () => {
    const product = await addProduct(1000);
    await insert([wish(product, 100, { key: 'a' })]);
    const repeated = insert([wish(product, 100, { key: 'b' }), wish(product, 100, { key: 'a' })]);
    await assert.rejects(repeated, isRepeat);
    assert.equal(await stockOf(product), 900);
    const { rows } = await database.pool.query("select key from idempotency_keys where key in ('a', 'b')");
    assert.deepEqual(rows, [{ key: 'a' }]);
  });

  test('wait for each other without a deadlock, and see what the others took', async () => {
    const products = await Promise.all([addProduct(1000), addProduct(1000), addProduct(1000)]);
    const there = products.map((id) => wish(id, 100));
    const back = there.toReversed();
    const all = await Promise.all([there, back, there, back, there, back].map((wishes) => placedOf(wishes)));
    assert.equal(all.flat().filter(Boolean).length, 18);
    assert.deepEqual(await Promise.all(products.map(stockOf)), [400, 400, 400]);
  });

  test('go by the price and the minimum as they are once who changes the product is done', async () => {
    const [dearer, larger] = [await addProduct(1000), await addProduct(1000)];
    const client = await database.pool.connect();
    let placed: Promise<boolean[]> | undefined;
    try {
      await client.query('begin');
      await client.query('update products set price_cents = 300 where id = $1', [dearer]);
      await client.query('update products set min_order = 200 where id = $1', [larger]);
      placed = placedOf([wish(dearer, 100), wish(larger, 100)]);
      await database.untilWaiting();
      await client.query('commit');
    } finally {
      client.release(true);
    }
    assert.deepEqual(await placed, [false, false]);
  });

  test('leave to statements of the same moment what is there, and refuse the rest', async () => {
    const product = await addProduct(300);
    const all = await Promise.all(Array.from({ length: 8 }, () => placedOf([wish(product, 100)])));
    assert.equal(all.flat().filter(Boolean).length, 3);
    assert.equal(await stockOf(product), 0);
  });
});
