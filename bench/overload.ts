import type { TestDatabase } from '../server/database/testing.ts';
import { makeBuyers } from './buyers.ts';
import { type LoadResult, load } from './load.ts';
import { ordersOf, stockUp } from './ordering.ts';
import { startShopProcess } from './servers.ts';

export interface Overload {
  /** Orders at the best rate, far too many at once, and again at the best rate. */
  before: LoadResult;
  during: LoadResult;
  after: LoadResult;
}

/** Orders from many times more connections than the shop works on at once. */
export async function measureOverload(
  database: TestDatabase,
  { seconds, env }: { seconds: number; env: Record<string, string> },
  say: (line: string) => void,
): Promise<Overload> {
  say('far too many orders at once');
  const shop = await startShopProcess(database.url, env);
  try {
    const products = await stockUp(database.pool, shop);
    const buyers = await makeBuyers(database.pool, 20_000);
    const next = ordersOf(shop.origin, buyers, products);
    const run = (connections: number) => load({ origin: shop.origin, connections, seconds, next });
    await run(32);
    const before = await run(32);
    const during = await run(768);
    const after = await run(32);
    return { before, during, after };
  } finally {
    await shop.stop();
  }
}
