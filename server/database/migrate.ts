import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

const FOLDER = new URL('./migrations/', import.meta.url);

/** Any number, the same in every process: only one migrates at a time. */
const LOCK = 1992_0001;

/**
 * Brings the database to the newest schema: runs each file of `migrations/` that has not run, in the order of their
 * names, each in a transaction of its own. Several processes may call it at once.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const applied = new Set(rows.map((row) => row.name));
    for (const name of await listMigrations()) {
      if (!applied.has(name)) await apply(client, name);
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
    client.release();
  }
}

/** Names of the migrations that come with this version, in order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
}

async function apply(client: pg.PoolClient, name: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(await readFile(new URL(name, FOLDER), 'utf8'));
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name} failed`, { cause: error });
  }
}
