import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { createDatabase, type Database } from '../../database/client.ts';
import type { Schema } from '../../database/schema.ts';

/** A transaction of which the work says what time it is, for the database and for this thread. */
export interface Past {
  /** As the shop's functions take it. Their transactions are steps of this one. */
  database: Database;
  /** Begins to tell the time that it is then, in milliseconds of the Unix epoch. Ids sort by it, so it never goes back. */
  moveTo(moment: number): Promise<void>;
}

/** What a transaction's words mean within another one. A step's deferred constraints are checked at its end, as at a commit. */
const STEPS: Record<string, string> = {
  begin: 'savepoint step',
  commit: 'set constraints all immediate; set constraints all deferred; release savepoint step',
  rollback: 'rollback to savepoint step; release savepoint step',
};

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
  const { pool, close } = createDatabase(connection, { settings, max: 1 });
  const client = await pool.connect();
  try {
    await client.query('begin');
    const database = within(client);
    const prepared = await prepare(database);
    if (prepared !== undefined) {
      const defaults = await bendClock(client);
      await work({ database, moveTo: (moment) => tell(client, moment) }, prepared);
      await straightenClock(client, defaults);
    }
    await client.query('commit');
    return prepared !== undefined;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
    await close();
  }
}

/** The database as a connection within a transaction has it. */
function within(client: pg.PoolClient): Database {
  const query = (text: unknown, ...rest: unknown[]) =>
    (client.query as (...args: unknown[]) => unknown)(STEPS[text as string] ?? text, ...rest);
  const step = { query, release() {} };
  const pool = { query, connect: async () => step, end: async () => {} } as unknown as pg.Pool;
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { pool, db, hasRoom: async () => true, onBack() {}, close: async () => {} };
}

async function tell(client: pg.PoolClient, moment: number): Promise<void> {
  Date.now = () => moment;
  await client.query('select set_config($1, $2, true)', ['demo.now', new Date(moment).toISOString()]);
}

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
