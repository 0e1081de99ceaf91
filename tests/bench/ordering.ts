import type pg from 'pg';
import type { Product } from '#contract/products.ts';
import { newId } from '../../server/database/uuid.ts';
import { type Buyer, makeBuyers } from '../fixtures/accounts.ts';
import type { TestDatabase } from '../fixtures/database.ts';
import { orderFor } from '../test-client.ts';
import { requestBytes } from './connection.ts';
import { inTurns, type Measured, measure } from './in-turns.ts';
import { measureNative, nameOfNative } from './native.ts';
import { findPostgres } from './postgres-usage.ts';
import { type MeasuredServer, startProcess } from './servers.ts';

export interface OrderingRow {
  buyers: number;
  shop: Measured;
  /** The minimal endpoint in Node. */
  smallest: Measured;
  /** The statement without an endpoint. */
  native: Measured;
}

/**
 * Compares placing an order as a browser does (session, checks, stock, ledger, log, mail, idempotency) with
 * the statement that takes stock and writes an order: behind a minimal endpoint, and without one.
 */
export async function compareOrdering(
  shop: MeasuredServer,
  database: TestDatabase,
  { seconds, rounds, warmUp, levels }: { seconds: number; rounds: number; warmUp: number; levels: number[] },
  say: (line: string) => void,
): Promise<OrderingRow[]> {
  const products = await stockUp(database.pool, shop);
  await fill(database.pool, products);
  // Each buyer may have only the usual number of unpaid orders.
  const buyers = await makeBuyers(database.pool, 20_000);
  const others = await makeBuyers(database.pool, 1_000);
  const turn = { n: 0 };
  const postgres = await findPostgres(database.pool);
  const smallest = await startProcess('serve-order.ts', { DATABASE_URL: database.url });
  try {
    // Both as they are at work: V8 optimises what has run some thousand times, however long that takes on a busy machine.
    say(`${warmUp} orders each to warm up`);
    const warm = async (server: MeasuredServer, next: () => Buffer) => {
      for (let placed = 0; placed < warmUp; )
        placed += (await measure(server, 201, { connections: 32, seconds, next })).answers;
    };
    await warm(shop, ordersOf(shop.origin, buyers, products, turn));
    await warm(smallest, bareOrdersOf(smallest.origin, others, products));
    const rows: OrderingRow[] = [];
    for (const level of levels) {
      say(`orders of ${level} buyers at once, against the smallest endpoint and ${nameOfNative()}`);
      const load = { connections: level, seconds };
      const row = await inTurns(
        {
          shop: async () => {
            await database.pool.query('checkpoint');
            const next = ordersOf(shop.origin, buyers, products, turn);
            return measure(shop, 201, { ...load, next }, postgres);
          },
          smallest: async () => {
            await database.pool.query('checkpoint');
            const next = bareOrdersOf(smallest.origin, others, products);
            return measure(smallest, 201, { ...load, next }, postgres);
          },
          native: async () => {
            await database.pool.query('checkpoint');
            return measureNative(database.url, level, seconds, others, products);
          },
        },
        rounds,
      );
      rows.push({ buyers: level, ...row });
    }
    return rows;
  } finally {
    await smallest.stop();
  }
}

/** Groups of buyers who order in turns, and the orders of each per turn. */
const AT_WORK = 64;
const ORDERS_EACH = 20;

/** Order requests of some buyers, for one product after the other. Those with the same `turn` continue where others stopped. */
export function ordersOf(
  origin: string,
  buyers: Buyer[],
  products: Product[],
  turn = { n: 0 },
): () => Buffer {
  return () => {
    turn.n += 1;
    const shift = Math.floor(turn.n / (AT_WORK * ORDERS_EACH));
    const buyer = buyers[(shift * AT_WORK + (turn.n % AT_WORK)) % buyers.length]!;
    const product = products[turn.n % products.length]!;
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

/** Restocks all products for the whole run, and returns those that can be ordered. */
export async function stockUp(pool: pg.Pool, shop: MeasuredServer): Promise<Product[]> {
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
export const isOrderable = ({ price, minOrder }: Product) => price * Math.max(100, minOrder) < 900_000;

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
