import pg from 'pg';
import type { Product } from '#contract/products/schema.ts';
import { createTestClient } from '../../test-client.ts';
import type { Goods } from './load.ts';
import { fetchAnew } from './new-connection.ts';
import { ORIGIN } from './shops.ts';
import { untilTrue } from './until-true.ts';

export const STOCK = 100_000_000;
const BUYERS = 8;

/** Signs buyers up, and adds what they buy. */
export async function addGoods(databaseUrl: string): Promise<Omit<Goods, 'provider'>> {
  const shop = createTestClient(ORIGIN, fetchAnew);
  const people = [];
  for (let n = 0; n < BUYERS; n += 1) people.push(await shop.signUp());
  const admin = await shop.signUp('Admin');
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query("update users set role = 'admin' where email = $1", [admin.email]);
  // Each of their mails is sent by itself.
  await client.query('update users set email_verified = true');
  await client.end();
  const part = { name: 'Part', image: '/images/x.webp', shortDetails: 'A part', minOrder: 100, price: 1 };
  const { token } = admin;
  const { status, body } = await shop.call('POST /products', { token, body: { ...part, available: STOCK } });
  if (status !== 201) throw new Error(`POST /products was answered ${status} ${JSON.stringify(body)}`);
  // Each shop hears of it within a second.
  let product: Product | undefined;
  await untilTrue('the product is sold', async () => {
    const answer = await shop.call(`GET /products/${body.insertedId}`);
    if (answer.status === 200) product = answer.body;
    return answer.status === 200;
  });
  return { shop, product: product!, people };
}
