import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createDatabase } from '../../server/ground/database/client.ts';
import { findEmbeddedPostgres } from '../../server/ground/database/embedded/find.ts';
import { findFreePort } from '../../server/ground/ports.ts';
import { audit } from '../../server/ops/audit/audit.ts';

const ROOT = join(import.meta.dirname, '../..');
const READY_WITHIN_MS = 120_000;

/** A running shop as `npm start` starts it: its own process, data folder, database and port. */
export interface Shop {
  origin: string;
  /** Kills the server without a warning and starts it again on the same data. */
  killAndRestart(): Promise<void>;
  /** Kills the server without a warning. */
  kill(): Promise<void>;
  /** Starts it again after `kill`. */
  start(): Promise<void>;
  /** Runs SQL on its database, for what no call can arrange; returns the rows. */
  sql<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Stops it as Ctrl-C does and removes its data. Throws when `npm run audit` would find a fault. */
  stop(): Promise<void>;
}

/** Starts a shop, at localhost or at HOST. `variables` are environment variables beyond the usual ones. */
export async function startShop(variables: Record<string, string> = {}): Promise<Shop> {
  const port = await findFreePort(variables.HOST);
  const origin = `http://${variables.HOST ?? 'localhost'}:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'northbridge-e2e-'));
  let server: ChildProcess;

  async function start(): Promise<void> {
    const output: string[] = [];
    // Without DATABASE_URL: the shop uses its embedded PostgreSQL, found where its data folder says.
    const { DATABASE_URL: _, HOST: __, ...environment } = process.env;
    server = spawn(join(ROOT, 'node_modules/.bin/node'), [join(ROOT, 'launch/start.mjs')], {
      env: {
        RATE_LIMITS: 'off',
        PASSWORD_HASH: 'cheap',
        DEMO_HISTORY: '0',
        // Background jobs run often, so that tests do not wait for them.
        JOB_SECONDS: '1',
        ...environment,
        ...variables,
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    server.stdout?.on('data', (data) => output.push(String(data)));
    server.stderr?.on('data', (data) => output.push(String(data)));
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!(await isReady(origin))) {
      if (server.exitCode !== null || Date.now() > deadline) {
        throw new Error(`The shop did not start:\n${output.join('')}`);
      }
      await sleep(50);
    }
  }

  async function end(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  }

  await start();
  return {
    origin,
    start,
    kill: () => end('SIGKILL'),
    async killAndRestart() {
      await end('SIGKILL');
      await start();
    },
    async sql<Row>(text: string, values: unknown[] = []) {
      const connection = findEmbeddedPostgres(dataDir);
      if (!connection) throw new Error('no database runs');
      const client = new pg.Client(connection);
      await client.connect();
      try {
        return (await client.query(text, values)).rows as Row[];
      } finally {
        await client.end();
      }
    },
    async stop() {
      const faults = await auditBooks(dataDir);
      await end('SIGINT');
      rmSync(dataDir, { recursive: true, force: true });
      if (faults.length > 0) throw new Error(faults.join('; '));
    },
  };
}

async function auditBooks(dataDir: string): Promise<string[]> {
  const connection = findEmbeddedPostgres(dataDir);
  if (!connection) throw new Error('no database runs');
  const database = createDatabase(connection);
  try {
    return (await audit(database.db)).faults;
  } finally {
    await database.close();
  }
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false;
  }
}
