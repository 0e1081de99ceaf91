import type { Product } from '#contract/products.ts';
import { createDatabase } from '../../server/database/client.ts';
import { Catalogue } from '../../server/products/catalogue.ts';
import { createOrdering, type Ordering, placePurchase } from '../../server/purchases/place.ts';
import { makeBuyers } from '../fixtures/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/database.ts';
import { callerOf, GENEROUS, requestOf, type TestLine } from '../fixtures/purchases.ts';
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
 * Many buyers at several server processes order one product at once until it is sold out, and purchases of three other
 * products at the same time, repeatedly. Throws
 * unless exactly all of the stock was sold and every audit was clean. Calls `say` with a line for each round.
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
  const orderings = servers.map(() => {
    const own = createDatabase(database.url);
    return createOrdering(own, new Catalogue(own), GENEROUS);
  });
  try {
    const shops = servers.map(({ origin }) => createTestClient(origin));
    const buyers = (await makeBuyers(database.pool, size.buyers)).map((buyer) => ({
      ...buyer,
      name: 'Test Buyer',
    }));
    const admin = await shops[0]!.signInAdmin();
    for (let round = 1; round <= size.rounds; round += 1) {
      const quantity = 100;
      const add = () => addProduct(shops[0]!, admin, size.orders * quantity);
      const product = await add();
      const others = [await add(), await add(), await add()];
      const watch = watchBooks(database);
      // Purchases of one line by the API, and at the same time purchases of three lines in random order.
      const [single, several] = await Promise.all([
        Promise.all(buyers.map((buyer, n) => buyOut(shops, n, buyer, product))),
        Promise.all(buyers.map((buyer, n) => buyOutSeveral(database, orderings, n, buyer, others))),
      ]);
      await watch.end();
      const sold = [single.flat().length, several.reduce((sum, one) => sum + one, 0)];
      say(`${size.buyers} buyers, ${size.orders} units' worth, sold = ${sold.join(' and ')}`);
      if (sold.some((count) => count !== size.orders))
        throw new Error(`round ${round}: ${sold.join(' and ')} were sold of ${size.orders}`);
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all(orderings.map((ordering) => ordering.database.close()));
    await database.drop();
  }
}

type Buyer = Pick<Person, 'name' | 'email' | 'token'>;

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
  return (await shop.call(`GET /products/${added.insertedId}`)).body;
}

/** Orders at one process after the other until two refusals in a row; returns the ids of the placed orders. */
async function buyOut(shops: TestClient[], first: number, buyer: Buyer, product: Product): Promise<string[]> {
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

/** Places purchases of all of these products until two refusals in a row; returns their number. */
async function buyOutSeveral(
  database: TestDatabase,
  orderings: Ordering[],
  first: number,
  buyer: Buyer,
  products: Product[],
): Promise<number> {
  const caller = await callerOf(database, buyer);
  let placed = 0;
  let refusals = 0;
  for (let n = first; refusals < 2; n += 1) {
    const at = n % products.length;
    const lines = [...products.slice(at), ...products.slice(0, at)];
    if (n % 2 === 0) lines.reverse();
    const { verdict } = await placePurchase(
      orderings[n % orderings.length]!,
      requestOf(
        caller,
        lines.map(({ _id, price }): TestLine => [_id, 100, price]),
      ),
    );
    if (verdict === 'placed') placed += 1;
    else if (verdict === 'refused') refusals += 1;
    else throw new Error(`a purchase was ${verdict}`);
  }
  return placed;
}
