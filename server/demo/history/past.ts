import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { createDatabase, type Database } from '../../ground/database/client.ts';
import type { Schema } from '../../ground/database/schema.ts';

/** A transaction of which the work says what time it is, for the database and for this process. */
export interface Past {
  /** As the shop's functions take it. Their transactions are steps of this one. */
  database: Database;
  /** Begins to tell the time that it is then, in milliseconds of the Unix epoch. Ids sort by it, so it never goes back. */
  moveTo(moment: number): Promise<void>;
}

const CHECKS = 'set constraints all immediate; set constraints all deferred';

/**
 * What a transaction's words mean within another one; '' is nothing. A step's deferred constraints are checked at its end, as at a commit.
 * None is undone by itself, for which each would be a transaction within one, and PostgreSQL looks through all of them for each row:
 * one that were to be undone fails the whole.
 */
const STEPS: Record<string, string> = {
  begin: '',
  commit: CHECKS,
  rollback: `do $$ begin raise 'a step of the past would have to be undone'; end $$`,
};
/** What Kysely is answered to what is not said at once. */
const NOTHING = { command: '', rowCount: 0, rows: [] };

/**
 * Runs work in one transaction on a connection of its own: all of it is done, or nothing. `prepare` runs before the clock is another one;
 * without a result of it there is no work, and false is returned.
 */
export async function inThePast<T>(
  connection: string | pg.PoolConfig,
  settings: Record<string, string>,
  prepare: (database: Database) => Promise<T | undefined>,
  work: (past: Past, prepared: T) => Promise<void>,
): Promise<boolean> {
  const config = typeof connection === 'string' ? { connectionString: connection } : connection;
  const { pool, close } = createDatabase({ ...config, pipeline: true }, { settings, max: 1 });
  const clock = Date.now;
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { database, moveTo } = within(client);
    const prepared = await prepare(database);
    if (prepared !== undefined) {
      const defaults = await bendClock(client);
      await work({ database, moveTo }, prepared);
      await straightenClock(client, defaults);
    }
    await client.query('commit');
    return prepared !== undefined;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    Date.now = clock;
    client.release();
    await close();
  }
}

/**
 * The database as a connection within a transaction has it. What stands between statements is said before the next one, in the same
 * breath: its answer is not waited for.
 */
function within(client: pg.PoolClient): Past {
  const unsaid: string[] = [];
  const query = async (text: unknown, ...rest: unknown[]) => {
    const said = STEPS[text as string] ?? text;
    if (said === CHECKS) unsaid.push(CHECKS);
    if (said === CHECKS || said === '') return NOTHING;
    const before = unsaid.length > 0 && client.query(unsaid.splice(0).join('; '));
    // Where the one before fails, this one fails for it, and the other one says why.
    const [, answer] = await Promise.all([before, (client.query as Query)(said, ...rest)]);
    return answer;
  };
  const moveTo = async (moment: number) => {
    Date.now = () => moment;
    unsaid.push(`select set_config('demo.now', '${new Date(moment).toISOString()}', true)`);
  };
  const step = { query, release() {} };
  const pool = { query, connect: async () => step, end: async () => {} } as unknown as pg.Pool;
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    database: { pool, db, hasRoom: async () => true, onBack() {}, close: async () => {} },
    moveTo,
  };
}

type Query = (...args: unknown[]) => Promise<unknown>;

/** A column whose value is `now()` where a statement names none. */
interface TimeDefault {
  table: string;
  column: string;
}

/**
 * Has `now()` and `clock_timestamp()` of the transaction's statements be the time that was told: functions of these names stand before
 * PostgreSQL's in the search path. Defaults of columns were bound to PostgreSQL's, and are bound to the others until the end.
 */
async function bendClock(client: pg.PoolClient): Promise<TimeDefault[]> {
  const { rows } = await client.query<TimeDefault>(`
    select quote_ident(relname) as table, quote_ident(attname) as column
    from pg_attrdef join pg_class on pg_class.oid = adrelid join pg_attribute on attrelid = adrelid and attnum = adnum
    where relnamespace = current_schema()::regnamespace and pg_get_expr(adbin, adrelid) = 'now()'`);
  const told = `returns timestamptz language sql stable as $$ select current_setting('demo.now')::timestamptz $$`;
  await client.query(`create schema demo_clock`);
  await client.query(
    `create function demo_clock.now() ${told}; create function demo_clock.clock_timestamp() ${told}`,
  );
  await setDefaults(client, rows, 'demo_clock.now()');
  await client.query(
    `select set_config('search_path', 'demo_clock, pg_catalog, ' || current_setting('search_path'), true)`,
  );
  return rows;
}

async function straightenClock(client: pg.PoolClient, defaults: TimeDefault[]): Promise<void> {
  await client.query('set constraints all immediate');
  await setDefaults(client, defaults, 'pg_catalog.now()');
  // Fails when something still stands on it.
  await client.query('drop function demo_clock.now(), demo_clock.clock_timestamp(); drop schema demo_clock');
}

async function setDefaults(client: pg.PoolClient, defaults: TimeDefault[], value: string): Promise<void> {
  for (const { table, column } of defaults)
    await client.query(`alter table ${table} alter column ${column} set default ${value}`);
}
