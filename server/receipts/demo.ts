import { catalogue as demo } from '#content/catalogue.ts';
import type { Queryable } from '../ground/database/client.ts';
import { SHOP } from '../log/queries.ts';
import { insertReceipt } from './change.ts';

/** Every so many products of the demo catalogue are expected. */
const EVERY = 12;

/** Adds expected goods of some products: one delivery in two weeks, and for some a larger one in six. */
export async function fillDemo(transaction: Queryable): Promise<void> {
  const skus = demo.flatMap(({ sku }, n) => (n % EVERY === 0 ? [sku] : []));
  const products = await transaction
    .selectFrom('products')
    .select(['id', 'min_order', 'multiple'])
    .where('sku', 'in', skus)
    .orderBy('id')
    .execute();
  for (const [n, { id, min_order, multiple }] of products.entries()) {
    const pieces = Math.max(min_order, multiple) * 4;
    await insertReceipt(transaction, id, { dueOn: inDays(14 + n), quantity: pieces }, SHOP);
    if (n % 2 === 0)
      await insertReceipt(transaction, id, { dueOn: inDays(42 + n), quantity: 3 * pieces }, SHOP);
  }
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
