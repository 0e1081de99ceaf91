import pg from 'pg';
import type { Address } from './address.ts';
import { SUPERUSER } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';

const DATABASE = 'northbridge';

/** Advisory lock in the database `postgres`: held by whoever makes the shop's database. */
export const MAKING_LOCK = 1;

/** Milliseconds. PostgreSQL makes a database in less than a second, unless its disk stands still. */
const MAKING_PATIENCE = 60_000;

/** How to reach the database, as `pg` takes it. `host` is the folder of a Unix socket, or 127.0.0.1. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** Returns how the shop's user reaches the shop's database at an address. */
export function connectionTo({ socketFolder, port }: Address, password: string): EmbeddedConnection {
  return { host: socketFolder ?? '127.0.0.1', port, user: SUPERUSER, password, database: DATABASE };
}

/** Returns the same as a URL: `postgres://user:password@/database?host=%2Fsocket%2Ffolder&port=5432`. */
export function connectionUrl({ host, port, user, password, database }: EmbeddedConnection): string {
  const login = `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return host.startsWith('/')
    ? `${login}/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `${login}${host}:${port}/${database}`;
}

/** Whether PostgreSQL answers at a connection within 5 seconds. The shop's database need not exist yet. */
export async function answers(connection: EmbeddedConnection): Promise<boolean> {
  return withClient({ ...connection, connectionTimeoutMillis: 5000 }, async () => true).catch(() => false);
}

/**
 * Makes the shop's database where there is none. PostgreSQL may still be making it for a shop that was killed: that is
 * waited for at most a minute, as the killed shop's connection keeps the lock until then.
 * @throws EmbeddedPostgresError when PostgreSQL does not answer, or cannot make it, or still makes it
 */
export async function makeDatabase(connection: EmbeddedConnection): Promise<void> {
  try {
    await withClient({ ...connection, lock_timeout: MAKING_PATIENCE }, async (client) => {
      await client.query('SELECT pg_advisory_lock($1)', [MAKING_LOCK]);
      const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [connection.database]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${connection.database}`);
    });
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The shop's database cannot be opened or made: ${(cause as Error).message}`,
      {
        cause,
      },
    );
  }
}

/** Connects to the database that every cluster has. */
async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...config, database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
