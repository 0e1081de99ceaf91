import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { createRandom, type Random } from '../../server/demo/random.ts';
import { readEnv } from '../../server/ground/env.ts';
import { audit } from '../../server/ops/audit/audit.ts';
import { type RunningShop, startShop } from '../../server/start.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/database.ts';
import { intentIdOf, openTill, type Till } from '../fixtures/payments.ts';
import { addProduct, callerOf, expectGoods, place, type TestLine } from '../fixtures/purchases.ts';
import { createTestClient, type Person, type TestClient } from '../test-client.ts';
import { watchBooks } from './watch.ts';

/** The shop that the simulation of a seed runs against. */
interface World {
  database: TestDatabase;
  shop: TestClient;
  till: Till;
  buyer: Person;
  admin: Person;
  /** Two more products, for purchases of several lines; the last line waits for goods of the second. */
  others: string[];
  receipt: { id: string; dueOn: string };
  random: Random;
  runJobs(): Promise<void>;
  restart(): Promise<void>;
}

/** The purchase of a seed, and what the buyer's browser tabs show of it. */
interface Story {
  purchaseId: string;
  /** Its lines, including deleted ones. */
  lines: string[];
  /** Its total in dollars when it was placed. */
  total: number;
  secrets: Set<string>;
  /** The steps so far, for the report of a failed seed. */
  told: string[];
}

const CARDS = [
  '4242424242424242',
  '4242424242424242',
  '4242424242424242',
  '4000000000000002',
  '4000000000009995',
];

const REQUEST_FAULTS: Record<string, string>[] = [
  { effect: 'error', status: '500' },
  { effect: 'error', status: '500', when: 'after' },
  { effect: 'error', status: '429' },
  { effect: 'drop', when: 'after' },
  { effect: 'processing', ms: '200' },
];
const EVENT_FAULTS: Record<string, string>[] = [
  { effect: 'duplicate' },
  { effect: 'lose' },
  { effect: 'reorder' },
  { effect: 'hold' },
  { effect: 'delay', ms: '100' },
];

/** The possible steps, by weight. Any response of the shop is accepted; only the final state is checked. */
const STEPS: [weight: number, name: string, step: (world: World, story: Story) => Promise<unknown>][] = [
  [20, 'open a tab', openTab],
  [8, 'open two tabs at once', (world, story) => Promise.all([openTab(world, story), openTab(world, story)])],
  [6, 'begin a payment of the amount alone', openLegacyTab],
  [25, 'pay', payOnce],
  [
    6,
    'pay in two tabs at once',
    (world, story) => Promise.all([payOnce(world, story), payOnce(world, story)]),
  ],
  [14, 'tell the shop', tell],
  [
    5,
    'pay while the order is deleted',
    (world, story) => Promise.all([payOnce(world, story), remove(world, story)]),
  ],
  [5, 'delete', remove],
  [5, 'end the hold', endHold],
  [
    4,
    'end the hold while paying',
    (world, story) => Promise.all([payOnce(world, story), endHold(world, story)]),
  ],
  [3, 'sell the rest', sellOut],
  [
    12,
    'trouble with requests',
    ({ random, till }) => till.addFault({ ...random.pick(REQUEST_FAULTS), times: '2' }),
  ],
  [
    12,
    'trouble with events',
    ({ random, till }) => till.addFault({ ...random.pick(EVENT_FAULTS), event: '*', times: '3' }),
  ],
  [6, 'calm', ({ till }) => till.clearFaults()],
  [6, 'jobs', runJobs],
  [3, 'refund', refund],
  [6, 'refund some pieces', refundPieces],
  [8, 'goods arrive', arrive],
  [1, 'restart', ({ restart }) => restart()],
];
const WEIGHT = STEPS.reduce((sum, [weight]) => sum + weight, 0);

