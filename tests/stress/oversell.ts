import type { Product } from '#contract/products.ts';
import { createTestDatabase } from '../fixtures/database.ts';
import { createTestClient, orderFor, type Person, type TestClient } from '../test-client.ts';
import { startServer } from './server-process.ts';
import { watchBooks } from './watch.ts';

export interface OversellSize {
  processes: number;
  buyers: number;
  /** The product has stock for exactly this many orders. */
  orders: number;
  rounds: number;
}

/**
 * Many buyers at several server processes order one product at once until nobody gets any more, again and again. Throws
 * when not exactly all of its stock was sold, or when the books do not agree at any moment. Calls `say` with a line a round.
 */
export async function oversell(size: OversellSize, say: (line: string) => void): Promise<void> {
  const database = await createTestDatabase();
  const env = {
    DATABASE_URL: database.url,
    SANDBOX: '1',
    MAX_UNPAID_ORDERS: '1000000',
    UNPROVEN_HOLD_LIMIT: '1000000000',
    UNPROVEN_HOLD_MINUTES: '1440',
  };
  const servers = await Promise.all(Array.from({ length: size.processes }, () => startServer(env)));
  try {
    const shops = servers.map(({ origin }) => createTestClient(origin));
    const buyers = await Promise.all(
      Array.from({ length: size.buyers }, (_, n) => shops[n % shops.length]!.signUp()),
    );
    const admin = await shops[0]!.signInAdmin();
    for (let round = 1; round <= size.rounds; round += 1) {
      const quantity = 100;
      const product = await addProduct(shops[0]!, admin, size.orders * quantity);
      const watch = watchBooks(database);
      const placed = await Promise.all(buyers.map((buyer, n) => buyOut(shops, n, buyer, product)));
      await watch.end();
      const sold = placed.flat().length;
      say(`${size.buyers} buyers, ${size.orders} units' worth, sold = ${sold}`);
      if (sold !== size.orders) throw new Error(`round ${round}: ${sold} orders were sold of ${size.orders}`);
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.drop();
  }
}

async function addProduct(shop: TestClient, admin: Person, available: number): Promise<Product> {
  const body = {
    name: 'Last Part',
    image: '/images/x.webp',
    shortDetails: 'A part',
    minOrder: 100,
    price: 1,
    available,
  };
  const { body: added } = await shop.call('POST /products', { token: admin.token, body });
  return { ...body, _id: added.insertedId };
}

/** Orders, at one process after the other, until two refusals in a row; answers the ids of the orders placed. */
async function buyOut(
  shops: TestClient[],
  first: number,
  buyer: Person,
  product: Product,
): Promise<string[]> {
  const placed: string[] = [];
  let refusals = 0;
  for (let n = first; refusals < 2; n += 1) {
    const { status, body } = await shops[n % shops.length]!.call('POST /orders', {
      token: buyer.token,
      body: orderFor(product, buyer),
    });
    if (status === 201) placed.push(body.insertedId);
    else if (status === 400 || status === 409) refusals += 1;
    else throw new Error(`an order was answered ${status}: ${JSON.stringify(body)}`);
  }
  return placed;
}
