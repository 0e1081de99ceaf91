import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from '#contract/products/schema.ts';
import { createRandom } from '../../server/demo/random.ts';
import { createDatabase, type Database } from '../../server/ground/database/client.ts';
import { findEmbeddedPostgres } from '../../server/ground/database/embedded/find.ts';
import { audit } from '../../server/ops/audit/audit.ts';
import { type ConfirmAnswer, confirmPayment, intentIdOf } from '../fixtures/payments.ts';
import { purchaseFor, type WantedPart } from '../fixtures/purchases.ts';
import { createTestClient, orderFor, type Person, type TestClient } from '../test-client.ts';
import { until } from '../until.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export interface CrashSize {
  crashes: number;
  buyers: number;
  seed: number;
}

/** What the shop has acknowledged. */
interface Acknowledged {
  orders: Set<string>;
  paid: Set<string>;
}

/**
 * Kills the server, or its PostgreSQL, with kill -9 at random moments while buyers order and pay, and restarts it. Throws
 * when an acknowledged order or payment is missing after a crash, or when the audit then finds a fault.
 */
export async function crash(
  { crashes, buyers, seed }: CrashSize,
  say: (line: string) => void,
): Promise<void> {
  const random = createRandom(String(seed));
  const dataDir = mkdtempSync(join(tmpdir(), 'northbridge-crash-'));
  const env = {
    DATA_DIR: dataDir,
    MAX_UNPAID_ORDERS: '1000000',
    UNPROVEN_HOLD_LIMIT: '1000000000',
    UNPROVEN_HOLD_MINUTES: '1440',
  };
  let server: ServerProcess = await startServer({ ...env, PORT: '0' });
  const { port } = new URL(server.origin);
  const shop = createTestClient(server.origin);
  const acknowledged: Acknowledged = { orders: new Set(), paid: new Set() };
  const load = { stop: false };
  try {
    const people = await Promise.all(Array.from({ length: buyers }, () => shop.signUp()));
    const goods = await addGoods(shop);
    const { body: config } = await shop.call('GET /config');
    const working = people.map((person) =>
      buy(shop, config.stripe.publishableKey, person, goods, acknowledged, load),
    );
    const waits: number[] = [];
    for (let n = 1; n <= crashes; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 300 + random.below(700)));
      const victim = random.pick(['server', 'database'] as const);
      const before = performance.now();
      // Whether they were booked in or not, the audit agrees.
      goods.arrive().catch(() => {});
      if (victim === 'database') {
        await killPostgres(dataDir);
      } else {
        await server.kill();
        server = await startServer({ ...env, PORT: port });
      }
      await untilReady(shop);
      waits.push(performance.now() - before);
      await verify(dataDir, acknowledged);
      say(
        `${n} of ${crashes}: killed the ${victim}; ${acknowledged.orders.size} orders, ${acknowledged.paid.size} paid so far`,
      );
    }
    load.stop = true;
    await Promise.all(working);
    await verify(dataDir, acknowledged);
    waits.sort((a, b) => a - b);
    say(
      `${crashes} crashes: ${acknowledged.orders.size} orders and ${acknowledged.paid.size} payments acknowledged, none lost, ` +
        `audit clean; ready again after ${Math.round(waits[waits.length >> 1]!)} ms (median), ${Math.round(waits.at(-1)!)} ms (longest)`,
    );
  } finally {
    load.stop = true;
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A product, and the day on which more of it is expected. */
interface Goods {
  product: Product;
  dueOn: string;
  /** Books in some of what is expected. */
  arrive(): Promise<unknown>;
}

async function addGoods(shop: TestClient): Promise<Goods> {
  const { token } = await shop.signInAdmin();
  const body = {
    name: 'Part',
    image: '/images/x.webp',
    shortDetails: 'A part',
    minOrder: 100,
    price: 1,
    available: 100_000_000,
  };
  const { body: added } = await shop.call('POST /products', { token, body });
  const dueOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const { body: receipt } = await shop.call(`POST /products/${added.insertedId}/receipts`, {
    ...{ token, body: { dueOn, quantity: 100_000_000 } },
  });
  return {
    product: (await shop.call(`GET /products/${added.insertedId}`)).body,
    dueOn,
    arrive: () =>
      shop.call(`POST /receipts/${receipt.insertedId}/arrive`, { token, body: { quantity: 250 } }),
  };
}

/** Orders and pays until stopped, and records what was acknowledged. A lost response is no acknowledgement. */
async function buy(
  shop: TestClient,
  publishableKey: string,
  person: Person,
  goods: Goods,
  acknowledged: Acknowledged,
  load: { stop: boolean },
): Promise<void> {
  const { token } = person;
  while (!load.stop) {
    try {
      // Sometimes a purchase of three lines.
      const lines = acknowledged.orders.size % 3 === 0 ? 3 : 1;
      const orderId =
        lines === 1
          ? await placeOne(shop, person, goods.product)
          : await placeSeveral(shop, person, goods, lines);
      acknowledged.orders.add(orderId);
      const intent = await shop.call('POST /create-payment-intent', {
        token,
        body: { price: 100 * lines, orderId },
      });
      const secret: string = intent.body.clientSecret;
      const confirmed = (await confirmPayment(shop.origin, publishableKey, secret)).body as ConfirmAnswer;
      if (confirmed.status !== 'succeeded') throw new Error(confirmed.status);
      const settled = await shop.call(`PATCH /orders/${orderId}`, {
        token,
        body: { transactionId: intentIdOf(secret) },
      });
      if (settled.status === 200) acknowledged.paid.add(orderId);
    } catch {
      // The shop is down: a buyer retries in a moment.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function placeOne(shop: TestClient, person: Person, product: Product): Promise<string> {
  const { status, body } = await shop.call('POST /orders', {
    token: person.token,
    body: orderFor(product, person),
  });
  if (status !== 201) throw new Error(String(status));
  return body.insertedId;
}

/** Places a purchase of several lines, of which the first waits for goods; returns that line's id. */
async function placeSeveral(
  shop: TestClient,
  { token }: Person,
  { product, dueOn }: Goods,
  count: number,
): Promise<string> {
  const body = purchaseFor(Array.from({ length: count }, (): WantedPart => [product, 100]));
  Object.assign(body.lines[0]!, { receiptDate: dueOn });
  const placed = await shop.call('POST /purchases', { token, body });
  if (placed.status !== 201) throw new Error(String(placed.status));
  const { body: purchase } = await shop.call(`GET /purchases/${placed.body.insertedId}`, { token });
  return purchase.lines[0]._id;
}

/** Kills PostgreSQL, and waits until another one runs: the old processes still respond for a moment. */
async function killPostgres(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postgres/cluster/postmaster.pid');
  const readPid = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n')[0] : undefined);
  const killed = readPid();
  process.kill(Number(killed), 'SIGKILL');
  await until(async () => ![undefined, '', killed].includes(readPid()));
}

function untilReady(shop: TestClient): Promise<void> {
  return until(() =>
    shop.call('GET /readyz').then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
}

async function verify(dataDir: string, { orders, paid }: Acknowledged): Promise<void> {
  // Later acknowledgements may be written after the check.
  const known = { orders: [...orders], paid: [...paid] };
  const database: Database = createDatabase(findEmbeddedPostgres(dataDir)!);
  try {
    const { rows } = await database.pool.query<{ id: string; paid: boolean }>(
      `select orders.id, state = 'paid' as paid from orders join purchases on purchases.id = purchase_id
       where orders.deleted_at is null`,
    );
    const found = new Map(rows.map((row) => [row.id, row.paid]));
    const lostOrders = known.orders.filter((id) => !found.has(id));
    const lostPayments = known.paid.filter((id) => !found.get(id));
    if (lostOrders.length > 0) throw new Error(`acknowledged orders are lost: ${lostOrders.join(', ')}`);
    if (lostPayments.length > 0)
      throw new Error(`acknowledged payments are lost: ${lostPayments.join(', ')}`);
    const { faults } = await audit(database.db);
    if (faults.length > 0) throw new Error(faults.join('; '));
  } finally {
    await database.close();
  }
}
