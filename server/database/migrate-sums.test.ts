// nightly: updates from the version before
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import { migrate } from './migrate.ts';

/** The last migration before customers had sums, and the one that sums up. */
const BEFORE = '0069-stock-bound.sql';
const SUMS = '0070-customer-sums.sql';
/** More than two of the pages in which the migration goes through people. */
const PEOPLE = 1_200;

// The statements of this file are of the version before.
const database = await createTestDatabase({ last: BEFORE });
const { pool } = database;
after(() => database.drop());

await pool.query(
  `insert into users (id, name, email) select gen_random_uuid(), n::text, 'p-' || n || '@example.com' from generate_series(1, $1::int) n`,
  [PEOPLE],
);
const BUY = `insert into purchases (id, user_id, buyer_name, buyer_email, shipping_address, phone, state, total_cents, held_until, paid_at,
    transaction_id, refunded_at, deleted_at)
  select gen_random_uuid(), users.id, 'P', email, '', '', state, cents, case state when 'held' then now() + interval '1 day' end,
    case when state in ('paid', 'refunded') then now() end, case when state in ('paid', 'refunded') then 'pi_' || gen_random_uuid() end,
    case state when 'refunded' then now() end, case state when 'deleted' then now() end
  from users, (values ('held', 1), ('released', 20), ('paid', 300), ('refunded', 4000), ('deleted', 50000)) as bought (state, cents)`;
// Of three people one has bought nothing.
await pool.query(`${BUY} where name::int % 3 > 0`);
await pool.query(`insert into sessions (id, user_id, token, expires_at, updated_at)
  select gen_random_uuid(), id, id::text || n, now() + interval '1 day', '2026-01-01'::timestamptz + n * interval '1 day'
  from users, generate_series(1, 2) n where email in ('p-1@example.com', 'p-2@example.com')`);
await pool.query(`insert into events (id, at, kind, actor)
  select gen_random_uuid(), '2025-01-01', 'signed_in', 'p-' || n || '@example.com' from generate_series(2, 3) n`);

/** How many people have which sums: what is paid, what is unpaid. */
async function sums(): Promise<number[][]> {
  const { rows } = await pool.query(
    'select paid_cents, unpaid_cents, count(*) as people from users group by 1, 2 order by 1, 2',
  );
  return rows.map((row) => [row.paid_cents, row.unpaid_cents, row.people]);
}

async function seen(): Promise<string[]> {
  const { rows } = await pool.query(
    `select email || ' ' || (seen_at at time zone 'utc')::date as seen from users where seen_at is not null order by email`,
  );
  return rows.map((row) => row.seen);
}

test('what people have bought before is summed up, also by who buys while the migration runs', async () => {
  const client = await pool.connect();
  await client.query('begin');
  // They have bought nothing before.
  await client.query(`${BUY} where email = 'p-1200@example.com'`);
  const migrating = migrate(pool, SUMS);
  await database.untilWaiting();
  await client.query('commit');
  client.release();
  await migrating;
  assert.deepEqual(await sums(), [
    [0, 0, PEOPLE / 3 - 1],
    [4300, 21, (PEOPLE * 2) / 3 + 1],
  ]);
  // By the newest session, and without one by the newest entry in the log.
  assert.deepEqual(await seen(), [
    'p-1@example.com 2026-01-03',
    'p-2@example.com 2026-01-03',
    'p-3@example.com 2025-01-01',
  ]);
});

test('the migration to sums may be cut off and run again, and a process of the version before goes on beside it', async () => {
  const before = await sums();
  // As when it is cut off after some pages: the others have no sums yet. Who was seen since stays as noted.
  await pool.query(`update users set paid_cents = 0, unpaid_cents = 0, seen_at = null where email > 'p-2'`);
  await pool.query(`update users set seen_at = '2026-02-02' where email = 'p-1@example.com'`);
  const { rowCount } = await pool.query('delete from migrations where name = $1', [SUMS]);
  assert.equal(rowCount, 1);
  await migrate(pool, SUMS);
  assert.deepEqual(await sums(), before);
  assert.deepEqual((await seen())[0], 'p-1@example.com 2026-02-02');
  assert.deepEqual((await seen()).slice(1), ['p-2@example.com 2026-01-03', 'p-3@example.com 2025-01-01']);
  // It writes purchases as before, and the counters follow.
  await pool.query(`${BUY} where email = 'p-7@example.com'`);
  await pool.query(`update purchases set state = 'deleted', held_until = null, deleted_at = now()
    where state = 'held' and buyer_email = 'p-7@example.com'`);
  const { rows } = await pool.query(
    `select paid_cents - coalesce(paid, 0) as paid, unpaid_cents - coalesce(unpaid, 0) as unpaid
     from users left join sums_of_buyers on user_id = users.id
     where paid_cents <> coalesce(paid, 0) or unpaid_cents <> coalesce(unpaid, 0)`,
  );
  assert.deepEqual(rows, []);
  assert.notDeepEqual(await sums(), before);
});
