import type { ProblemBody } from '#contract/kernel/problem.ts';
import type { Product } from '#contract/products/schema.ts';
import { createRandom, type Random } from '../../server/demo/random.ts';
import { newId } from '../../server/ground/database/uuid.ts';
import { makeBuyers } from '../fixtures/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/database.ts';
import { purchaseFor } from '../fixtures/purchases.ts';
import { type CallResult, createTestClient, orderFor, type Person, type TestClient } from '../test-client.ts';
import { startServer } from './server-process.ts';
import { watchBooks } from './watch.ts';

export interface OversellSize {
  processes: number;
  buyers: number;
  /** Each product has stock for exactly this many orders. */
  orders: number;
  /** Products that are bought many at once. As much as is in stock of them is expected, too. */
  parts: number;
  rounds: number;
}

/**
 * Many buyers at several server processes order one product at once until it is sold out, and at the same time buy 1 to 50 lines
 * of some other products and of what is expected of them at once, repeatedly. Throws unless exactly all of the stock was sold and
 * all that is expected promised, each purchase as a whole, and every audit was clean. Calls `say` with a line for each round.
 */
export async function oversell(size: OversellSize, say: (line: string) => void): Promise<void> {
  const database = await createTestDatabase({ demo: true });
  const env = {
    DATABASE_URL: database.url,
    SANDBOX: '1',
    DEMO_HISTORY: '0',
    MAX_UNPAID_ORDERS: '1000000',
    UNPROVEN_HOLD_LIMIT: '1000000000',
    UNPROVEN_HOLD_MINUTES: '1440',
    RATE_LIMITS: 'off',
    PASSWORD_HASH: 'cheap',
  };
  const servers = await Promise.all(Array.from({ length: size.processes }, () => startServer(env)));
  try {
    const shops = servers.map(({ origin }) => createTestClient(origin));
    const buyers = (await makeBuyers(database.pool, size.buyers)).map((buyer) => ({
      ...buyer,
      name: 'Test Buyer',
    }));
    const admin = await shops[0]!.signInAdmin();
    for (let round = 1; round <= size.rounds; round += 1) {
      const add = () => addProduct(shops[0]!, admin, size.orders * PIECES);
      const product = await add();
      const parts = await Promise.all(Array.from({ length: size.parts }, add));
      const hot = (
        await Promise.all(parts.map((part) => sourcesOf(shops[0]!, admin, part, size.orders * PIECES)))
      ).flat();
      const watch = watchBooks(database);
      const [single, several] = await Promise.all([
        Promise.all(buyers.map((buyer, n) => buyOut(shops, n, buyer, product))),
        Promise.all(buyers.map((buyer, n) => buyLines(shops, createRandom(`${round} ${n}`), buyer, hot))),
      ]);
      await watch.end();
      const sold = single.flat().length;
      const purchases = several.flat();
      say(
        `${size.buyers} buyers, ${size.orders} units' worth, sold = ${sold}; ${parts.length} parts, in stock and expected, in ${purchases.length} purchases`,
      );
      if (sold !== size.orders) throw new Error(`round ${round}: ${sold} were sold of ${size.orders}`);
      await requireWhole(database, purchases, parts);
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.drop();
  }
}

/** Pieces of an order. */
const PIECES = 100;
/** Most lines of a purchase. */
const MOST_LINES = 50;

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

/** What a line may take its pieces from: a part's stock, or what is expected of it. */
interface Source {
  part: Product;
  receiptDate?: string;
}

/** Expects pieces of a part; returns its sources. */
async function sourcesOf(
  shop: TestClient,
  { token }: Person,
  part: Product,
  quantity: number,
): Promise<Source[]> {
  const receiptDate = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const body = { dueOn: receiptDate, quantity };
  const { status } = await shop.call(`POST /products/${part._id}/receipts`, { token, body });
  if (status !== 201) throw new Error(`a delivery was answered ${status}`);
  return [{ part }, { part, receiptDate }];
}

/** How often an order is repeated that a busy machine does not answer. */
const MOST_TRIES = 50;

/** Orders as a client does: what is answered by 503 is repeated with its Idempotency-Key, so it is placed once at most. */
async function order(shop: TestClient, call: string, { token }: Buyer, body: object): Promise<CallResult> {
  const headers = { 'idempotency-key': newId() };
  for (let tries = 1; ; tries += 1) {
    const answer = await shop.call(call, { token, body, headers });
    if (answer.status !== 503 || tries === MOST_TRIES) return answer;
  }
}

/** Orders at one process after the other until two refusals in a row; returns the ids of the placed orders. */
async function buyOut(shops: TestClient[], first: number, buyer: Buyer, product: Product): Promise<string[]> {
  const placed: string[] = [];
  let refusals = 0;
  for (let n = first; refusals < 2; n += 1) {
    const shop = shops[n % shops.length]!;
    const { status, body } = await order(shop, 'POST /orders', buyer, orderFor(product, buyer));
    if (status === 201) placed.push(body.insertedId);
    else if (status === 400 || status === 409) refusals += 1;
    else throw new Error(`an order was answered ${status}: ${JSON.stringify(body)}`);
  }
  return placed;
}

interface PlacedLines {
  id: string;
  lines: number;
}

/** Buys 1 to 50 lines of random sources at random processes, until each source was refused as used up. */
async function buyLines(
  shops: TestClient[],
  random: Random,
  buyer: Buyer,
  hot: Source[],
): Promise<PlacedLines[]> {
  const placed: PlacedLines[] = [];
  let left = hot;
  while (left.length > 0) {
    // The same source may stand on several lines.
    const some = Array.from({ length: 1 + random.below(MOST_LINES) }, () => random.pick(left));
    const { status, body } = await order(random.pick(shops), 'POST /purchases', buyer, bodyOf(some));
    if (status === 201) placed.push({ id: body.insertedId, lines: some.length });
    else if (body.code === 'lines_refused') left = left.filter((source) => !usedUp(body, some).has(source));
    else throw new Error(`a purchase was answered ${status}: ${JSON.stringify(body)}`);
  }
  return placed;
}

function bodyOf(some: Source[]) {
  const body = purchaseFor(some.map(({ part }) => [part, PIECES]));
  const lines = body.lines.map((line, n) => ({ ...line, receiptDate: some[n]!.receiptDate }));
  return { ...body, lines };
}

/** Sources of which nothing is left: a line may also be refused for what the lines before it need of its source. */
function usedUp({ errors }: ProblemBody, some: Source[]): Set<Source> {
  const refused = errors!.map(({ field }) => Number(field.split('.')[1]));
  return new Set(refused.filter((line) => some.indexOf(some[line]!) === line).map((line) => some[line]!));
}

/** Throws unless each of these purchases has all of its lines, and they are all of the parts' stock and of what is expected. */
async function requireWhole({ pool }: TestDatabase, purchases: PlacedLines[], hot: Product[]): Promise<void> {
  const { rows } = await pool.query<{ id: string; lines: number }>(
    `select purchase_id as id, count(*)::int as lines from orders where product_id = any($1::uuid[]) group by purchase_id`,
    [hot.map(({ _id }) => _id)],
  );
  const asked = new Map(purchases.map(({ id, lines }) => [id, lines]));
  const half = rows.filter(({ id, lines }) => asked.get(id) !== lines);
  if (half.length > 0 || rows.length !== purchases.length)
    throw new Error(`${half.length} of ${rows.length} purchases are not what was asked for`);
  const left = await pool.query('select from products where id = any($1::uuid[]) and available > 0', [
    hot.map(({ _id }) => _id),
  ]);
  if (left.rowCount !== 0) throw new Error(`${left.rowCount} parts were not sold out`);
  const open = await pool.query(
    'select from receipts where product_id = any($1::uuid[]) and promised < quantity',
    [hot.map(({ _id }) => _id)],
  );
  if (open.rowCount !== 0) throw new Error(`${open.rowCount} deliveries were not promised to the last piece`);
}
