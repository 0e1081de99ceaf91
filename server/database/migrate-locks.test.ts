// nightly: updates from the version before
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import { BEFORE_WATCHED, watchLocks } from '../../tests/fixtures/lock-watch.ts';
import { listMigrations, migrate } from './migrate.ts';

// Before the first test: what is awaited behind one may come when the file counts as finished.
const database = await createTestDatabase({ last: BEFORE_WATCHED });
const shop = await createTestDatabase({ last: BEFORE_WATCHED });
after(() => Promise.all([database.drop(), shop.drop()]));
const watch = await watchLocks(database.pool);
const watching = await watchLocks(shop.pool);
const watched = (await listMigrations()).filter((name) => name > BEFORE_WATCHED);

describe('what keeps people waiting on a full table is found', () => {
  const run = async (sql: string, { lockTimeout = 800 } = {}) => {
    const client = await database.pool.connect();
    try {
      return await watch.during(async () => {
        await client.query(`set lock_timeout = ${lockTimeout}`);
        await client.query(sql);
      });
    } finally {
      client.release(true);
    }
  };
  const reads = (table: string) => [`${table} is held for writes while all of ${table} is read`];

  for (const [what, sql] of [
    ['an index that is not built concurrently', 'create index on orders (quantity)'],
    [
      'a default that differs by row',
      'alter table orders add column tried uuid not null default gen_random_uuid()',
    ],
    ['another type', 'alter table orders alter column product_name type varchar(1000)'],
    [
      'a constraint that is checked at once',
      'alter table orders add constraint tried_1 check (quantity > 0)',
    ],
    [
      'a constraint that is checked in the transaction that adds it',
      `alter table orders add constraint tried_2 check (quantity > 0) not valid;
       alter table orders validate constraint tried_2`,
    ],
    ['a column that must not be null', 'alter table orders alter column deleted_at set not null'],
    [
      'rows that are written under the lock of the table',
      'alter table orders add column tried_3 int; update orders set tried_3 = 1',
    ],
    [
      'a column with a constraint of its own',
      'alter table orders add column tried_4 int check (tried_4 > 0)',
    ],
  ] as const)
    test(what, async () => assert.deepEqual(await run(sql), reads('orders')));

  test('a lock that is waited for without end', async () => {
    assert.deepEqual(await run('alter table orders add column tried_5 int', { lockTimeout: 0 }), [
      'orders is locked without lock_timeout',
    ]);
  });

  for (const [what, sql] of [
    [
      'a column with a default that is the same for all',
      'alter table orders add column tried_6 int not null default 0',
    ],
    ['an index that is built concurrently', 'create index concurrently on orders (quantity)'],
    [
      'a constraint that is checked later',
      `do $$ begin
         alter table orders add constraint tried_7 check (quantity > 0) not valid;
         commit;
         alter table orders validate constraint tried_7;
       end $$`,
    ],
    [
      'a table that is new',
      'create table tried_8 (id uuid primary key, of int); create index on tried_8 (of)',
    ],
  ] as const)
    test(`and not: ${what}`, async () => assert.deepEqual(await run(sql), []));
});

for (const name of watched)
  test(`${name} keeps nobody waiting while it reads or writes all of a full table`, async () =>
    assert.deepEqual(await watching.during(() => migrate(shop.pool, name)), []));