/** Simulates seeds from `first` on. Throws at the first that ends in a wrong state, with its number and steps. */
export async function simulatePayments(
  { first, count }: { first: number; count: number },
  say: (line: string) => void,
): Promise<void> {
  const database = await createTestDatabase({ demo: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'northbridge-stress-'));
  let running: RunningShop | undefined;
  try {
    const env = (port: string) =>
      readEnv({
        DATABASE_URL: database.url,
        SANDBOX: '1',
        DEMO_HISTORY: '0',
        DATA_DIR: dataDir,
        PORT: port,
        LOG_LEVEL: 'silent',
        MAX_UNPAID_ORDERS: '1000000',
        UNPROVEN_HOLD_LIMIT: '1000000000',
        UNPROVEN_HOLD_MINUTES: '1440',
        RATE_LIMITS: 'off',
        PASSWORD_HASH: 'cheap',
      });
    running = await startShop(env('0'), { withoutPages: true });
    const { port } = new URL(running.origin);
    const shop = createTestClient(running.origin);
    const others = await Promise.all([1, 2].map(() => addProduct(database, 1_000_000)));
    const world = {
      database,
      shop,
      till: await openTill({ ...shop, database }, 1_000_000),
      buyer: await shop.signUp(),
      admin: await shop.signInAdmin(),
      others,
      receipt: await expectGoods(database, others[1]!, 1_000_000_000),
      runJobs: () => running!.runJobs(),
      async restart() {
        await running!.close();
        running = await startShop(env(port), { withoutPages: true });
      },
    };
    const watch = watchBooks(database);
    for (let seed = first; seed < first + count; seed += 1) {
      await play({ ...world, random: createRandom(String(seed)) }, seed);
      if ((seed - first + 1) % 50 === 0) say(`${seed - first + 1} of ${count} seeds`);
    }
    const looks = await watch.end();
    say(
      `${count} seeds, from ${first}: at most one net charge a purchase, of one line to three, every capture paid or refunded, audit clean ${looks} times`,
    );
  } finally {
    await running?.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function play(world: World, seed: number): Promise<void> {
  const story: Story = { ...(await placeOne(world)), secrets: new Set(), told: [] };
  const length = 3 + world.random.below(10);
  for (let n = 0; n < length; n += 1) {
    const [name, step] = pickStep(world.random);
    story.told.push(name);
    await step(world, story);
  }
  await world.till.clearFaults();
  const wrong = await endsWell(world, story);
  if (wrong) {
    throw new Error(
      `seed ${seed} does not end well: ${wrong}\nits story: ${story.told.join(', ')}\nreplay: npm run stress:payments -- 1 ${seed}`,
    );
  }
}

/** Places a purchase of one line by the API, or of two or three lines. */
async function placeOne({ till, shop, database, buyer, others, receipt, random }: World) {
  const { token } = buyer;
  const count = random.below(3);
  if (count === 0) {
    const { id, total } = await till.place(buyer);
    const { body } = await shop.call(`GET /orders/${id}`, { token });
    return { purchaseId: body.purchaseId as string, lines: [id], total };
  }
  const { product } = till;
  const [second, third] = others as [string, string];
  const wanted: TestLine[] = [
    [product._id, 100, product.price],
    [second, 100],
    [third, 100, 2.5, receipt.dueOn],
  ];
  const { purchaseId } = await place(database, await callerOf(database, buyer), wanted.slice(0, count + 1));
  const { rows } = await database.pool.query<{ id: string; total: number }>(
    `select orders.id, purchases.total_cents / 100.0::float8 as total
     from orders join purchases on purchases.id = purchase_id where purchase_id = $1 order by line_no`,
    [purchaseId],
  );
  return { purchaseId, lines: rows.map(({ id }) => id), total: rows[0]!.total };
}

function pickStep(random: Random): [string, (typeof STEPS)[number][2]] {
  let left = random.below(WEIGHT);
  for (const [weight, name, step] of STEPS) {
    left -= weight;
    if (left < 0) return [name, step];
  }
  throw new Error('unreachable');
}

/** A tab that was just loaded, or one that still shows the first total. */
async function openTab({ till, shop, buyer, random }: World, story: Story): Promise<void> {
  const orderId = random.pick(story.lines);
  const { body: order } = await shop.call(`GET /orders/${orderId}`, { token: buyer.token });
  const price = random.below(4) > 0 ? (order.purchaseTotal ?? story.total) : story.total;
  const { body } = await till.createIntent(buyer, { price, orderId });
  if (body.clientSecret) story.secrets.add(body.clientSecret);
}

async function openLegacyTab({ till, buyer }: World, story: Story): Promise<void> {
  const { body } = await till.createIntent(buyer, { price: story.total });
  if (body.clientSecret) story.secrets.add(body.clientSecret);
}

async function payOnce({ till, random }: World, { secrets }: Story): Promise<void> {
  if (secrets.size === 0) return;
  // A dropped connection is one of the faults.
  await till.pay(random.pick([...secrets]), random.pick(CARDS)).catch(() => {});
}

async function tell({ till, buyer, random }: World, { lines, secrets }: Story): Promise<void> {
  if (secrets.size > 0) await till.settle(buyer, random.pick(lines), intentIdOf(random.pick([...secrets])));
}

/** Deletes one of the lines; deleting the last one deletes the purchase. */
async function remove({ shop, buyer, random }: World, { lines }: Story): Promise<void> {
  await shop.call(`DELETE /orders/${random.pick(lines)}`, { token: buyer.token });
}

async function endHold({ database, runJobs }: World, { purchaseId }: Story): Promise<void> {
  await database.pool.query(
    "update purchases set held_until = now() - interval '1 second' where id = $1 and held_until is not null",
    [purchaseId],
  );
  await runJobs().catch(() => {});
}

async function sellOut({ shop, till, admin }: World): Promise<void> {
  await shop.call(`PATCH /products/${till.product._id}`, { token: admin.token, body: { available: 0 } });
}

async function refund({ shop, admin, random }: World, { lines }: Story): Promise<void> {
  await shop.call(`POST /orders/${random.pick(lines)}/refund`, {
    token: admin.token,
    body: { reason: 'Simulated' },
  });
}

async function refundPieces({ shop, admin, random }: World, { lines }: Story): Promise<void> {
  const orderId = random.pick(lines);
  const wanted = [{ orderId, quantity: 1 + random.below(60) }];
  await shop.call(`POST /orders/${orderId}/refund`, {
    token: admin.token,
    body: { reason: 'Simulated', lines: wanted },
  });
}

/** A part of what somebody waits for, or more. */
async function arrive({ shop, admin, receipt, random }: World): Promise<void> {
  await shop.call(`POST /receipts/${receipt.id}/arrive`, {
    token: admin.token,
    body: { quantity: 1 + random.below(150) },
  });
}

/** Runs the background jobs as if all of their work were due. */
async function runJobs({ database, runJobs: run }: World): Promise<void> {
  await database.pool.query(
    "update payments set checked_at = now() - interval '1 hour' where state = 'open'",
  );
  await database.pool.query("update payments set refund_next_at = now() where state = 'refunding'");
  await run().catch(() => {});
}

/** Lets an hour pass without faults, and returns what is wrong then. */
async function endsWell(world: World, story: Story): Promise<string | undefined> {
  const { database, till, shop, admin, buyer } = world;
  await database.pool.query(
    "update payments set created_at = created_at - interval '61 minutes' where state = 'open'",
  );
  let wrong: string | undefined;
  for (let round = 0; round < 40; round += 1) {
    await runJobs(world);
    wrong = await judgeMoney(world, story);
    if (!wrong) break;
    await new Promise((resolve) => setTimeout(resolve, 25 * round));
  }
  if (wrong) return wrong;
  const { faults } = await audit(database.db);
  // The next seed starts with full stock and without orders of this one.
  await shop.call(`PATCH /products/${till.product._id}`, {
    token: admin.token,
    body: { available: 1_000_000 },
  });
  for (const id of story.lines) await shop.call(`DELETE /orders/${id}`, { token: buyer.token });
  return faults[0];
}

async function judgeMoney(
  { database, till }: World,
  { purchaseId, secrets }: Story,
): Promise<string | undefined> {
  const { rows } = await database.pool.query('select * from purchases where id = $1', [purchaseId]);
  const [purchase] = rows;
  let net = 0;
  for (const secret of secrets) {
    const intent = await till.stripe.paymentIntents.retrieve(intentIdOf(secret), {
      expand: ['latest_charge'],
    });
    const charge = intent.latest_charge as Stripe.Charge | null;
    if (intent.status === 'processing') return `${intent.id} is still processing`;
    if (charge?.paid) net += charge.amount - charge.amount_refunded;
  }
  const { rows: parts } = await database.pool.query(
    `select coalesce(sum(cents), 0)::int as cents from refunds join payments on payments.id = payment_id
     where purchase_id = $1 and refunds.state <> 'withdrawn'`,
    [purchaseId],
  );
  const due = purchase.state === 'paid' ? purchase.total_cents - parts[0].cents : 0;
  return net === due ? undefined : `${net} cents were kept where ${due} are due`;
}
