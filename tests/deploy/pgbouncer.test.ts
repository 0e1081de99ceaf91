// nightly: runs the servers that deploy/ is for
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { createDatabase } from '../../server/ground/database/client.ts';
import { openShopDatabase } from '../../server/ground/database/open.ts';
import { readEnv } from '../../server/ground/env.ts';
import { findFreePort } from '../../server/ground/ports.ts';
import { audit } from '../../server/ops/audit/audit.ts';
import { lookAtDatabase } from '../../server/ops/doctor/database.ts';
import { startShop } from '../../server/start.ts';
import { createTestDatabase } from '../fixtures/database.ts';
import { createTestClient, orderFor } from '../test-client.ts';
import { until } from '../until.ts';
import { unless } from './programs.ts';

const scratch = await mkdtemp(join(tmpdir(), 'northbridge-pgbouncer-'));
after(() => rm(scratch, { recursive: true, force: true }));

/**
 * Starts PgBouncer with the file of deploy/cluster in front of the tests' database, in this mode.
 * @returns once it answers, the shop's address of it
 */
async function startPgBouncer(databaseUrl: string, mode = 'session') {
  const { host, port, user, password, database } = new pg.Client(databaseUrl);
  const listenPort = await findFreePort();
  const userList = join(scratch, 'userlist.txt');
  await writeFile(userList, `"${user}" "${password}"\n`);
  const ini = (await readFile(join(import.meta.dirname, '../../deploy/cluster/pgbouncer.ini'), 'utf8'))
    .replace('host=127.0.0.1 port=5432', `host=${host} port=${port} dbname=${database}`)
    .replace('listen_port = 6432', `listen_port = ${listenPort}`)
    .replace('pool_mode = session', `pool_mode = ${mode}`)
    .replace('/etc/pgbouncer/userlist.txt', userList);
  const file = join(scratch, 'pgbouncer.ini');
  await writeFile(file, ini);
  // It refuses to be root.
  await chmod(scratch, 0o755);
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', ['-q', ...asNobody, file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `postgres://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${listenPort}/northbridge`;
  await until(() => answers(url));
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

// PgBouncer takes no options of a connection, which a run of the tests has for statements that take long.
delete process.env.PGOPTIONS;

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

test('through PgBouncer, each connection has the shop’s settings, and those of one do not stay for the next', {
  skip: unless('pgbouncer'),
}, async () => {
  const database = await createTestDatabase();
  const pooler = await startPgBouncer(database.url);
  try {
    const read = async (settings?: Record<string, string>) => {
      const { pool, close } = createDatabase(pooler.url, { max: 1, ...(settings && { settings }) });
      const { rows } = await pool.query(
        `select pg_backend_pid() as pid, current_setting('enable_seqscan') as scans, current_setting('statement_timeout') as most,
           current_setting('northbridge.seller', true) as seller`,
      );
      await close();
      return rows[0];
    };
    const [one, two] = [await read({ 'northbridge.seller': 'Northbridge Parts\\ "Ltd"' }), await read()];
    assert.deepEqual(
      [one.scans, one.most, one.seller, two.scans, two.seller],
      ['off', '15s', 'Northbridge Parts\\ "Ltd"', 'off', ''],
    );
    assert.equal(one.pid, two.pid);
  } finally {
    await pooler.stop();
    await database.drop();
  }
});

test('in transaction mode it is refused by the start and by commands, and named by the doctor', {
  skip: unless('pgbouncer'),
}, async () => {
  const database = await createTestDatabase();
  const pooler = await startPgBouncer(database.url, 'transaction');
  try {
    const env = readEnv({ DATABASE_URL: pooler.url, SANDBOX: '1', DATA_DIR: scratch, PORT: '0' });
    await assert.rejects(startShop(env, { withoutPages: true }), /pool_mode = session/);
    await assert.rejects(openShopDatabase(env), /pool_mode = session/);
    const found = await lookAtDatabase(env);
    assert.match(found.map(({ verdict, said }) => `${verdict}: ${said}`).join('\n'), /^wrong: .+ pooler/);
  } finally {
    await pooler.stop();
    await database.drop();
  }
});

test('a shop reaches its database through PgBouncer, sells, hears of changes, and goes on after a failover', {
  skip: unless('pgbouncer'),
}, async () => {
  const database = await createTestDatabase();
  const pooler = await startPgBouncer(database.url);
  const start = () =>
    startShop(
      readEnv({
        ...{
          DATABASE_URL: pooler.url,
          SANDBOX: '1',
          DEMO_HISTORY: '0',
          DATA_DIR: scratch,
          PORT: '0',
          LOG_LEVEL: 'silent',
        },
        RATE_LIMITS: 'off',
      }),
      { withoutPages: true },
    );
  const shop = await start();
  const other = await start();
  try {
    const { call, signUp, signInAdmin } = createTestClient(shop.origin);
    const [buyer, admin] = [await signUp(), await signInAdmin()];
    const body = {
      ...{ name: 'Part', image: '/images/x.webp', shortDetails: 'A part', minOrder: 100, price: 1 },
      available: 1000,
    };
    const { body: added } = await call('POST /products', { token: admin.token, body });
    const { body: product } = await call(`GET /products/${added.insertedId}`);
    // Also by another process, which hears of it by LISTEN.
    const elsewhere = createTestClient(other.origin);
    await until(async () => (await elsewhere.call(`GET /products/${added.insertedId}`)).status === 200);
    const order = () => call('POST /orders', { token: buyer.token, body: orderFor(product, buyer) });
    assert.equal((await order()).status, 201);

    // All connections to PostgreSQL end, as when the primary is lost.
    await database.setReachable(false);
    assert.equal((await order()).status, 503);
    await database.setReachable(true);
    await until(async () => (await order()).status === 201);
    await call(`PATCH /products/${added.insertedId}`, { token: admin.token, body: { price: 2 } });
    await until(async () => (await elsewhere.call(`GET /products/${added.insertedId}`)).body.price === 2);
  } finally {
    await Promise.all([shop.close(), other.close()]);
    await pooler.stop();
  }
  assert.deepEqual((await audit(database.db)).faults, []);
  await database.drop();
});
