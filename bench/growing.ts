import type { Product } from '#contract/products.ts';
import { makeBuyers, signIn } from '../server/accounts/testing.ts';
import type { TestDatabase } from '../server/database/testing.ts';
import { createTestClient } from '../server/test-client.ts';
import { Connection, requestBytes } from './connection.ts';
import { fillTo } from './fill.ts';
import { quantile } from './load.ts';
import { ordersOf } from './ordering.ts';
import { type MeasuredServer, startShopProcess } from './servers.ts';

export interface Size {
  products: number;
  orders: number;
}

/** Times of requests, in milliseconds. */
export interface Times {
  p50: number;
  p99: number;
}

export interface GrowingRow {
  call: string;
  /** In the small shop, beside the largest. */
  small: Times;
  /** For each larger size in turn; `growth` is its p99 over that of the small shop in the same minute. */
  larger: (Times & { growth: number })[];
}

export interface GrowingShop {
  rows: GrowingRow[];
  /** For each size in turn, the small one first: bytes in memory, milliseconds until it listened. */
  processes: { rss: number; startMs: number }[];
}

/**
 * Each call that a screen makes, one at a time, a buyer's and an admin's: in a small shop, and in turns with it in one that
 * grows from size to size. Both databases have the shop's schema and its first products.
 */
export async function measureGrowth(
  databases: { small: TestDatabase; growing: TestDatabase },
  [smallSize, ...sizes]: [Size, ...Size[]],
  { samples, rounds, env }: { samples: number; rounds: number; env: Record<string, string> },
  say: (line: string) => void,
): Promise<GrowingShop> {
  const rows = new Map<string, GrowingRow>();
  const processes: GrowingShop['processes'] = [];
  await withFilledShop(databases.small, smallSize, env, say, async (smallShop, startMs) => {
    processes.push({ rss: (await smallShop.usage({ collect: true })).rss, startMs });
    const smallCalls = await callsOf(smallShop, databases.small);
    for (const size of sizes) {
      await withFilledShop(databases.growing, size, env, say, async (shop, startMs) => {
        const pairs = (await callsOf(shop, databases.growing)).map((large, n) => ({
          small: { shop: smallShop, call: smallCalls[n]!, times: [] as number[] },
          large: { shop, call: large, times: [] as number[] },
        }));
        // V8 optimises what has run often, and the first ones pay for what is kept afterwards.
        say(`${nameOf(size)}: to warm up`);
        for (const { small, large } of pairs) {
          await sample(small.shop, small.call, 25);
          await sample(large.shop, large.call, 25);
        }
        for (const { small, large } of pairs) {
          const { name } = large.call;
          say(`${nameOf(size)}, in turns with ${nameOf(smallSize)}: ${name}`);
          for (let round = 0; round < rounds; round += 1) {
            for (const { shop, call, times } of [small, large])
              times.push(...(await sample(shop, call, Math.ceil(samples / rounds))));
          }
          const inSmall = timesOf(small.times);
          const inLarge = timesOf(large.times);
          const larger = rows.get(name)?.larger ?? [];
          larger.push({ ...inLarge, growth: inLarge.p99 / inSmall.p99 });
          rows.set(name, { call: name, small: inSmall, larger });
        }
        processes.push({ rss: (await shop.usage({ collect: true })).rss, startMs });
      });
    }
  });
  return { rows: [...rows.values()], processes };
}

async function withFilledShop(
  database: TestDatabase,
  size: Size,
  env: Record<string, string>,
  say: (line: string) => void,
  work: (shop: MeasuredServer, startMs: number) => Promise<void>,
): Promise<void> {
  say(`growing to ${nameOf(size)}`);
  await fillTo(database.pool, size);
  const begun = performance.now();
  const shop = await startShopProcess(database.url, env);
  try {
    await work(shop, performance.now() - begun);
  } finally {
    await shop.stop();
  }
}

const nameOf = ({ products, orders }: Size) => `${products} products and ${orders} orders`;

