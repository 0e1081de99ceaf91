import { minimumQuantity } from '#contract/minimum.ts';
import { toCents, toDollars } from '#contract/money.ts';
import { lineTotal, unitPrice } from '#contract/price.ts';
import type { Product } from '#contract/products.ts';
import { PURCHASE_MAX_LINES } from '#contract/purchase-limits.ts';
import type { PurchaseLine } from '#contract/purchases.ts';
import { newId } from '../../server/database/uuid.ts';
import { fillCatalogue } from '../../server/demo/fill.ts';
import { type Buyer, makeBuyers } from '../fixtures/accounts.ts';
import type { TestDatabase } from '../fixtures/database.ts';
import { SHIP_TO } from '../fixtures/purchases.ts';
import { createTestClient } from '../test-client.ts';
import { Connection, requestBytes } from './connection.ts';
import { quantile } from './load.ts';
import { startShopProcess } from './servers.ts';

/** Milliseconds of POST /purchases, one at a time. */
export interface PurchasesRow {
  lines: number;
  p50: number;
  p95: number;
  /** Of GET /purchases/{id}/confirmation.pdf, one at a time. */
  document: { p50: number; p95: number };
  /** Of shipping all of it. */
  shipment: { p50: number; p95: number };
}

/** The most that a line may come to, in dollars, so that a card can be charged for 500. */
const MOST_OF_LINE = 1500;

/** Measures purchases of 1, 50, 200 and 500 lines of different parts, and their shipment, in a shop with generated ones. */
export async function measurePurchases(
  database: TestDatabase,
  { products, samples }: { products: number; samples: number },
  env: Record<string, string>,
  say: (line: string) => void,
): Promise<PurchasesRow[]> {
  await (await startShopProcess(database.url, env)).stop();
  say(`filling a shop with ${products} parts`);
  await fillCatalogue(database, { count: products });
  await database.pool.query('update products set available = 1000000000, revision = revision + 1');
  await database.pool.query('analyze');
  const { origin, stop } = await startShopProcess(database.url, env);
  try {
    const parts = await listCheap(origin);
    const rows: PurchasesRow[] = [];
    for (const lines of [1, 50, 200, PURCHASE_MAX_LINES]) {
      say(`purchases of ${lines} lines`);
      // The first ones warm up.
      await buy(origin, await makeBuyers(database.pool, samples), parts, lines);
      const buyers = await makeBuyers(database.pool, samples);
      const times = await buy(origin, buyers, parts, lines);
      const drawn = await draw(origin, buyers.slice(0, DOCUMENTS));
      const shipped = await ship(origin, database, buyers);
      rows.push({ lines, ...quantiles(times), document: quantiles(drawn), shipment: quantiles(shipped) });
    }
    return rows;
  } finally {
    await stop();
  }
}

/** Documents that are measured, after one that starts the process which draws them. */
const DOCUMENTS = 20;

/** The id of the purchase of a buyer. */
async function idOf(origin: string, { email, token }: Buyer): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const listed = await fetch(`${origin}/purchases?limit=1&email=${email}`, { headers });
  if (listed.status !== 200) throw new Error(`the list of purchases got ${listed.status}`);
  return (await listed.json())[0]._id;
}

/** All of the purchase of each buyer is shipped, as if it were paid; returns the milliseconds, sorted. */
async function ship(origin: string, { pool }: TestDatabase, buyers: Buyer[]): Promise<number[]> {
  await pool.query(
    `update purchases set state = 'paid', paid_at = now(), held_until = null, transaction_id = 'bench ' || id
     where state = 'held' and buyer_email = any($1)`,
    [buyers.map(({ email }) => email)],
  );
  const { token } = await createTestClient(origin).signInAdmin();
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const connection = await Connection.open(origin);
  const times: number[] = [];
  try {
    for (const buyer of buyers) {
      const id = await idOf(origin, buyer);
      const { lines } = await (await fetch(`${origin}/purchases/${id}`, { headers })).json();
      const pieces = (lines as PurchaseLine[]).map(({ _id: orderId, toShip: quantity }) => ({
        ...{ orderId, quantity },
      }));
      const bytes = requestBytes(origin, 'POST', `/purchases/${id}/shipments`, {
        headers: { ...headers, 'idempotency-key': newId() },
        body: { lines: pieces, carrier: 'UPS' },
      });
      const begun = performance.now();
      const status = await connection.ask(bytes);
      if (status !== 201) throw new Error(`a shipment of ${pieces.length} lines got ${status}`);
      times.push(performance.now() - begun);
    }
  } finally {
    connection.close();
  }
  return times.sort((a, b) => a - b);
}

/** Each buyer fetches the confirmation of their purchase; returns their milliseconds, sorted. */
async function draw(origin: string, buyers: Buyer[]): Promise<number[]> {
  const times: number[] = [];
  for (const buyer of buyers) {
    const headers = { authorization: `Bearer ${buyer.token}` };
    const id = await idOf(origin, buyer);
    const begun = performance.now();
    const answer = await fetch(`${origin}/purchases/${id}/confirmation.pdf`, { headers });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`a confirmation got ${answer.status}`);
    times.push(performance.now() - begun);
  }
  return times.slice(1).sort((a, b) => a - b);
}

function quantiles(times: number[]): { p50: number; p95: number } {
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

/** A thousand parts at most of which a purchase of 500 can be paid by card. */
async function listCheap(origin: string): Promise<Product[]> {
  const parts: Product[] = [];
  for (
    let page: Product[] = [], first = true;
    parts.length < 1000 && (first || page.length > 0);
    first = false
  ) {
    const after = page.at(-1);
    page = await (
      await fetch(`${origin}/products?sort=price&limit=100${after ? `&after=${after._id}` : ''}`)
    ).json();
    parts.push(...page.filter((part) => lineTotal(part, minimumQuantity(part)) <= MOST_OF_LINE));
  }
  return parts;
}

/** Each buyer places one purchase, one after the other; returns their milliseconds, sorted. */
async function buy(origin: string, buyers: Buyer[], parts: Product[], lines: number): Promise<number[]> {
  const connection = await Connection.open(origin);
  const times: number[] = [];
  try {
    for (const [n, buyer] of buyers.entries()) {
      const some = Array.from({ length: lines }, (_, line) => parts[(n * 7 + line) % parts.length]!);
      const bytes = requestOf(origin, buyer, some);
      const begun = performance.now();
      const status = await connection.ask(bytes);
      if (status !== 201) throw new Error(`a purchase of ${lines} lines got ${status}`);
      times.push(performance.now() - begun);
    }
  } finally {
    connection.close();
  }
  return times.sort((a, b) => a - b);
}

function requestOf(origin: string, { token }: Buyer, parts: Product[]): Buffer {
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    'idempotency-key': newId(),
  };
  const lines = parts.map((part, n) => {
    const quantity = minimumQuantity(part);
    return { productId: part._id, quantity, price: unitPrice(part, quantity), customerRef: `REF-${n}` };
  });
  const cents = parts.reduce((sum, part) => sum + toCents(lineTotal(part, minimumQuantity(part))), 0);
  const body = { lines, shipTo: SHIP_TO, poNumber: 'PO-4711', expectedTotal: toDollars(cents) };
  return requestBytes(origin, 'POST', '/purchases', { headers, body });
}
