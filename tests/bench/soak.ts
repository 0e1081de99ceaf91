import { type Buyer, makeBuyers } from '../fixtures/accounts.ts';
import type { TestDatabase } from '../fixtures/database.ts';
import { requestBytes } from './connection.ts';
import { loadAt } from './load.ts';
import { ordersOf, stockUp } from './ordering.ts';
import type { MeasuredServer } from './servers.ts';
import { startDay } from './soak-day.ts';

/** What a shop used and did until a minute of the soak; see Usage for what is used. */
export interface SoakSample {
  minute: number;
  rss: number;
  heap: number;
  used: number;
  files: number;
  /** Connections to the database, with those of this program, which are always as many. */
  connections: number;
  /** Milliseconds that the event loop was late at 99 % of the looks since the sample before. */
  late: number;
  /** Answers a second to single requests, and their p99 in milliseconds. */
  perSecond: number;
  p99: number;
  /** Purchases of five lines, from the order to the refund, so far. */
  purchases: number;
}

export interface SoakResult {
  samples: SoakSample[];
  /** What should not have been: a sentence each. */
  wrong: string[];
}

/** Requests a second: steady, as what is looked for grows with time and not with load. */
const RATE = 50;
const MOST_SAMPLES = 60;
/** Each may have few unpaid orders: enough for the orders of 8 hours. */
const BUYERS = 10_000;

/**
 * Sends lists, pages, searches and orders for some minutes at a steady rate, while a buyer and a clerk do whole
 * purchases, and looks at what the shop uses after a garbage collection.
 */
export async function soak(
  shop: MeasuredServer,
  database: TestDatabase,
  minutes: number,
  say: (line: string) => void,
): Promise<SoakResult> {
  const { pool } = database;
  const products = await stockUp(pool, shop);
  const buyers: Buyer[] = [];
  while (buyers.length < BUYERS) buyers.push(...(await makeBuyers(pool, 1_000)));
  const order = ordersOf(shop.origin, buyers, products);
  const get = (path: string, headers: Record<string, string> = {}) =>
    requestBytes(shop.origin, 'GET', path, { headers });
  let n = 0;
  const next = () => {
    n += 1;
    switch (n % 10) {
      case 0:
        return order();
      case 1:
        return get('/', { accept: 'text/html', 'accept-encoding': 'br' });
      case 2:
        return get('/allProducts', { accept: 'text/html' });
      case 3:
        // New addresses each time: caches must be bounded.
        return get(`/products?limit=20&q=${n % 7919}`);
      case 4:
        return get(`/allProducts?q=${n}`, { accept: 'text/html' });
      default:
        return get(`/products/${products[n % products.length]!._id}`);
    }
  };
  const day = await startDay(shop.origin, database);
  const samples: SoakSample[] = [];
  const wrong: string[] = [];
  const seconds = Math.max(Math.min(30, minutes * 15), (minutes * 60) / MOST_SAMPLES);
  const begun = performance.now();
  while (performance.now() - begun < minutes * 60_000) {
    await shop.usage();
    const { perSecond, p99, statuses, broken } = await loadAt(RATE, {
      ...{ origin: shop.origin, connections: 16, seconds, next },
    });
    const { rss, heap, used, files, late } = await shop.usage({ collect: true });
    const minute = (performance.now() - begun) / 60_000;
    const failed = Object.entries(statuses).filter(([status]) => Number(status) >= 300);
    for (const [status, count] of failed)
      wrong.push(`${count} answers ${status} until minute ${tenth(minute)}`);
    if (broken > 0) wrong.push(`${broken} requests without an answer until minute ${tenth(minute)}`);
    const connections = await countConnections(database);
    const { purchases } = day.done;
    samples.push({ ...{ minute, rss, heap, used, files, connections, late, perSecond, p99, purchases } });
    say(
      `${tenth(minute)} min: ${mb(rss)} resident, ${mb(used)} held, ${files} files, ${connections} connections, ${tenth(late)} ms late, ${purchases} purchases, ${wrong.length + day.done.wrong.length} wrong${[...wrong, ...day.done.wrong].map((one) => `; ${one}`).slice(-1)}`,
    );
  }
  await day.end();
  return { samples, wrong: [...wrong, ...day.done.wrong] };
}

async function countConnections({ pool }: TestDatabase): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where datname = current_database()',
  );
  return rows[0]!.count;
}

const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
const tenth = (value: number) => value.toFixed(1);
