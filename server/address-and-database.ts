import type pg from 'pg';
import { timeZone } from '#content/shop.ts';
import { toCents } from '#contract/kernel/money.ts';
import { type Address, findAddress } from './address.ts';
import { isFilled, seedDemo } from './demo.ts';
import { sellerOf, sellingAs } from './documents/seller.ts';
import { createDatabase, type Database } from './ground/database/client.ts';
import { startEmbeddedPostgres } from './ground/database/embedded.ts';
import { migrate } from './ground/database/migrate.ts';
import { explainRights } from './ground/database/rights.ts';
import { requireSessions } from './ground/database/session.ts';
import { countingDaysIn, requireTimeZone } from './ground/days.ts';
import type { Env } from './ground/env.ts';
import { OperatorError } from './ground/operator-error.ts';
import { findRunning } from './ground/running.ts';
import type { standardSettings } from './settings/standard.ts';

/** What the processes of one start share. */
export interface AddressAndDatabase {
  address: Address;
  connection: string | pg.PoolConfig;
}

type Log = (message: string) => void;
type Opened = (() => Promise<unknown>)[];

/**
 * Finds where to listen, and starts the database that comes along where the environment names no other.
 * @throws OperatorError that says where the shop of the data folder runs already
 */
export async function openAddressAndDatabase(
  env: Env,
  log: Log,
  opened: Opened,
): Promise<AddressAndDatabase> {
  requireTimeZone(timeZone);
  try {
    const address = await findAddress(env.host, env.port);
    return { address, connection: env.databaseUrl ?? (await openEmbedded(env, log, opened)) };
  } catch (error) {
    const running = env.databaseUrl ? undefined : await findRunning(env.dataDir);
    if (running === undefined) throw error;
    throw new OperatorError(
      `the shop of ${env.dataDir} runs already, at ${running}. Stop it first, or start this one with another DATA_DIR and PORT.`,
    );
  }
}

/**
 * Opens the shop's database, brings it to the newest schema, and fills an empty sandbox.
 * @param connections as many as may be open; by default those of a process that is alone
 */
export async function openShopDatabase(
  env: Env,
  connection: AddressAndDatabase['connection'],
  standard: ReturnType<typeof standardSettings>,
  log: Log,
  opened: Opened,
  connections?: number,
): Promise<Database> {
  const { timeZone: _, ...selling } = sellerOf(standard);
  const settings = { ...sellingAs(selling), ...countingDaysIn(timeZone) };
  const database = createDatabase(connection, { settings, ...(connections && { max: connections }) });
  opened.push(() => database.close());
  await requireSessions(database.pool);
  await explainRights(database.pool, () => migrate(database.pool, { goesOn: log }));
  if (env.sandbox) await fillSandbox(env, { database, connection, settings }, standard, log);
  return database;
}

interface Filling extends Pick<AddressAndDatabase, 'connection'> {
  database: Database;
  /** What each connection to the database is set to. */
  settings: Record<string, string>;
}

/** Fills an empty sandbox. Where its history cannot be told, it gets the catalogue alone. */
async function fillSandbox(
  env: Env,
  { database, connection, settings }: Filling,
  { orders }: ReturnType<typeof standardSettings>,
  log: Log,
): Promise<void> {
  if (await isFilled(database.db)) return;
  if (env.demoHistory) {
    log('Filling the demo with ninety days of business (DEMO_HISTORY=0 leaves them out)');
    const { maxUnpaidOrders, unprovenHoldMinutes, unprovenHoldLimit } = env;
    const terms = {
      smallestOrder: orders.smallestOrder,
      holdMinutes: orders.holdMinutes,
      unprovenMinutes: unprovenHoldMinutes,
      maxUnpaid: maxUnpaidOrders,
      unprovenCents: toCents(unprovenHoldLimit),
    };
    try {
      const { seedHistory } = await import('./demo/history/history.ts');
      await seedHistory({ connection, settings, terms });
      return;
    } catch (error) {
      log(`The demo has no history: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (await seedDemo(database)) log('Filled the demo catalogue');
}

async function openEmbedded(env: Env, log: Log, opened: Opened): Promise<pg.PoolConfig> {
  const embedded = await startEmbeddedPostgres({
    dataDir: env.dataDir,
    log,
    onExit(message) {
      log(message);
      embedded.restart().catch((error) => log(`The database cannot be started again: ${error.message}`));
    },
  });
  opened.push(() => embedded.stop());
  return embedded.connection;
}
