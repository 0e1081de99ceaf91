// nightly: fills large tables
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { audit } from '../../server/audit/audit.ts';
import { createTestDatabase } from '../fixtures/database.ts';
import { addCaller, addProduct, place } from '../fixtures/purchases.ts';
import { fillTo } from './fill.ts';

const database = await createTestDatabase();
after(() => database.drop());

const INDEXES = `select pg_get_indexdef(indexrelid) as made from pg_index where indrelid = 'events'::regclass order by 1`;

test('a log that is filled up has as many entries, and the indexes and the audit of before', async () => {
  const { db, pool } = database;
  const readIndexes = async () => (await pool.query(INDEXES)).rows;
  const before = await readIndexes();
  await fillTo(pool, { products: 20, orders: 1000, events: 10_000 });
  const { rows } = await pool.query(
    'select count(*)::int as entries, count(distinct id)::int as ids from events',
  );
  assert.deepEqual(rows, [{ entries: 10_000, ids: 10_000 }]);
  assert.deepEqual(await readIndexes(), before);
  assert.deepEqual((await audit(db)).faults, []);
});

test('the audit of a filled shop is clean, also after use and a second fill', async () => {
  const { db, pool } = database;
  await fillTo(pool, { products: 20, orders: 1000 });
  assert.deepEqual((await audit(db)).faults, []);
  const [caller, productId] = [await addCaller(database), await addProduct(database, 1000)];
  await place(database, caller, [[productId, 100]]);
  await fillTo(pool, { products: 40, orders: 3000 });
  const { stock, faults } = await audit(db);
  assert.deepEqual(faults, []);
  assert.deepEqual([...new Set(stock.map(({ available }) => available))], [1_000_000]);
  const { rows } = await pool.query(
    'select sum(unpaid_orders) as unpaid, sum(held_cents) as held from users',
  );
  assert.deepEqual(rows, [{ unpaid: 31, held: '25000' }]);
});
