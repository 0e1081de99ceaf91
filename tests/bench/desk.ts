import type { TestDatabase } from '../fixtures/database.ts';
import { createTestClient } from '../test-client.ts';
import { Connection, requestBytes } from './connection.ts';
import { fillTo } from './fill.ts';
import type { Size } from './growing.ts';
import { quantile } from './load.ts';
import { startShopProcess } from './servers.ts';

/** Milliseconds of a call of staff's desk, one at a time. */
export interface DeskRow {
  call: string;
  p50: number;
  p95: number;
}

export interface DeskSizes extends Size {
  samples: number;
}

/** Measures the overview and staff's list of purchases, by each filter and order, in a large shop. */
export async function measureDesk(
  database: TestDatabase,
  { samples, ...size }: DeskSizes,
  env: Record<string, string>,
  say: (line: string) => void,
): Promise<DeskRow[]> {
  await (await startShopProcess(database.url, env)).stop();
  say(`filling a shop with ${size.products} products and ${size.orders} orders`);
  await fillTo(database.pool, size);
  const { origin, stop } = await startShopProcess(database.url, env);
  try {
    const { token } = await createTestClient(origin).signInAdmin();
    say('waiting for the figures of all days');
    await keepDays(database);
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    const rows: DeskRow[] = [];
    for (const [call, path] of await callsOf(database)) {
      say(call);
      const connection = await Connection.open(origin);
      const bytes = requestBytes(origin, 'GET', path, { headers });
      const times: number[] = [];
      // The first ones warm up.
      for (let n = 0; n < samples + 3; n += 1) {
        const begun = performance.now();
        const status = await connection.ask(bytes);
        if (status !== 200) throw new Error(`${path} got ${status}`);
        times.push(performance.now() - begun);
      }
      connection.close();
      const sorted = times.slice(3).sort((a, b) => a - b);
      rows.push({ call, p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) });
    }
    return rows;
  } finally {
    await stop();
  }
}

/** A job of the shop keeps them. */
async function keepDays({ pool }: TestDatabase): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      'select count(*) >= least(179, current_date - (select min(placed_at)::date from purchases)) as done from shop_days',
    );
    if (rows[0].done) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Calls, and their paths. */
async function callsOf({ pool }: TestDatabase): Promise<[call: string, path: string][]> {
  const { rows } = await pool.query(`
    select id, number, transaction_id, (
      select sku from products join orders on product_id = products.id where purchase_id = purchases.id limit 1
    ) as sku
    from purchases where state = 'paid' order by id desc offset 500 limit 1`);
  const { id, number, transaction_id: transaction, sku } = rows[0];
  // The orders of a large shop end some weeks ago.
  const day = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);
  const list = (query: string) => `/desk/purchases?limit=50&${query}`;
  const cases: [string, string][] = [
    ...['', '&sort=placed', '&sort=-total', '&sort=total', '&sort=buyer', '&sort=-paid'].map(
      (sort): [string, string] => [`list${sort}`, list(sort.slice(1))],
    ),
    ...['to_pay', 'hold_ended', 'paid', 'refunded'].flatMap((state): [string, string][] => [
      [`list, state=${state}`, list(`state=${state}`)],
      [`list, state=${state}, sort=-total`, list(`state=${state}&sort=-total`)],
    ]),
    ['list, unshipped=yes, sort=paid', list('unshipped=yes&sort=paid')],
    ['list, unshipped=overdue', list('unshipped=overdue')],
    ['list, buyer by email', list('buyer=buyer-7@bench.example.com')],
    ['list, buyer by email, sort=-total', list('buyer=buyer-7@bench.example.com&sort=-total')],
    ['list, buyers by name', list('buyer=buyer%2099')],
    ['list, part', list(`part=${sku}`)],
    ['list, part, sort=total', list(`part=${sku}&sort=total`)],
    ['list, from a day on', list(`from=${day}`)],
    ['list, from a day on, sort=-total', list(`from=${day}&sort=-total`)],
    ['list, until a day', list(`until=${day}`)],
    ['list, from a day on, paid, one buyer', list(`from=${day}&state=paid&buyer=buyer-7@bench.example.com`)],
    ['list, behind an entry', list(`after=${id}`)],
    ['list, behind an entry, sort=-total', list(`after=${id}&sort=-total`)],
    ['search, number', list(`q=NB-${number}`)],
    ['search, id', list(`q=${id}`)],
    ['search, payment', list(`q=${transaction}`)],
    ['search, SKU', list(`q=${sku}`)],
    ['search, nothing found', list('q=nowhere')],
    ['summary, all', '/desk/purchases/summary'],
    ['summary, paid', '/desk/purchases/summary?state=paid'],
    ['summary, from a day on', `/desk/purchases/summary?from=${day}`],
    ['summary, one buyer', '/desk/purchases/summary?buyer=buyer-7@bench.example.com'],
    ['mails not sent', '/desk/mails?limit=50'],
  ];
  return [
    ['overview', '/desk/overview'],
    ['overview, best parts of 90 days', '/desk/overview?days=90'],
    ...cases,
  ];
}