function timesOf(times: number[]): Times {
  const sorted = times.sort((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

interface MeasuredCall {
  name: string;
  bytesOf: () => Buffer;
  wanted?: number;
}

async function callsOf(shop: MeasuredServer, database: TestDatabase): Promise<MeasuredCall[]> {
  const { origin } = shop;
  const client = createTestClient(origin);
  const admin = await client.signInAdmin();
  const { rows: orders } = await database.pool.query<{ id: string }>(
    `(select id from orders order by id desc limit 50) union all
     (select id from orders where id > '0192a000-0000-7000-8000-000000000000' order by id limit 50)`,
  );
  const { rows: products } = await database.pool.query<{ id: string; name: string }>(
    `select id, name from products where removed_at is null order by md5(id::text) limit 50`,
  );
  // Somebody who has ordered for two years, and others to order anew: each may have a few unpaid orders.
  const email = 'buyer-7@bench.example.com';
  const token = await signIn(database.pool, email);
  const buyers = await makeBuyers(database.pool, 200);
  const list: Product[] = (await client.call('GET /products?limit=100')).body;
  const asAdmin = { accept: 'application/json', authorization: `Bearer ${admin.token}` };
  const asBuyer = { accept: 'application/json', authorization: `Bearer ${token}` };
  const page = { accept: 'text/html,*/*;q=0.8' };
  const get = (name: string, paths: string[], headers: Record<string, string>): MeasuredCall => {
    const ready = paths.map((path) => requestBytes(origin, 'GET', path, { headers }));
    let n = 0;
    return { name, bytesOf: () => ready[n++ % ready.length]! };
  };
  const words = [
    'fan',
    'sas',
    'ddr5',
    'power supply',
    'pcie 5.0',
    'nb-1',
    'series 12',
    'mainboard',
    'boxed by 30',
    'x',
  ];
  const orderIds = orders.map(({ id }) => id);
  const productIds = products.map(({ id }) => id);
  const open = list.filter((one) => one.price * Math.max(100, one.minOrder) < 900_000);
  const turn = { n: 0 };
  return [
    get('page /', ['/'], page),
    get('page /allProducts', ['/allProducts'], page),
    get(
      'page /products/{id}',
      productIds.map((id) => `/products/${id}`),
      page,
    ),
    get('GET /products, six newest', ['/products?sort=newest&limit=6'], asBuyer),
    get(
      'GET /products, a piece',
      ['/products?limit=50', '/products?limit=50&sort=name', '/products?limit=50&sort=price'],
      asBuyer,
    ),
    get(
      'GET /products, searched',
      words.map((q) => `/products?limit=50&q=${encodeURIComponent(q)}`),
      asBuyer,
    ),
    get(
      'GET /products/{id}',
      productIds.map((id) => `/products/${id}`),
      asBuyer,
    ),
    get('GET /reviews', ['/reviews'], asBuyer),
    get('GET /orders, all, a piece', ['/orders?limit=50'], asAdmin),
    get(
      'GET /orders, all, from the middle',
      orderIds.slice(50).map((id) => `/orders?limit=50&after=${id}`),
      asAdmin,
    ),
    get('GET /orders, one buyer’s', [`/orders?limit=50&email=${email}`], asBuyer),
    get(
      'GET /orders/{id}',
      orderIds.map((id) => `/orders/${id}`),
      asAdmin,
    ),
    get(
      'GET /orders/{id}/history',
      orderIds.map((id) => `/orders/${id}/history`),
      asAdmin,
    ),
    get('GET /events, a piece', ['/events?limit=50'], asAdmin),
    get(
      'GET /events, of a group',
      ['/events?limit=50&kind=payments', '/events?limit=50&kind=people'],
      asAdmin,
    ),
    get('GET /events, reconciliation', ['/events?limit=50&kind=reconciliation'], asAdmin),
    get(
      'GET /events, of a person',
      ['/events?limit=50&person=buyer-7@bench.example.com', '/events?limit=50&person=admin@example.com'],
      asAdmin,
    ),
    get(
      'GET /events, of a product',
      productIds.map((id) => `/events?limit=50&product=${id}`),
      asAdmin,
    ),
    get('GET /users, a piece', ['/users?limit=50'], asAdmin),
    get('GET /admin/{email}', [`/admin/${email}`], asBuyer),
    get('GET /payments/refunds-due', ['/payments/refunds-due?limit=50'], asAdmin),
    get('GET /metrics', ['/metrics'], { accept: '*/*' }),
    { name: 'POST /orders', wanted: 201, bytesOf: ordersOf(origin, buyers, open, turn) },
  ];
}

/** Milliseconds for which a call is asked at least: what else a machine does now and then is no more than 1 % of that. */
const LEAST = 100;

/**
 * Milliseconds that each of so many requests took, or more if they are quick, one at a time, on a connection that has been
 * used. Throws when an answer is not of the wanted status.
 */
async function sample(
  shop: MeasuredServer,
  { name, bytesOf, wanted = 200 }: MeasuredCall,
  count: number,
): Promise<number[]> {
  const connection = await Connection.open(shop.origin);
  const times: number[] = [];
  const end = performance.now() + LEAST;
  while (times.length <= count || performance.now() < end) {
    const bytes = bytesOf();
    const sent = performance.now();
    const status = await connection.ask(bytes);
    times.push(performance.now() - sent);
    if (status !== wanted) throw new Error(`${name}: wanted ${wanted}, got ${status}`);
  }
  connection.close();
  return times.slice(1);
}
