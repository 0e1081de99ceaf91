import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { createTestDatabase } from '../tests/fixtures/database.ts';
import { startForwarder } from '../tests/fixtures/forwarder.ts';
import { startTestShop } from '../tests/testing.ts';
import { until } from '../tests/until.ts';
import { type AppParts, createApp } from './app.ts';
import { readEnv } from './ground/env.ts';
import { NO_LIMITS } from './ground/limits/limits.ts';
import { standardSettings } from './settings/standard.ts';
import { startShop } from './start.ts';

const BROKEN = `
  create function refuse() returns trigger language plpgsql as $$ begin raise 'no mails today'; end $$;
  create trigger refuse before update on mails execute function refuse()`;

test('a start that fails after modules are open ends with what failed, and closes them', {
  timeout: 120_000,
}, async (t) => {
  const shop = await startTestShop();
  t.after(() => shop.close());
  await shop.database.pool.query(BROKEN);
  // The products are open by then, with a connection that they keep.
  await assert.rejects(shop.startAnother(), /no mails today/);
  await shop.database.pool.query('drop trigger refuse on mails');
});

test('an app that cannot be made lets go of what its modules keep', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const failing = async () => {
    throw new Error('no stand-in today');
  };
  const parts = {
    ...{ database, limits: NO_LIMITS, origins: [], sandbox: [failing], logLevel: 'silent', jobSeconds: 3600 },
    ...{ config: { stripe: {} }, provider: {}, images: {}, files: {}, terms: {}, secondFactor: {} },
    standard: standardSettings({ mailFrom: 'a@b.example', stockHoldMinutes: 60 }),
  };
  await assert.rejects(createApp(parts as unknown as AppParts), /no stand-in today/);
  await until(async () => database.pool.idleCount === database.pool.totalCount);
});

test('a start beside a running shop of the same folder says that it runs, and where', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'northbridge-beside-'));
  const start = (PORT: string) =>
    startShop(readEnv({ DATA_DIR: folder, PORT, DEMO_HISTORY: '0', LOG_LEVEL: 'silent' }), {
      withoutPages: true,
    });
  const shop = await start('0');
  t.after(async () => {
    await shop.close();
    await rm(folder, { recursive: true });
  });
  const { port } = new URL(shop.origin);
  for (const wanted of [port, '0'])
    await assert.rejects(start(wanted), {
      name: 'OperatorError',
      message: new RegExp(`^the shop of ${folder} runs already, at http://localhost:${port}\\.`),
    });
});

describe('a database whose answers are lost on the way', () => {
  const RUN = `(await import(${JSON.stringify(import.meta.resolve('./main.ts'))})).main()`;

  /** A database behind a way that can lose what is sent, its folder for a shop, and the variables of one that waits so long for a statement. */
  async function prepare(t: TestContext, statementTimeout: string) {
    const database = await createTestDatabase({ demo: true });
    const way = await startForwarder(database.url);
    const folder = await mkdtemp(join(tmpdir(), 'northbridge-way-'));
    t.after(async () => {
      await way.close();
      await database.drop();
      await rm(folder, { recursive: true });
    });
    const options = encodeURIComponent(`-c statement_timeout=${statementTimeout}`);
    const DATABASE_URL = `${way.url}?options=${options}`;
    return {
      way,
      variables: {
        ...{ DATABASE_URL, SANDBOX: '1', DEMO_HISTORY: '0' },
        ...{ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' },
      },
    };
  }

  // A run of the tests has more patience than a shop.
  const { PGCONNECT_TIMEOUT } = process.env;
  before(() => {
    process.env.PGCONNECT_TIMEOUT = '2';
  });
  after(() => {
    if (PGCONNECT_TIMEOUT === undefined) delete process.env.PGCONNECT_TIMEOUT;
    else process.env.PGCONNECT_TIMEOUT = PGCONNECT_TIMEOUT;
  });

  const statusOf = async (origin: string) => (await fetch(`${origin}/readyz`)).status;

  test('holds no connection for longer than a statement may take, and serves again by itself', async (t) => {
    const { way, variables } = await prepare(t, '1s');
    const shop = await startShop(readEnv(variables), { withoutPages: true });
    t.after(() => shop.close());
    assert.equal(await statusOf(shop.origin), 200);
    way.swallow(true);
    // More than there are connections.
    const asked = Array.from({ length: 15 }, () => statusOf(shop.origin));
    assert.deepEqual(new Set(await Promise.all(asked)), new Set([503]));
    way.swallow(false);
    await until(async () => (await statusOf(shop.origin)) === 200);
  });

  test('keeps nobody from stopping the shop', { timeout: 120_000 }, async (t) => {
    // No limit of a statement, so none of its answer.
    const { way, variables } = await prepare(t, '0');
    const child = spawn(process.execPath, ['--input-type=module', '-e', RUN], {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    const addressOf = () => /ready: (http:\S+)/.exec(said)?.[1];
    await until(async () => addressOf() !== undefined);
    way.swallow(true);
    const unanswered = statusOf(addressOf()!).catch(() => 'cut off');
    await until(async () => way.lost() > 0);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    assert.match(said, /Stopping takes too long/);
    await unanswered;
  });
});
