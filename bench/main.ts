import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../server/database/testing.ts';
import { measureGrowth } from './growing.ts';
import { compareOrdering } from './ordering.ts';
import { measureOverload } from './overload.ts';
import { measurePages } from './pages.ts';
import { compareProcesses } from './processes.ts';
import { compareReading } from './reading.ts';
import { type Results, toMarkdown } from './report.ts';
import { startShopProcess } from './servers.ts';
import { QUICK, type Sizes, WHOLE } from './sizes.ts';
import { soak } from './soak.ts';
import { measureStarting } from './starting.ts';

export const PARTS = [
  'reading',
  'pages',
  'ordering',
  'growing',
  'processes',
  'overload',
  'starting',
  'soak',
] as const;
export type Part = (typeof PARTS)[number];

export interface BenchOptions {
  quick: boolean;
  parts: Part[];
  soakMinutes: number;
  /** What was asked for, to be told with the results. */
  how: string;
}

/** Measures on the PostgreSQL that TEST_DATABASE_URL names; answers the results as Markdown. */
export async function bench(options: BenchOptions, say: (line: string) => void): Promise<string> {
  const sizes: Sizes = options.quick ? QUICK : WHOLE;
  const dataDir = await mkdtemp(join(tmpdir(), 'northbridge-bench-data-'));
  // Nobody listens there: mails stay in the outbox, and delivering them is not measured.
  const env = { DATA_DIR: dataDir, SMTP_URL: 'smtp://127.0.0.1:9' };
  const results: Results = {};
  const measures: Record<Part, () => Promise<void>> = {
    reading: () =>
      withDatabase(async (database) => {
        const shop = await startShopProcess(database.url, env);
        try {
          const [product] = await (await fetch(`${shop.origin}/products`)).json();
          results.reading = await compareReading(shop, product._id, sizes, say);
        } finally {
          await shop.stop();
        }
      }),
    pages: () =>
      withDatabase(async (database) => {
        const shop = await startShopProcess(database.url, env);
        try {
          results.pages = await measurePages(shop.origin, sizes.pageRounds, say);
        } finally {
          await shop.stop();
        }
      }),
    ordering: () =>
      withDatabase(async (database) => {
        const shop = await startShopProcess(database.url, env);
        try {
          results.ordering = await compareOrdering(shop, database, { ...sizes, levels: sizes.buyers }, say);
        } finally {
          await shop.stop();
        }
      }),
    growing: () =>
      withDatabase(async (database) => {
        // The shop brings its schema, accounts and the first 24 products.
        await (await startShopProcess(database.url, env)).stop();
        results.growing = await measureGrowth(database, sizes.growth, { ...sizes, env }, say);
      }),
    processes: () =>
      withDatabase(async (database) => {
        results.processes = await compareProcesses(database, sizes.processes, { ...sizes, env }, say);
      }),
    overload: () =>
      withDatabase(async (database) => {
        results.overload = await measureOverload(database, { ...sizes, env }, say);
      }),
    starting: async () => {
      results.starting = await measureStarting(sizes.starts, say);
    },
    soak: () =>
      withDatabase(async (database) => {
        results.soak = await soak(database, options.soakMinutes, env, say);
      }),
  };
  try {
    for (const part of options.parts) await measures[part]();
    return toMarkdown(results, sizes, options.how);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function withDatabase(work: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  try {
    await work(database);
  } finally {
    await database.drop();
  }
}
