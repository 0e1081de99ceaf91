import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Env, readEnv } from '../server/ground/env.ts';
import { audit } from '../server/ops/audit/audit.ts';
import { type RunningShop, type StartOptions, startShop } from '../server/start.ts';
import { createTestDatabase, type TestDatabase } from './fixtures/database.ts';
import { createTestClient, type TestClient } from './test-client.ts';

export { type CallResult, orderFor, type Person } from './test-client.ts';

/** A whole shop with its own port and database, the demo catalogue and the Stripe sandbox. */
export interface TestShop extends TestClient {
  database: TestDatabase;
  /** Runs all background jobs once, now. */
  runJobs(): Promise<void>;
  /** Starts a second server on the same database, as another process would. It is closed with this one. */
  startAnother(options?: StartOptions): Promise<TestClient & Pick<RunningShop, 'runJobs' | 'close'>>;
  /** Stops the shop. Throws when an audit finds a fault, so every test file ends with an audit. */
  close(): Promise<void>;
}

/**
 * Starts a shop for one test file.
 * @param variables environment variables on top of the test defaults
 * @param overrides what no variable can say
 */
export async function startTestShop(
  variables: Record<string, string> = {},
  options: StartOptions = {},
  overrides: Pick<Partial<Env>, 'jobSeconds'> = {},
): Promise<TestShop> {
  const database = await createTestDatabase({ demo: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'northbridge-test-'));
  const read = readEnv({
    DATABASE_URL: database.url,
    SANDBOX: '1',
    DEMO_HISTORY: '0',
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    MAX_UNPAID_ORDERS: '1000000',
    UNPROVEN_HOLD_LIMIT: '1000000000',
    UNPROVEN_HOLD_MINUTES: '1440',
    RATE_LIMITS: 'off',
    PASSWORD_HASH: 'cheap',
    ...variables,
  });
  const env = { ...read, ...overrides };
  const servers: RunningShop[] = [];
  async function start(more: StartOptions = {}) {
    const server = await startShop(env, { withoutPages: true, ...options, ...more });
    servers.push(server);
    return { ...createTestClient(server.origin), runJobs: server.runJobs, close: server.close };
  }
  return {
    ...(await start()),
    database,
    startAnother: start,
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      const { faults } = await audit(database.db);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      assert.deepEqual(faults, []);
    },
  };
}
