import type { Product } from '#contract/products.ts';
import { makeBuyers, signIn } from '../fixtures/accounts.ts';
import type { TestDatabase } from '../fixtures/database.ts';
import { createTestClient } from '../test-client.ts';
import { requestBytes } from './connection.ts';
import { isOrderable, ordersOf } from './ordering.ts';
import type { MeasuredServer } from './servers.ts';

/** A repeated call of the shop. */
export interface MeasuredCall {
  name: string;
  /** The bytes of the next request. */
  bytesOf: () => Buffer;
  /** The expected status of every response; 200 by default. */
  wanted?: number;
}

/** Every call that a screen makes, by a buyer or an admin, for objects spread over all data. */
export async function callsOf(shop: MeasuredServer, database: TestDatabase): Promise<MeasuredCall[]> {
  const { origin } = shop;
  const client = createTestClient(origin);
  const admin = await client.signInAdmin();
  const { rows: orders } = await database.pool.query<{ id: string }>(
    `(select id from orders order by id desc limit 50) union all
     (select id from orders where id > '0192a000-0000-7000-8000-000000000000' order by id limit 50)`,
  );
  // As many as the smallest shop has, so that caches per object are equally warm.
  const { rows: products } = await database.pool.query<{ id: string }>(
    `select id from products where removed_at is null order by md5(id::text) limit 24`,
  );
  // A buyer with two years of orders, and others for new orders: each may have only a few unpaid ones.
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
    get(
      'GET /products/{id}/stock',
      productIds.map((id) => `/products/${id}/stock?limit=50`),
      asAdmin,
    ),
    get('GET /stock, what runs out', ['/stock?limit=50&short=1'], asAdmin),
    get('GET /users, a piece', ['/users?limit=50'], asAdmin),
    get('GET /admin/{email}', [`/admin/${email}`], asBuyer),
    get('GET /payments/refunds-due', ['/payments/refunds-due?limit=50'], asAdmin),
    get('GET /metrics', ['/metrics'], { accept: '*/*' }),
    { name: 'POST /orders', wanted: 201, bytesOf: ordersOf(origin, buyers, list.filter(isOrderable)) },
  ];
}
