import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { answerWithin, LONG_ANSWER_MS } from './connection.ts';
import { MigrationFailed } from './migration-failed.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

/** Any number, the same in every process: only one migrates at a time. */
const LOCK = 1992_0001;

/** The first line of a file that commits by itself: one statement, which may be cut off anywhere and run again. */
const BY_ITSELF = '-- Commits by itself';

/** A file that commits by itself may instead build one index beside writes. */
const CONCURRENTLY = 'create index concurrently';

/**
 * How long a migration waits for a lock, in milliseconds. Shorter than PostgreSQL's `deadlock_timeout`: where a migration and
 * a request wait for each other, the migration gives way, and nobody who waits behind it waits for long.
 */
const PATIENCE_MS = 800;
const TRIES = 100;
const PAUSE_MS = 100;

/** What is told while migrations run. */
export interface Telling {
  /** Takes the name of each that has run. */
  ran?: (name: string) => void;
  /** Takes a line about what takes long. */
  goesOn?: (line: string) => void;
  /** Milliseconds between two such lines. */
  everyMs?: number;
}

/** Milliseconds after which a migration takes long. */
const LONG_MS = 10_000;

/**
 * Brings the database to the newest schema: runs each file of `migrations/` that has not run, in the order of their
 * names, each in a transaction of its own unless it commits by itself. Several processes may call it at once, and others may
 * serve requests meanwhile.
 * @param last the name of the last migration that is to run; without it all do
 * @throws MigrationFailed when one fails; one that meets locks of others is tried for a minute or two before
 */
export async function migrate(
  pool: pg.Pool,
  last?: string,
  { ran = () => {}, goesOn = () => {}, everyMs = LONG_MS }: Telling = {},
): Promise<void> {
  const client = await pool.connect();
  try {
    // A full table takes the time it takes, for this process and for those that wait for it.
    answerWithin(client, LONG_ANSWER_MS);
    // A session whose process is lost lets go of its turn.
    await client.query("set statement_timeout = 0; set idle_session_timeout = '1min'");
    await takeTurn(client, goesOn, everyMs);
    await client.query(`set lock_timeout = ${PATIENCE_MS}`);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const applied = new Set(await listApplied(client));
    const wanted = (await listMigrations()).filter((name) => last === undefined || name <= last);
    const pending = wanted.filter((name) => !applied.has(name));
    for (const [index, name] of pending.entries()) {
      const which = `${name} (${index + 1} of ${pending.length})`;
      const stop = await tellProgress(pool, client, everyMs, (progress) => goesOn(`${which} ${progress}`));
      await apply(client, name).finally(stop);
      ran(name);
    }
  } finally {
    // The lock and the settings go with the connection.
    client.release(true);
  }
}

/** Waits until no other process migrates, without a statement that stays open: building an index concurrently waits for those. */
async function takeTurn(client: pg.PoolClient, say: (line: string) => void, everyMs: number): Promise<void> {
  for (let told = performance.now(); ; ) {
    if (performance.now() - told > everyMs) {
      say('Waiting for another process that migrates the database');
      told = performance.now();
    }
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LOCK,
    ]);
    if (rows[0]!.taken) return;
    await setTimeout(PAUSE_MS);
  }
}

const PROGRESS = `
  select phase, round(100.0 * coalesce(nullif(blocks_done, 0), tuples_done) / nullif(coalesce(nullif(blocks_total, 0), tuples_total), 0)) as percent,
    wait_event_type = 'Lock' as waits
  from pg_stat_activity as activity left join pg_stat_progress_create_index as building using (pid)
  where activity.pid = $1`;

/** Says again and again for how long a connection has been at its work, and how far it is where PostgreSQL knows. Returns what ends that. */
async function tellProgress(
  pool: pg.Pool,
  client: pg.PoolClient,
  everyMs: number,
  say: (progress: string) => void,
): Promise<() => void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const begun = performance.now();
  const tell = async () => {
    const found = await pool.query(PROGRESS, [rows[0]!.pid]).catch(() => undefined);
    const { phase, percent, waits } = found?.rows[0] ?? {};
    const seconds = Math.round((performance.now() - begun) / 1000);
    const how = phase ? `: ${phase}${percent === null ? '' : `, ${percent} %`}` : '';
    say(`has run for ${seconds} s${how}${waits ? ', and waits for others' : ''}`);
  };
  const timer = setInterval(tell, everyMs);
  return () => clearInterval(timer);
}

/** A migration that has not run, with its SQL. */
export interface PendingMigration {
  name: string;
  text: string;
}

/** The migrations that `migrate` would run, in order. Changes nothing. */
export async function listPending(pool: pg.Pool): Promise<PendingMigration[]> {
  const applied = new Set(await listApplied(pool));
  const pending = (await listMigrations()).filter((name) => !applied.has(name));
  return Promise.all(pending.map(async (name) => ({ name, text: await readMigration(name) })));
}

/** The migrations that have run, in their order; undefined where there is no shop. */
export async function listApplied(database: pg.Pool | pg.ClientBase): Promise<string[] | undefined> {
  const { rows } = await database.query<{ is: boolean }>(
    "select to_regclass('migrations') is not null as is",
  );
  if (!rows[0]!.is) return undefined;
  const applied = await database.query<{ name: string }>('select name from migrations order by name');
  return applied.rows.map(({ name }) => name);
}

const readMigration = (name: string) => readFile(new URL(name, FOLDER), 'utf8');

/** Names of the migrations that come with this version, in order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
}

async function apply(client: pg.PoolClient, name: string): Promise<void> {
  const text = await readMigration(name);
  for (let tried = 1; ; tried += 1) {
    try {
      if (text.includes(CONCURRENTLY)) await buildIndex(client, text);
      else if (text.startsWith(BY_ITSELF)) await client.query(text);
      await client.query('begin');
      if (!text.startsWith(BY_ITSELF)) await client.query(text);
      await client.query('insert into migrations (name) values ($1)', [name]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (tried >= TRIES || !hasMetOthers(error)) {
        throw new MigrationFailed(name, error);
      }
      await setTimeout(PAUSE_MS);
    }
  }
}

/** Builds an index beside writes: nobody waits behind it, so it may wait. One that was cut off has left it unfinished. */
async function buildIndex(client: pg.PoolClient, text: string): Promise<void> {
  const [, name] = /create index concurrently (\w+)/.exec(text)!;
  await client.query('set lock_timeout = 0');
  try {
    await client.query(`drop index concurrently if exists ${name}`);
    await client.query(text);
  } finally {
    await client.query(`set lock_timeout = ${PATIENCE_MS}`);
  }
}

/** A deadlock (40P01), or a lock that somebody has kept for too long (55P03): all is as before. */
function hasMetOthers(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '55P03');
}
