import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { listPending, migrate } from '../../server/database/migrate.ts';
import { createTestDatabase } from '../fixtures/database.ts';
import { BEFORE_WATCHED } from '../fixtures/lock-watch.ts';
import { fillTables, PEOPLE, partId, personId } from './full-tables.ts';

/** Those who use the shop meanwhile, and the time between two statements of one of them. */
const [USERS, PACE_MS] = [4, 20];
const APPLICATION = 'people';
const LOOK_MS = 10;

/** What people do all day, by statements of the version before: placing an order, letting a hold end, writing into the log, reading. */
const STATEMENTS = [
  `with placed as (
     insert into purchases (id, user_id, buyer_name, buyer_email, shipping_address, phone, state, total_cents, held_until)
     values (gen_random_uuid(), ${personId('$1::int')}, 'Buyer', 'buyer@example.com', '1 Dock Road', '+1 555 0100', 'held', 100, now())
     returning id
   ), line as (
     insert into orders (id, purchase_id, line_no, product_id, product_name, unit_price_micros, quantity, total_cents, available)
     select id, id, 1, ${partId('$1::int')}, 'Part', 10000, 100, 100, 1000000 from placed
   )
   insert into events (id, kind, actor, order_id, product_id, stock_change)
   select gen_random_uuid(), 'order_placed', 'buyer@example.com', id, ${partId('$1::int')}, -100 from placed`,
  `update purchases set state = 'released', held_until = null
   where id = (select id from purchases where user_id = ${personId('$1::int')} and state = 'held' limit 1)`,
  `insert into events (id, kind, actor, product_id) values (gen_random_uuid(), 'product_changed', 'shop', ${partId('$1::int')})`,
  `select count(*) from purchases join orders on purchase_id = purchases.id
   where purchases.id in (select id from purchases where user_id = ${personId('$1::int')} order by id desc limit 10)`,
];

interface Longest {
  /** Milliseconds that a statement of people waited for a lock, and that a table was locked for their writes. */
  waited: number;
  locked: number;
}

/**
 * Fills the tables of an earlier version, runs each migration since, and measures how long people's statements wait for locks
 * meanwhile. Throws when one of them fails, or the sums that migrations count beside them are wrong. Calls `say` with a line for each.
 */
export async function migrateFullTables(rows: number, say: (line: string) => void): Promise<void> {
  const database = await createTestDatabase({ last: BEFORE_WATCHED });
  try {
    await fillTables(database.pool, rows);
    const size = await database.pool.query(
      'select pg_size_pretty(pg_database_size(current_database())) as size',
    );
    say(`${rows} lines of orders and entries of the log are there: ${size.rows[0].size}`);
    const ending = new AbortController();
    const done = { count: 0, slowest: 0 };
    const people = Array.from({ length: USERS }, (_, n) => useShop(database.url, n, ending.signal, done));
    // One that fails is told at the end, and does not end the process before.
    for (const person of people) person.catch(() => {});
    const all: Longest = { waited: 0, locked: 0 };
    try {
      for (const { name } of await listPending(database.pool)) {
        const begun = performance.now();
        const { waited, locked } = await watch(database.url, migrate(database.pool, name));
        all.waited = Math.max(all.waited, waited);
        all.locked = Math.max(all.locked, locked);
        say(
          `${name}: ${Math.round(performance.now() - begun)} ms; people waited ${waited} ms at most; ` +
            `a table was locked for writes for ${locked} ms at most`,
        );
      }
    } finally {
      ending.abort();
      await Promise.all(people);
    }
    await requireRightSums(database.pool);
    say(
      `${done.count} statements of people meanwhile, none failed; they waited ${all.waited} ms for a lock at most ` +
        `(the slowest took ${Math.round(done.slowest)} ms), and a table was locked for writes for ${all.locked} ms at most`,
    );
  } finally {
    await database.drop();
  }
}

async function useShop(
  url: string,
  n: number,
  ending: AbortSignal,
  done: { count: number; slowest: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: APPLICATION });
  await client.connect();
  try {
    for (let turn = n; !ending.aborted; turn += 1) {
      const begun = performance.now();
      const text = STATEMENTS[turn % STATEMENTS.length]!;
      await client.query(text, [1 + ((turn * 7919) % PEOPLE)]);
      done.count += 1;
      done.slowest = Math.max(done.slowest, performance.now() - begun);
      await wait(PACE_MS);
    }
  } finally {
    await client.end();
  }
}

/** Looks at the locks while a migration runs: at how long people wait, and at how long others keep them from writing into a table. */
async function watch(url: string, migration: Promise<void>): Promise<Longest> {
  const client = new pg.Client(url);
  await client.connect();
  const longest: Longest = { waited: 0, locked: 0 };
  const held = new Map<string, number>();
  let running = true;
  const ended = migration.finally(() => {
    running = false;
  });
  // One that fails while the locks are looked at is told below, and does not end the process before.
  ended.catch(() => {});
  try {
    while (running) {
      const now = performance.now();
      const { rows } = await client.query<{ lock: string | null; waited: number | null }>(LOCKS, [
        APPLICATION,
      ]);
      const seen = new Set(rows.map(({ lock }) => lock));
      for (const lock of held.keys()) if (!seen.has(lock)) held.delete(lock);
      for (const { lock, waited } of rows) {
        longest.waited = Math.max(longest.waited, Math.round(waited ?? 0));
        if (lock === null) continue;
        if (!held.has(lock)) held.set(lock, now);
        longest.locked = Math.max(longest.locked, Math.round(performance.now() - held.get(lock)!));
      }
      await wait(LOOK_MS);
    }
  } finally {
    await client.end();
  }
  await ended;
  return longest;
}

/** A row for each statement of people that waits, and for each lock of a table that others have and that writes wait for. */
const LOCKS = `
  select null as lock, extract(epoch from clock_timestamp() - waitstart)::float8 * 1000 as waited
  from pg_locks join pg_stat_activity using (pid)
  where not granted and application_name = $1
  union all
  select concat_ws(' ', pid, virtualtransaction, relation, mode), null
  from pg_locks join pg_stat_activity using (pid) join pg_class on pg_class.oid = relation
  where granted and application_name <> $1 and relkind = 'r' and relnamespace = 'public'::regnamespace
    and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;

/** What migration 0070 counts page by page, and triggers beside it. */
async function requireRightSums(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ wrong: number }>(
    `select count(*)::int as wrong from users left join sums_of_buyers on user_id = users.id
     where (paid_cents, unpaid_cents) is distinct from (coalesce(paid, 0), coalesce(unpaid, 0))`,
  );
  if (rows[0]!.wrong > 0) throw new Error(`the sums of ${rows[0]!.wrong} people are wrong`);
}
