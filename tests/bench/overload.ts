import { makeBuyers } from '../fixtures/accounts.ts';
import type { TestDatabase } from '../fixtures/database.ts';
import { type LoadResult, load, loadAt } from './load.ts';
import { ordersOf, stockUp } from './ordering.ts';
import type { MeasuredServer } from './servers.ts';

/** Orders under one kind of overload. */
export interface OverloadRow {
  crowd: string;
  result: LoadResult;
}

/** Connections of a closed loop at the shop's best rate. */
const BEST = 32;

/** More connections than responses within a second need. */
const MANY = 4_000;

/** Measures orders at three times the best rate, and orders from buyers who retry immediately after a refusal. */
export async function measureOverload(
  shop: MeasuredServer,
  { pool }: TestDatabase,
  { seconds }: { seconds: number },
  say: (line: string) => void,
): Promise<OverloadRow[]> {
  const { origin } = shop;
  const rows: OverloadRow[] = [];
  const products = await stockUp(pool, shop);
  const buyers = await makeBuyers(pool, 20_000);
  const next = ordersOf(origin, buyers, products);
  const best = () => load({ origin, connections: BEST, seconds, next });
  const note = async (crowd: string, run: () => Promise<LoadResult>) => {
    say(`overload: ${crowd}`);
    const result = await run();
    rows.push({ crowd, result });
    return result;
  };
  await best();
  const { perSecond } = await note(`${BEST} buyers, each waits for an answer`, best);
  const thrice = Math.round(3 * perSecond);
  await note(`three times that rate, ${thrice.toLocaleString('en')} a second, whatever is answered`, () =>
    loadAt(thrice, { origin, connections: MANY, seconds: 2 * seconds, next }),
  );
  await note(`${BEST} buyers, right after`, best);
  await note('768 at once, who ask again as soon as they are refused', () =>
    load({ origin, connections: 768, seconds, next }),
  );
  await note(`${BEST} buyers, right after`, best);
  return rows;
}
