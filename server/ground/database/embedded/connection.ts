import pg from 'pg';
import type { Address } from './address.ts';
import { SUPERUSER } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';

const DATABASE = 'northbridge';

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

/**
 * Makes the shop's database where there is none.
 * @throws EmbeddedPostgresError when PostgreSQL does not answer, or cannot make it
 */
export async function makeDatabase(connection: EmbeddedConnection): Promise<void> {
  // The database that every cluster has.
  const client = new pg.Client({ ...connection, database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [connection.database]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${connection.database}`);
  } catch (cause) {
    const said = (cause as Error).message;
    throw new EmbeddedPostgresError(`The shop's database cannot be opened or made: ${said}`, { cause });
  } finally {
    await client.end().catch(() => {});
  }
}
