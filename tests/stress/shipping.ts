import { createRandom, type Random } from '../../server/demo/random.ts';
import { audit } from '../../server/ops/audit/audit.ts';
import { createTestDatabase } from '../fixtures/database.ts';
import { openTill } from '../fixtures/payments.ts';
import { addProduct, purchaseFor } from '../fixtures/purchases.ts';
import { createTestClient, type Person, type TestClient } from '../test-client.ts';
import { startServer } from './server-process.ts';

export interface ShippingSize {
  clients: number;
  /** What each client does in a round. */
  steps: number;
  rounds: number;
}

/** A paid purchase that all clients work on. */
interface Target {
  id: string;
  lines: string[];
}

const PIECES = 100;
const LINES = 3;
const PROCESSES = 2;

/**
 * Many clients at two processes ship, return, receive, cancel and refund pieces of the same lines at once. Throws when a request is
 * answered by anything but success or a refusal, or when the books do not agree then. Calls `say` with a line for each round.
 */
export async function stressShipping(
  { clients, steps, rounds }: ShippingSize,
  seed: number,
  say: (line: string) => void,
): Promise<void> {
  const database = await createTestDatabase({ demo: true });
  const env = {
    ...{ DATABASE_URL: database.url, SANDBOX: '1', DEMO_HISTORY: '0' },
    ...{ RATE_LIMITS: 'off', PASSWORD_HASH: 'cheap' },
  };
  const servers = await Promise.all(Array.from({ length: PROCESSES }, () => startServer(env)));
  try {
    const shops = servers.map(({ origin }) => createTestClient(origin));
    const shop = shops[0]!;
    const till = await openTill({ ...shop, database });
    const [admin, buyer] = [await shop.signInAdmin(), await shop.signUp()];
    for (let round = 1; round <= rounds; round += 1) {
      const products = await Promise.all(
        Array.from({ length: LINES }, () => addProduct(database, 10 * PIECES, { minOrder: 1 })),
      );
      const body = purchaseFor(products.map((_id) => [{ _id, price: 2.5 }, PIECES]));
      const { body: placed } = await shop.call('POST /purchases', { token: buyer.token, body });
      const id: string = placed.insertedId;
      const { body: begun } = await shop.call(`POST /purchases/${id}/payment`, { token: buyer.token });
      const { body: intent } = await till.pay(begun.clientSecret);
      await shop.call(`PATCH /purchases/${id}`, { token: buyer.token, body: { transactionId: intent.id } });
      const { body: read } = await shop.call(`GET /purchases/${id}`, { token: buyer.token });
      const target = { id, lines: read.lines.map((line: { _id: string }) => line._id) };
      const done = await Promise.all(
        Array.from({ length: clients }, (_, n) =>
          work(
            { shop: shops[n % shops.length]!, admin, buyer },
            target,
            createRandom(`${seed} ${round} ${n}`),
            steps,
          ),
        ),
      );
      const { faults } = await audit(database.db);
      if (faults.length > 0) throw new Error(`round ${round}: ${faults.join('\n')}`);
      const succeeded = done.reduce((sum, count) => sum + count, 0);
      if (succeeded === 0) throw new Error(`round ${round}: nothing was shipped, returned or refunded`);
      say(`${clients} clients, ${clients * steps} requests, ${succeeded} succeeded`);
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.drop();
  }
}

interface Doer {
  shop: TestClient;
  admin: Person;
  buyer: Person;
}

/** Does steps, one after the other; returns how many succeeded. */
async function work(doer: Doer, target: Target, random: Random, steps: number): Promise<number> {
  let succeeded = 0;
  for (let step = 0; step < steps; step += 1) {
    const { status, body } = await random.pick([shipSome, shipSome, returnSome, receiveSome, refundSome])(
      ...([doer, target, random] as const),
    );
    if (status < 300) succeeded += 1;
    else if (status !== 409 && body?.code !== 'refund_pending')
      throw new Error(`a step was answered ${status}: ${JSON.stringify(body)}`);
  }
  return succeeded;
}

const somePieces = ({ lines }: Target, random: Random) =>
  lines
    .filter(() => random.below(2) === 0)
    .concat(lines.slice(0, 1))
    .filter((orderId, nth, all) => all.indexOf(orderId) === nth)
    .map((orderId) => ({ orderId, quantity: 1 + random.below(30) }));

function shipSome({ shop, admin }: Doer, target: Target, random: Random) {
  const body = { lines: somePieces(target, random) };
  return shop.call(`POST /purchases/${target.id}/shipments`, { token: admin.token, body });
}

function returnSome({ shop, admin, buyer }: Doer, target: Target, random: Random) {
  const lines = somePieces(target, random).map((line) => ({ ...line, reason: 'Too many' }));
  const { token } = random.pick([admin, buyer]);
  return shop.call(`POST /purchases/${target.id}/returns`, { token, body: { lines } });
}

/** Receives pieces of the same open return as others, or says that the rest of it does not come. */
async function receiveSome({ shop, admin: { token } }: Doer, target: Target, random: Random) {
  const { body: open } = await shop.call('GET /returns?limit=3', { token });
  const own = open.filter(({ purchaseId }: { purchaseId: string }) => purchaseId === target.id);
  if (own.length === 0) return { status: 409, body: undefined };
  const { _id, lines } = own[random.below(own.length)];
  if (random.below(5) === 0) return shop.call(`PATCH /returns/${_id}`, { token, body: { state: 'closed' } });
  const received = lines.map(({ orderId }: { orderId: string }) => ({
    ...{ orderId, quantity: 1 + random.below(10), condition: 'as new', restock: random.below(2) === 0 },
  }));
  return shop.call(`POST /returns/${_id}/receive`, { token, body: { lines: received } });
}

function refundSome({ shop, admin }: Doer, target: Target, random: Random) {
  const lines = somePieces(target, random).map((line) => ({
    ...{ ...line, quantity: 1 + random.below(10), restock: random.below(2) === 0 },
    of: random.pick(['unshipped', 'shipped', undefined]),
  }));
  return shop.call(`POST /purchases/${target.id}/refunds`, {
    token: admin.token,
    body: { lines, reason: 'Damaged' },
  });
}
