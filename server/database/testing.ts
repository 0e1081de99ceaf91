import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createDatabase, type Database } from './client.ts';
import { migrate } from './migrate.ts';

/** A database that one test file has to itself. */
export interface TestDatabase extends Database {
  url: string;
  /** Takes the database away, as an outage would, and gives it back. */
  setReachable(reachable: boolean): Promise<void>;
  /** Waits until so many statements, or more, wait for a lock. Throws after a minute. */
  untilWaiting(count?: number): Promise<void>;
  /** Closes the connections and drops the database. */
  drop(): Promise<void>;
}

/**
 * Makes and migrates a database of its own on the PostgreSQL that TEST_DATABASE_URL names (`npm test` starts one).
 * @param last the last migration that it has, as a database of an earlier version; without it all
 */
export async function createTestDatabase(last?: string): Promise<TestDatabase> {
  const adminUrl = process.env.TEST_DATABASE_URL;
  if (!adminUrl) throw new Error('TEST_DATABASE_URL is not set: run the tests by `npm test`');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runAs(adminUrl, `create database ${name}`);
  const url = withDatabase(adminUrl, name);
  const database = createDatabase(url);
  await migrate(database.pool, last);
  return {
    ...database,
    url,
    async setReachable(reachable) {
      await runAs(adminUrl, `alter database ${name} allow_connections ${reachable}`);
      if (!reachable) {
        await runAs(
          adminUrl,
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
        );
      }
    },
    async untilWaiting(count = 1) {
      const deadline = performance.now() + 60_000;
      for (;;) {
        const { rows } = await database.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        if (rows.length >= count) return;
        if (performance.now() > deadline)
          throw new Error(`${rows.length} statements wait for a lock, not ${count}`);
      }
    },
    async drop() {
      await database.close();
      await runAs(adminUrl, `drop database ${name} with (force)`);
    },
  };
}

async function runAs(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The same server's URL with another database; socket URLs (`postgres://user@/name?host=/dir`) have no host to parse. */
function withDatabase(url: string, name: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*)\/[^?]*/, `$1/${name}`);
}
