import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { answerWithin, LONG_ANSWER_MS } from './connection.ts';
import { MigrationFailed } from './migration-failed.ts';

/** Has baseline.sql, functions.sql and the folder `migrations`. */
const FOLDER = new URL('./', import.meta.url);

/** The last of the migrations that baseline.sql replaces: a database with this name has their schema. */
export const BASELINE = '0085-names-on-one-line.sql';
/** A database that ran them one by one has this many names, up to that one. */
const REPLACED = 80;
/** A commit that has all of them. */
const REPLACED_IN = '40790c27';

/** Any number, the same in every process: only one migrates at a time. */
const LOCK = 1992_0001;

/** The first line of a file that commits by itself: one statement, which may be interrupted anywhere and run again. */
const BY_ITSELF = '-- Commits by itself';

/** A file that commits by itself may instead build one index beside writes. */
const CONCURRENTLY = /create (?:unique )?index concurrently (\w+)/;

/**
 * How long a migration waits for a lock, in milliseconds. Shorter than PostgreSQL's `deadlock_timeout`: where a migration and
 * a request wait for each other, the migration gives way, and nobody who waits behind it waits for long.
 */
const PATIENCE_MS = 800;
const TRIES = 100;
const PAUSE_MS = 100;

/** Milliseconds after which a migration takes long. */
const LONG_MS = 10_000;

export interface MigrateOptions {
  /** The name of the last migration to run. Without it all run, and then functions.sql. */
  upTo?: string | undefined;
  /** Another folder with the same files, for tests. */
  folder?: URL | undefined;
  /** Takes the name of each migration that has run. */
  ran?: (name: string) => void;
  /** Takes a line about each migration that takes long, every `everyMs` milliseconds. */
  goesOn?: (line: string) => void;
  everyMs?: number;
}

/** What runs once on each database: baseline.sql, a file of `migrations/`, or a text of functions.sql. */
export interface Migration {
  name: string;
  text: string;
}

/**
 * Brings the database to the newest schema: runs what has not run, each file in a transaction of its own unless it commits by
 * itself. Several processes may call it at once, and others may serve requests meanwhile.
 * @throws MigrationFailed when one fails; one that meets locks of others is tried for a minute or two before
 * @throws OperatorError when the database is older than the baseline
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<void> {
  const { upTo, folder, ran = () => {}, goesOn = () => {}, everyMs = LONG_MS } = options;
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
    const pending = (await listPending(client, folder)).filter(
      ({ name }) => upTo === undefined || name <= upTo,
    );
    for (const [index, migration] of pending.entries()) {
      const begun = performance.now();
      const timer = setInterval(() => {
        const seconds = Math.round((performance.now() - begun) / 1000);
        goesOn(`${migration.name} (${index + 1} of ${pending.length}) has run for ${seconds} s`);
      }, everyMs);
      await apply(client, migration).finally(() => clearInterval(timer));
      ran(migration.name);
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

/** Returns what `migrate` would run, in order. Changes nothing. Throws as `migrate` does for an old database. */
export async function listPending(database: pg.Pool | pg.ClientBase, folder = FOLDER): Promise<Migration[]> {
  const read = (name: string) => readFile(new URL(name, folder), 'utf8');
  const names = await listMigrations(folder);
  const files = names.map((name) => (name === BASELINE ? 'baseline.sql' : `migrations/${name}`));
  const texts = await Promise.all(files.map(read));
  const functions = await read('functions.sql');
  // A text that has run does not run again: a process of the version before, restarted beside this one, leaves newer functions alone.
  const hash = createHash('sha256').update(functions).digest('hex').slice(0, 16);
  const all = names.map((name, nth) => ({ name, text: texts[nth]! }));
  const applied = (await readNames(database)) ?? [];
  sinceBaseline(applied);
  return [...all, { name: `functions.sql ${hash}`, text: functions }].filter(
    ({ name }) => !applied.includes(name),
  );
}

/**
 * Returns the migrations that the database has, in order, from the baseline on; undefined where there is no shop. Throws as
 * `migrate` does for an old database.
 */
export async function listApplied(database: pg.Pool | pg.ClientBase): Promise<string[] | undefined> {
  const names = await readNames(database);
  return names && sinceBaseline(names.filter((name) => !name.startsWith('functions.sql ')));
}

async function readNames(database: pg.Pool | pg.ClientBase): Promise<string[] | undefined> {
  const { rows } = await database.query<{ is: boolean }>(
    "select to_regclass('migrations') is not null as is",
  );
  if (!rows[0]!.is) return undefined;
  const found = await database.query<{ name: string }>('select name from migrations');
  return found.rows.map(({ name }) => name).sort();
}

/**
 * Returns those of a database's migrations that its version has behind the baseline, and the baseline.
 * @throws OperatorError when some of those that the baseline replaces have not run
 */
export function sinceBaseline(names: readonly string[]): string[] {
  const count = names.filter((name) => name <= BASELINE).length;
  const isThere = names.includes(BASELINE) && (count === 1 || count === REPLACED);
  if (names.length > 0 && !isThere)
    throw new OperatorError(
      `The schema is of an older version of the shop. Start commit ${REPLACED_IN} on it once, then this version.`,
    );
  return names.filter((name) => name >= BASELINE);
}

/** Returns the names of the migrations of this version, in order; the baseline is the first. */
export async function listMigrations(folder = FOLDER): Promise<string[]> {
  const files = await readdir(new URL('migrations/', folder));
  return [BASELINE, ...files.filter((name) => name.endsWith('.sql')).sort()];
}

async function apply(client: pg.PoolClient, { name, text }: Migration): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      const index = CONCURRENTLY.exec(text)?.[1];
      if (index) await buildIndex(client, index, text);
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

/** Builds an index beside writes. Nobody waits behind it, so it may wait. An interrupted one has left an invalid index. */
async function buildIndex(client: pg.PoolClient, name: string, text: string): Promise<void> {
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
