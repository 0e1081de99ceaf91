import { makeBuyers } from '../fixtures/accounts.ts';
import type { TestDatabase } from '../fixtures/database.ts';
import { requestBytes } from './connection.ts';
import { load } from './load.ts';
import { ordersOf, stockUp } from './ordering.ts';
import { type MeasuredServer, startShopProcess } from './servers.ts';

export interface ProcessesRow {
  processes: number;
  /** The total per second. */
  lists: number;
  orders: number;
}

/** The same load for one, two and more server processes on one database. */
export async function compareProcesses(
  database: TestDatabase,
  counts: number[],
  { seconds, env }: { seconds: number; env: Record<string, string> },
  say: (line: string) => void,
): Promise<ProcessesRow[]> {
  const rows: ProcessesRow[] = [];
  const buyers = await makeBuyers(database.pool, 10_000);
  const turn = { n: 0 };
  for (const processes of counts) {
    say(`${processes} server processes on one database`);
    const shops = await Promise.all(
      Array.from({ length: processes }, () => startShopProcess(database.url, env)),
    );
    try {
      const products = await stockUp(database.pool, shops[0]!);
      const all = async (next: (shop: MeasuredServer) => () => Buffer) => {
        const results = await Promise.all(
          shops.map((shop) =>
            load({ origin: shop.origin, connections: 32 / processes, seconds, next: next(shop) }),
          ),
        );
        return results.reduce((sum, { perSecond }) => sum + perSecond, 0);
      };
      const listOf = ({ origin }: MeasuredServer) => {
        const bytes = requestBytes(origin, 'GET', '/products', { headers: { accept: 'application/json' } });
        return () => bytes;
      };
      const orderOf = ({ origin }: MeasuredServer) => ordersOf(origin, buyers, products, turn);
      await all(orderOf);
      rows.push({ processes, lists: await all(listOf), orders: await all(orderOf) });
    } finally {
      await Promise.all(shops.map((shop) => shop.stop()));
    }
  }
  return rows;
}
