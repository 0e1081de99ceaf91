import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWhenStale } from '../../../launch/build.ts';
import { listApplied, listMigrations } from '../../../server/ground/database/migrate.ts';
import { audit } from '../../../server/ops/audit/audit.ts';
import { unless } from '../../deploy/programs.ts';
import { createTestDatabase, type TestDatabase } from '../../fixtures/database.ts';
import { createTestClient } from '../../test-client.ts';
import { until } from '../../until.ts';
import { type Load, startLoad } from './load.ts';
import { type OldPage, openOldPage } from './old-page.ts';
import { type Balancer, type Name, type ShopProcess, startBalancer, startShopProcess } from './place.ts';
import { findVersionBefore, openVersion, thisVersion, type Version } from './version.ts';

export interface UpgradeSize {
  /** Times that the newer version takes the older one's place, and goes back. */
  rounds: number;
  /** Buyers, readers and visitors, so many of each. */
  clients: number;
  /** Requests that are served between two changes of processes. */
  between: number;
  /** Milliseconds between two turns of a client: the machine has to serve, too. */
  turnMs: number;
}

/**
 * Updates a shop of two processes behind HAProxy from the version before to this one and back, one process after the other, while people
 * order, pay, read and open pages. Throws when a request failed, when what was acknowledged is not there, or the audit finds a fault.
 */
export async function upgrade(size: UpgradeSize, say: (line: string) => void): Promise<void> {
  const missing = unless('haproxy');
  if (missing) throw new Error(`stress:upgrade cannot run: ${missing}.`);
  await buildWhenStale();
  const before = findVersionBefore();
  if (before) say(`Building ${before.name}`);
  else say('The commit of the version before is not in this clone: this version takes its own place.');
  const old = before ? await openVersion(before) : thisVersion;
  try {
    await replaceProcesses(old, thisVersion, size, say);
  } finally {
    old.remove();
  }
}

async function replaceProcesses(
  older: Version,
  newer: Version,
  { rounds, clients, between, turnMs }: UpgradeSize,
  say: (line: string) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'northbridge-upgrade-'));
  const database = await createTestDatabase({ empty: true });
  const balancer = await startBalancer(folder);
  const running = new Map<Name, ShopProcess>();
  let load: Load | undefined;
  let page: OldPage | undefined;
  try {
    const env = {
      ...{
        DATABASE_URL: database.url,
        SANDBOX: '1',
        DEMO_HISTORY: '0',
        DATA_DIR: join(folder, 'data'),
        LOG_LEVEL: 'warn',
      },
      ...{
        PUBLIC_URL: balancer.origin,
        TRUST_PROXY: 'loopback',
        DRAIN_SECONDS: '5',
        RATE_LIMITS: 'off',
      },
      ...{ MAX_UNPAID_ORDERS: '1000000', UNPROVEN_HOLD_LIMIT: '1000000000', UNPROVEN_HOLD_MINUTES: '1440' },
    };
    const start = async (name: Name, version: Version) => {
      running.set(name, await startShopProcess(version, balancer.ports[name], env));
      await balancer.untilUp(name);
    };
    for (const name of ['one', 'two'] as const) await start(name, older);
    const last = (await listApplied(database.pool))?.at(-1);
    const product = await addProduct(balancer);
    page = await openOldPage(balancer.origin, product._id, say);
    load = await startLoad(balancer.origin, product, { clients, turnMs });
    await load.untilMore(between);
    for (let round = 1; round <= rounds; round += 1) {
      for (const version of [newer, older]) {
        for (const name of ['one', 'two'] as const) {
          await running.get(name)!.stop();
          await start(name, version);
          await load.untilMore(between);
        }
        // The first time its scripts are those of the version before, and the shop has others.
        if (version === newer && round === 1) await page?.continueAt();
        say(
          `${round} of ${rounds}: both are of ${version.name}; ${load.requests} requests, ${load.failures.length} failed`,
        );
      }
    }
    await load.stop();
    await verify(database, load, balancer);
    say(
      `${load.requests} requests, ${load.failures.length} failed; ${load.orders.length} orders and ${load.paid.length} payments acknowledged, ` +
        `none lost, audit clean; longest request ${Math.round(load.longestMs)} ms, longest time without an order ${Math.round(load.longestPauseMs)} ms; ` +
        `from ${last} to ${(await listMigrations()).at(-1)}`,
    );
  } finally {
    await page?.close();
    await load?.stop();
    for (const process of running.values()) await process.stop().catch((error) => say(String(error)));
    await balancer.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addProduct({ origin, ports }: Balancer) {
  const shop = createTestClient(origin);
  const { token } = await shop.signInAdmin();
  const body = {
    ...{ name: 'Part', image: '/images/x.webp', shortDetails: 'A part', minOrder: 100, price: 1 },
    available: 100_000_000,
  };
  const { body: added } = await shop.call('POST /products', { token, body });
  // The other process hears of it within a second.
  for (const port of Object.values(ports)) {
    const { call } = createTestClient(`http://127.0.0.1:${port}`);
    await until(async () => (await call(`GET /products/${added.insertedId}`)).status === 200);
  }
  return (await shop.call(`GET /products/${added.insertedId}`)).body;
}

async function verify({ pool, db }: TestDatabase, load: Load, balancer: Balancer): Promise<void> {
  if (load.failures.length > 0)
    throw new Error(
      `${load.failures.length} of ${load.requests} requests failed: ${load.failures.slice(0, 10).join('; ')}\n` +
        balancer.readFailures().slice(0, 20).join('\n'),
    );
  if (load.paid.length === 0) throw new Error('nothing was paid');
  const { rows } = await pool.query<{ id: string; paid: boolean }>(
    "select orders.id, state = 'paid' as paid from orders join purchases on purchases.id = purchase_id",
  );
  const found = new Map(rows.map((row) => [row.id, row.paid]));
  const lost = [...load.orders.filter((id) => !found.has(id)), ...load.paid.filter((id) => !found.get(id))];
  if (lost.length > 0) throw new Error(`acknowledged orders or payments are lost: ${lost.join(', ')}`);
  const { faults } = await audit(db);
  if (faults.length > 0) throw new Error(faults.join('; '));
}
