import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../fixtures/database.ts';
import { measureCatalogue } from './catalogue.ts';
import { measureDesk } from './desk.ts';
import { measureGrowth } from './growing.ts';
import { measureLighthouse } from './lighthouse/lighthouse.ts';
import { compareOrdering } from './ordering.ts';
import { measureOverload } from './overload.ts';
import { measurePages } from './pages.ts';
import { compareProcesses } from './processes.ts';
import { measurePurchases } from './purchases.ts';
import { compareReading } from './reading.ts';
import { type Results, toMarkdown } from './report.ts';
import { type MeasuredServer, startShopProcess } from './servers.ts';
import { QUICK, type Sizes, WHOLE, withLog } from './sizes.ts';
import { soak } from './soak.ts';
import { measureStarting, type RestingShop, startResting } from './starting.ts';
import { compareTracing } from './tracing.ts';

export const PARTS = [
  'reading',
  'pages',
  'lighthouse',
  'ordering',
  'purchases',
  'growing',
  'catalogue',
  'desk',
  'processes',
  'tracing',
  'overload',
  'starting',
  'soak',
] as const;
export type Part = (typeof PARTS)[number];

export interface BenchOptions {
  quick: boolean;
  parts: Part[];
  soakMinutes: number;
  /** Generated parts of the catalogue; as many as the sizes say without it. */
  catalogueParts?: number | undefined;
  /** Entries of the log with which `growing` measures; 0 for its usual sizes. */
  logEntries?: number;
  /** The root of another version, for parts that can measure it besides. */
  beside?: string | undefined;
  /** The command line, for the report. */
  how: string;
}

/** The report as Markdown, and the failed parts: the other parts are reported all the same. */
export interface BenchOutcome {
  text: string;
  failures: { part: Part; error: unknown }[];
}

/** Measures on the PostgreSQL that TEST_DATABASE_URL names. */
export async function bench(options: BenchOptions, say: (line: string) => void): Promise<BenchOutcome> {
  const usual: Sizes = options.quick ? QUICK : WHOLE;
  const sizes: Sizes = options.logEntries ? { ...usual, growth: withLog(options.logEntries) } : usual;
  const dataDir = await mkdtemp(join(tmpdir(), 'northbridge-bench-data-'));
  // No mail server: mails stay in the outbox, and their delivery is not measured.
  const env = { DATA_DIR: dataDir, SMTP_URL: 'smtp://127.0.0.1:9' };
  const results: Results = {};
  const failures: BenchOutcome['failures'] = [];
  let resting: RestingShop | undefined;
  const measures: Record<Part, () => Promise<void>> = {
    reading: () =>
      withShop(env, async (shop) => {
        const [product] = await (await fetch(`${shop.origin}/products`)).json();
        results.reading = await compareReading(shop, product._id, sizes.reading, say);
      }),
    pages: () =>
      withShop(env, async (shop) => {
        results.pages = await measurePages(shop.origin, sizes.pageRounds, say);
      }),
    lighthouse: () =>
      withShop(env, async (shop) => {
        results.lighthouse = await measureLighthouse(shop.origin, sizes.lighthouseRounds, say);
      }),
    ordering: () =>
      withShop(env, async (shop, database) => {
        results.ordering = await compareOrdering(shop, database, { ...sizes, levels: sizes.buyers }, say);
      }),
    purchases: () =>
      withDatabase(async (database) => {
        results.purchases = await measurePurchases(database, sizes.catalogue, env, say);
      }),
    growing: () =>
      withDatabase((small) =>
        withDatabase(async (growing) => {
          // The shop creates its schema, accounts and the first 24 products.
          for (const { url } of [small, growing]) await (await startShopProcess(url, env)).stop();
          results.growing = await measureGrowth({ small, growing }, sizes.growth, env, say);
        }),
      ),
    catalogue: () =>
      withDatabase((small) =>
        withDatabase(async (large) => {
          for (const { url } of [small, large]) await (await startShopProcess(url, env)).stop();
          const { catalogueParts: products = sizes.catalogue.products } = options;
          const asked = { ...sizes.catalogue, products };
          results.catalogue = await measureCatalogue({ small, large }, asked, env, say);
        }),
      ),
    desk: () =>
      withDatabase(async (database) => {
        results.desk = await measureDesk(database, sizes.desk, env, say);
      }),
    processes: () =>
      withDatabase(async (database) => {
        results.processes = await compareProcesses(database, sizes.processes, { ...sizes, env }, say);
      }),
    tracing: () =>
      withDatabase(async (database) => {
        const { seconds, rounds } = sizes.reading;
        const warmUp = sizes.warmUp / 10;
        const asked = { seconds, rounds, warmUp, env, beside: options.beside };
        results.tracing = await compareTracing(database, asked, say);
      }),
    overload: () =>
      // Thousands of connections come from one address, as from a proxy.
      withShop({ ...env, TRUST_PROXY: 'loopback' }, async (shop, database) => {
        results.overload = await measureOverload(shop, database, sizes, say);
      }),
    starting: async () => {
      if (resting) results.starting = await measureStarting(sizes.starts, resting, say);
    },
    soak: () =>
      // With the sandbox's mail server: what is sent ends.
      withShop({ DATA_DIR: dataDir }, async (shop, database) => {
        results.soak = await soak(shop, database, options.soakMinutes, say);
        const { wrong } = results.soak;
        if (wrong.length > 0) failures.push({ part: 'soak', error: new Error(wrong.join('; ')) });
      }),
  };
  const attempt = async (part: Part, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      failures.push({ part, error });
      say(`${part} failed: ${error}`);
    }
  };
  // Not during precise comparisons, because even an idle shop uses some processor time.
  const others = options.parts.filter((part) => part !== 'reading');
  if (options.parts.includes('reading')) await attempt('reading', measures.reading);
  if (options.parts.includes('starting')) {
    await attempt('starting', async () => {
      resting = await startResting();
    });
  }
  for (const part of others) await attempt(part, measures[part]);
  await resting?.stop();
  await rm(dataDir, { recursive: true, force: true });
  return { text: toMarkdown(results, sizes, options.how), failures };
}

async function withDatabase(work: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  try {
    await work(database);
  } finally {
    await database.drop();
  }
}

/** A shop in a separate process with its own database. */
function withShop(
  env: Record<string, string>,
  work: (shop: MeasuredServer, database: TestDatabase) => Promise<void>,
): Promise<void> {
  return withDatabase(async (database) => {
    const shop = await startShopProcess(database.url, env);
    try {
      await work(shop, database);
    } finally {
      await shop.stop();
    }
  });
}
