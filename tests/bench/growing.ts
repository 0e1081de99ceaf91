import { audit } from '../../server/audit/audit.ts';
import type { TestDatabase } from '../fixtures/database.ts';
import { callsOf, type MeasuredCall } from './calls.ts';
import { Connection } from './connection.ts';
import { fillTo } from './fill.ts';
import { median } from './in-turns.ts';
import { quantile } from './load.ts';
import { type MeasuredServer, startShopProcess } from './servers.ts';

export interface Size {
  products: number;
  orders: number;
  /** Entries of the log; without it only those of the orders. */
  events?: number;
}

/** The compared sizes. */
export interface GrowthSizes {
  /** Turns of the small shop and the larger one. */
  rounds: number;
  small: Size;
  /** Requests per call for its p99. */
  larger: (Size & { samples: number })[];
}

/** Times of requests, in milliseconds. */
export interface Times {
  p50: number;
  p99: number;
}

export interface GrowingRow {
  call: string;
  /** In the small shop, measured together with the largest. */
  small: Times;
  /** For each larger size; `growth` is its p99 divided by that of the small shop in the same minute. */
  larger: (Times & { growth: number })[];
}

export interface GrowingShop {
  rows: GrowingRow[];
  /** For each size, the smallest first: bytes in memory, milliseconds until it listened, milliseconds of `npm run audit`. */
  processes: { rss: number; startMs: number; auditMs: number }[];
}

/**
 * Measures each call of a screen, one at a time, as a buyer and as an admin: in a small shop, and alternating with it in one
 * that grows from size to size. Both are restarted for each size, because a warm process is quicker. Both
 * databases have the shop's schema and its first products.
 */
export async function measureGrowth(
  databases: { small: TestDatabase; growing: TestDatabase },
  sizes: GrowthSizes,
  env: Record<string, string>,
  say: (line: string) => void,
): Promise<GrowingShop> {
  const rows = new Map<string, GrowingRow>();
  const processes: GrowingShop['processes'] = [];
  await fillTo(databases.small.pool, sizes.small);
  for (const size of sizes.larger) {
    say(`growing to ${nameOf(size)}`);
    await fillTo(databases.growing.pool, size);
    await withShop(databases.small, env, (small) =>
      withShop(databases.growing, env, async (large) => {
        const smallCalls = await callsOf(small.shop, databases.small);
        const calls = await callsOf(large.shop, databases.growing);
        const sides = calls.map((call, n) => ({
          small: { shop: small.shop, call: smallCalls[n]! },
          large: { shop: large.shop, call },
        }));
        // Warm-up: V8 optimises frequent code, and the first requests fill caches.
        say(`${nameOf(size)}: to warm up`);
        for (const { small, large } of sides) await timesInTurns(small, large, 60, 1);
        for (const { small, large } of sides) {
          const { name } = large.call;
          say(`${nameOf(size)}, in turns with ${nameOf(sizes.small)}: ${name}`);
          const times = await timesInTurns(small, large, size.samples, sizes.rounds);
          say(`  ${inWords(times.small)}; ${inWords(times.large)}`);
          const larger = rows.get(name)?.larger ?? [];
          larger.push({ ...times.large, growth: times.large.p99 / times.small.p99 });
          rows.set(name, { call: name, small: times.small, larger });
        }
        if (processes.length === 0) processes.push(await costOf(small, databases.small));
        processes.push(await costOf(large, databases.growing));
      }),
    );
  }
  return { rows: [...rows.values()], processes };
}

interface StartedShop {
  shop: MeasuredServer;
  startMs: number;
}

async function costOf({ shop, startMs }: StartedShop, { db }: TestDatabase) {
  const { rss } = await shop.usage({ collect: true });
  const begun = performance.now();
  await audit(db);
  return { rss, startMs, auditMs: performance.now() - begun };
}

async function withShop(
  database: TestDatabase,
  env: Record<string, string>,
  work: (started: StartedShop) => Promise<void>,
): Promise<void> {
  const begun = performance.now();
  const shop = await startShopProcess(database.url, env);
  try {
    await work({ shop, startMs: performance.now() - begun });
  } finally {
    await shop.stop();
  }
}

const nameOf = ({ products, orders, events }: Size) =>
  `${products} products and ${orders} orders${events ? ` and ${events} entries of the log` : ''}`;

const inWords = ({ p50, p99 }: Times) => `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;

interface Side {
  shop: MeasuredServer;
  call: MeasuredCall;
}

/** Sends requests to each side in several turns and returns the medians of the turns, which exclude outliers. */
async function timesInTurns(
  small: Side,
  large: Side,
  samples: number,
  rounds: number,
): Promise<{ small: Times; large: Times }> {
  const turns = { small: [] as number[][], large: [] as number[][] };
  for (let round = 0; round < rounds; round += 1) {
    turns.small.push(await sample(small, Math.ceil(samples / rounds)));
    turns.large.push(await sample(large, Math.ceil(samples / rounds)));
  }
  return { small: timesOf(turns.small), large: timesOf(turns.large) };
}

function timesOf(turns: number[][]): Times {
  const sorted = turns.map((times) => times.sort((a, b) => a - b));
  const medianOf = (part: number) => median(sorted.map((times) => quantile(times, part)));
  return { p50: medianOf(0.5), p99: medianOf(0.99) };
}

/** Minimum duration of a measurement in milliseconds, so that short disturbances are below 1 % of it. */
const LEAST = 100;

/**
 * Returns the milliseconds of each of `count` sequential requests (more if they are quick), on a warm
 * connection. Throws for an unexpected status.
 */
async function sample({ shop, call }: Side, count: number): Promise<number[]> {
  const { name, bytesOf, wanted = 200 } = call;
  const connection = await Connection.open(shop.origin);
  const times: number[] = [];
  const end = performance.now() + LEAST;
  try {
    while (times.length <= count || performance.now() < end) {
      if (!connection.isOpen) throw new Error(`${name}: the connection was closed`);
      const bytes = bytesOf();
      const sent = performance.now();
      const status = await connection.ask(bytes);
      times.push(performance.now() - sent);
      if (status !== wanted) throw new Error(`${name}: wanted ${wanted}, got ${status}`);
    }
  } finally {
    connection.close();
  }
  return times.slice(1);
}
