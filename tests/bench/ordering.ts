import type pg from 'pg';
import type { Product } from '#contract/products/schema.ts';
import { newId } from '../../server/ground/database/uuid.ts';
import { type Buyer, makeBuyers } from '../fixtures/accounts.ts';
import { orderFor } from '../test-client.ts';
import { requestBytes } from './connection.ts';
import { inTurns, type Measured } from './in-turns.ts';
import { measure } from './load.ts';
import { findPostgres } from './postgres-usage.ts';
import type { Row } from './report.ts';
import { type MeasuredServer, startProcess } from './servers.ts';
import type { Side, Sides } from './sides.ts';

interface OrderingSizes {
  seconds: number;
  rounds: number;
  /** Seconds in which each side places orders before it is measured: V8 optimises what has run some thousand times. */
  warmUp: number;
  /** Numbers of buyers at once. */
  buyers: number[];
}

/**
 * Compares placing an order as a browser does (session, checks, stock, ledger, log, mail, idempotency) with a minimal endpoint: one
 * statement that takes stock and writes an order.
 */
export async function compareOrdering(
  { shop, before }: Sides,
  { seconds, rounds, warmUp, buyers }: OrderingSizes,
  say: (line: string) => void,
): Promise<Row[]> {
  const { pool, url } = shop.database;
  const smallest = await startProcess('serve-order.ts', { DATABASE_URL: url });
  try {
    const products = await prepare(shop);
    const bareOrders = bareOrdersOf(smallest.origin, await makeBuyers(pool, 1_000), products);
    const place = async (
      { database }: Side,
      server: MeasuredServer,
      next: () => Buffer,
    ): Promise<(connections: number, seconds: number) => Promise<Measured>> => {
      const postgres = await findPostgres(database.pool);
      return async (connections, seconds) => {
        await database.pool.query('checkpoint');
        return measure(server, 201, { connections, seconds, next }, postgres);
      };
    };
    const shopOrders = async (side: Side, products: Product[]) =>
      // Each buyer may have only the usual number of unpaid orders.
      place(
        side,
        side.shop,
        ordersOf(side.shop.origin, await makeBuyers(side.database.pool, 20_000), products),
      );
    const sides = {
      shop: await shopOrders(shop, products),
      bare: await place(shop, smallest, bareOrders),
      ...(before && { before: await shopOrders(before, await prepare(before)) }),
    };
    say('orders to warm up');
    for (const side of Object.values(sides)) await side(32, warmUp);
    const rows: Row[] = [];
    for (const level of buyers) {
      say(`orders of ${level} buyers at once`);
      const turns = Object.fromEntries(
        Object.entries(sides).map(([name, side]) => [name, () => side(level, seconds)]),
      );
      rows.push(...(await inTurns(`orders, ${level} buyers at once`, turns, rounds)));
    }
    return rows;
  } finally {
    await smallest.stop();
  }
}

/** Restocks a shop, and writes orders of others. Returns the products that can be ordered. */
async function prepare({ shop, database: { pool } }: Side): Promise<Product[]> {
  const products = await stockUp(pool, shop);
  await fill(pool, products);
  return products;
}

/** Groups of buyers who order in turns, and the orders of each per turn. */
const AT_WORK = 64;
const ORDERS_EACH = 20;

/** Order requests of some buyers, for one product after the other. */
function ordersOf(origin: string, buyers: Buyer[], products: Product[]): () => Buffer {
  let n = 0;
  return () => {
    n += 1;
    const shift = Math.floor(n / (AT_WORK * ORDERS_EACH));
    const buyer = buyers[(shift * AT_WORK + (n % AT_WORK)) % buyers.length]!;
    const product = products[n % products.length]!;
    const body = orderFor(product, { name: 'Bench Buyer', email: buyer.email });
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${buyer.token}`,
      'idempotency-key': newId(),
    };
    return requestBytes(origin, 'POST', '/orders', { headers, body });
  };
}

function bareOrdersOf(origin: string, buyers: Buyer[], products: Product[]): () => Buffer {
  let n = 0;
  return () => {
    n += 1;
    const buyer = buyers[n % buyers.length]!;
    const product = products[n % products.length]!;
    const body = {
      ...orderFor(product, { name: 'Bench Buyer', email: buyer.email }),
      userId: buyer.id,
    };
    return requestBytes(origin, 'POST', '/orders', { headers: { accept: 'application/json' }, body });
  };
}

/** Restocks all products for the whole run. Returns those that can be ordered. */
async function stockUp(pool: pg.Pool, shop: MeasuredServer): Promise<Product[]> {
  await pool.query(`update products set available = 1000000000, revision = revision + 1, changed_at = now()`);
  await pool.query(`select pg_notify('products', id::text) from products`);
  const deadline = performance.now() + 10_000;
  for (;;) {
    const products: Product[] = await (await fetch(`${shop.origin}/products`)).json();
    if (products.every(({ available }) => available > 900_000_000)) return products.filter(isOrderable);
    if (performance.now() > deadline) throw new Error('the shop has not heard of its new stock');
  }
}

/** Returns whether a card can pay for the smallest order of a product. */
const isOrderable = ({ price, minOrder }: Product) => price * Math.max(100, minOrder) < 900_000;

/** Existing orders of other buyers, so that PostgreSQL plans as for a shop in use. */
async function fill(pool: pg.Pool, products: Product[]): Promise<void> {
  const earlier = await makeBuyers(pool, 1_000);
  await pool.query(
    `with placed as (
       insert into purchases (id, user_id, buyer_name, buyer_email, shipping_address, phone, state, total_cents)
       select uuidv7(), ($1::uuid[])[1 + n % 1000], 'Bench Buyer', 'bench@example.com', '1 Dock Road', '+1 555 0100', 'released',
         10000
       from generate_series(1, 20000) n returning id
     )
     insert into orders (id, purchase_id, line_no, product_id, product_name, unit_price_micros, quantity, total_cents, available)
     select id, id, 1, ($2::uuid[])[1 + row_number() over () % $3::int], 'A part', 1000000, 100, 10000, 100 from placed`,
    [earlier.map(({ id }) => id), products.map(({ _id }) => _id), products.length],
  );
  await pool.query('analyze');
}
