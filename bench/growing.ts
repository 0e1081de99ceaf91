import type { Product } from '#contract/products.ts';
import { makeBuyers, signIn } from '../server/accounts/testing.ts';
import type { TestDatabase } from '../server/database/testing.ts';
import { createTestClient } from '../server/test-client.ts';
import { requestBytes } from './connection.ts';
import { fillTo } from './fill.ts';
import { load } from './load.ts';
import { ordersOf } from './ordering.ts';
import { type MeasuredServer, startShopProcess } from './servers.ts';

export interface GrowingRow {
  call: string;
  /** For each size in turn. */
  times: { p50: number; p99: number }[];
}

export interface GrowingShop {
  rows: GrowingRow[];
  /** For each size in turn: bytes in memory, milliseconds until it listened. */
  processes: { rss: number; startMs: number }[];
}

/** One size after the other on one database: each call that a screen makes, one at a time, a buyer's and an admin's. */
export async function measureGrowth(
  database: TestDatabase,
  sizes: { products: number; orders: number }[],
  { samples, env }: { samples: number; env: Record<string, string> },
  say: (line: string) => void,
): Promise<GrowingShop> {
  const rows = new Map<string, GrowingRow>();
  const processes: GrowingShop['processes'] = [];
  for (const size of sizes) {
    say(`growing to ${size.products} products and ${size.orders} orders`);
    await fillTo(database.pool, size);
    const begun = performance.now();
    const shop = await startShopProcess(database.url, env);
    const startMs = performance.now() - begun;
    try {
      for (const { name, bytesOf, wanted = 200 } of await callsOf(shop, database)) {
        say(`${size.products} products, ${size.orders} orders: ${name}`);
        // The first ones pay for what is kept afterwards.
        await sample(shop, bytesOf, 10, wanted);
        const { p50, p99 } = await sample(shop, bytesOf, samples, wanted);
        const row = rows.get(name) ?? { call: name, times: [] };
        row.times.push({ p50, p99 });
        rows.set(name, row);
      }
      processes.push({ rss: (await shop.usage({ collect: true })).rss, startMs });
    } finally {
      await shop.stop();
    }
  }
  return { rows: [...rows.values()], processes };
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
  const buyers = await makeBuyers(database.pool, 100);
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

/** So many requests, one at a time. */
async function sample(shop: MeasuredServer, bytesOf: () => Buffer, count: number, wanted: number) {
  const result = await load({
    origin: shop.origin,
    connections: 1,
    seconds: Number.POSITIVE_INFINITY,
    most: count,
    next: bytesOf,
  });
  const others = Object.keys(result.statuses).filter((status) => Number(status) !== wanted);
  if (others.length > 0 || result.broken > 0) {
    throw new Error(`${bytesOf().toString('latin1').split('\r')[0]}: ${JSON.stringify(result.statuses)}`);
  }
  return result;
}
