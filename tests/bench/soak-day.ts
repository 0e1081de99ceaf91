import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { minimumQuantity } from '#contract/minimum.ts';
import { unitPrice } from '#contract/price.ts';
import type { Product } from '#contract/products.ts';
import type { PurchaseLine } from '#contract/purchases.ts';
import type { TestDatabase } from '../fixtures/database.ts';
import { openTill, type Till } from '../fixtures/payments.ts';
import { purchaseFor } from '../fixtures/purchases.ts';
import { type CallResult, createTestClient, type Person, type TestClient } from '../test-client.ts';

/** People who do what loads of single requests do not: pay, ship, refund, import, draw documents, upload. */
export interface Day {
  /** Purchases that went from the order to the refund, and what should not have been, a sentence each. */
  done: { purchases: number; wrong: string[] };
  /** Resolves when everybody has finished what they have begun. */
  end(): Promise<void>;
}

const LINES = 5;
const PAUSE_MS = 1_000;
/** Each so many purchases: a new account, an import, an export and a picture. */
const SELDOM = 20;
/** Sentences about what went wrong that are kept. */
const MOST_WRONG = 100;

interface World {
  shop: TestClient;
  till: Till;
  admin: Person;
}

/** Starts a buyer and a clerk, who work until they are ended. */
export async function startDay(origin: string, database: TestDatabase): Promise<Day> {
  const shop = createTestClient(origin);
  const till = await openTill({ ...shop, database });
  const world: World = { shop, till, admin: await shop.signInAdmin() };
  const done: Day['done'] = { purchases: 0, wrong: [] };
  let ended = false;
  const working = (async () => {
    let buyer = await shop.signUp();
    for (let n = 0; !ended; n += 1) {
      try {
        if (n % SELDOM === SELDOM - 1) {
          buyer = await shop.signUp();
          await doSeldom(world, n);
        }
        await buyAndRefund(world, buyer, n);
        done.purchases += 1;
      } catch (error) {
        if (done.wrong.length < MOST_WRONG) done.wrong.push(sayWrong(error));
      }
      await wait(PAUSE_MS);
    }
  })();
  return {
    done,
    async end() {
      ended = true;
      await working;
    },
  };
}

/** With what a request that got no answer met. */
const sayWrong = (error: unknown) =>
  error instanceof Error && error.cause ? `${error} (${error.cause})` : String(error);

/** So that a card can pay for five of them. */
const isCheap = (product: Product) => product.price * minimumQuantity(product) < 100_000;

async function buyAndRefund({ shop, till, admin }: World, buyer: Person, n: number) {
  const products = (await listProducts(shop)).filter(isCheap);
  const parts = Array.from({ length: LINES }, (_, line) => products[(n + line) % products.length]!);
  const body = purchaseFor(
    parts.map((part) => [
      { _id: part._id, price: unitPrice(part, minimumQuantity(part)) },
      minimumQuantity(part),
    ]),
  );
  const { insertedId: id } = await call(shop, 'POST /purchases', buyer, body);
  const { clientSecret } = await call(shop, `POST /purchases/${id}/payment`, buyer);
  const { body: intent } = await till.pay(clientSecret);
  await call(shop, `PATCH /purchases/${id}`, buyer, { transactionId: intent.id });
  const { lines } = await call(shop, `GET /purchases/${id}`, buyer);
  for (const document of ['confirmation', 'invoice'])
    await call(shop, `GET /purchases/${id}/${document}.pdf`, buyer);
  const shipped = (lines as PurchaseLine[])
    .filter(({ toShip }) => toShip !== undefined && toShip > 0)
    .map(({ _id: orderId, toShip: quantity }) => ({ orderId, quantity }));
  await call(shop, `POST /purchases/${id}/shipments`, admin, { lines: shipped, carrier: 'UPS' });
  const back = { lines: [{ orderId: lines[0]._id, quantity: 1 }], reason: 'Arrived broken' };
  await call(shop, `POST /purchases/${id}/refunds`, admin, back);
  for (const path of [
    '/desk/overview',
    '/desk/purchases?limit=50',
    '/events?limit=50',
    '/stock?limit=50&short=1',
  ])
    await call(shop, `GET ${path}`, admin);
}

async function doSeldom({ shop, admin }: World, n: number) {
  const products = (await listProducts(shop)).filter(({ sku }) => sku);
  // Not prices: those who order at the same time know the ones of before.
  const rows = products.map(({ sku }) => ({ sku, bin: `S-${n}` }));
  const { _id } = await call(shop, 'POST /imports', admin, { rows });
  await untilImport(shop, admin, _id, 'ready');
  await call(shop, `POST /imports/${_id}/apply`, admin);
  await untilImport(shop, admin, _id, 'applied');
  await call(shop, 'GET /products/export?format=csv', admin);
  await call(shop, 'GET /desk/purchases/export?format=xlsx', admin);
  const colour = `#${(n % 0xffffff).toString(16).padStart(6, '0')}`;
  const png = await sharp({ create: { width: 1200, height: 900, channels: 3, background: colour } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(png)]), 'picture.png');
  const headers = { authorization: `Bearer ${admin.token}` };
  const answer = await fetch(`${shop.origin}/images`, { method: 'POST', headers, body: form });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`POST /images got ${answer.status}`);
}

const listProducts = async (shop: TestClient): Promise<Product[]> =>
  (await shop.call('GET /products?limit=100')).body;

async function untilImport(shop: TestClient, admin: Person, id: string, wanted: string): Promise<void> {
  for (;;) {
    const { state } = await call(shop, `GET /imports/${id}`, admin);
    if (state === wanted) return;
    if (state === 'failed') throw new Error('an import has failed');
    await wait(200);
  }
}

async function call(
  shop: TestClient,
  route: string,
  { token }: Person,
  body?: unknown,
): Promise<CallResult['body']> {
  const answer = await shop.call(route, { token, body });
  if (answer.status >= 300) throw new Error(`${route} got ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}
