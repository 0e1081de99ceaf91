import { answerWithin, LONG_ANSWER_MS } from '../../server/database/connection.ts';
import type { TestDatabase } from '../fixtures/database.ts';
import { createTestClient } from '../test-client.ts';
import { Connection, requestBytes } from './connection.ts';
import { fillLedger, fillTo } from './fill.ts';
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
  /** Of one product. */
  movements: number;
  samples: number;
}

/** Measures what staff look at in a large shop: the overview, the list of purchases by each filter and order, stock and log. */
export async function measureDesk(
  database: TestDatabase,
  { samples, movements, ...size }: DeskSizes,
  env: Record<string, string>,
  say: (line: string) => void,
): Promise<DeskRow[]> {
  await (await startShopProcess(database.url, env)).stop();
  say(`filling a shop with ${size.products} products and ${size.orders} orders`);
  // The last order was placed a minute ago, so today has as many as any day.
  await fillTo(database.pool, size, size.orders);
  await addNumbers(database);
  await addCustomers(database, size.orders / 10);
  const { rows: products } = await database.pool.query(
    'select id from products order by id offset 9 limit 1',
  );
  await fillLedger(database.pool, products[0].id, movements);
  const { origin, stop } = await startShopProcess(database.url, env);
  try {
    const { token } = await createTestClient(origin).signInAdmin();
    say('waiting for the figures of all days');
    await keepDays(database);
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    const rows: DeskRow[] = [];
    for (const [call, path] of await callsOf(database, products[0].id)) {
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

/** PO numbers, some of which many purchases have; parts below their reorder points; bins. */
async function addNumbers({ pool }: TestDatabase): Promise<void> {
  const client = await pool.connect();
  answerWithin(client, LONG_ANSWER_MS);
  try {
    await client.query('set statement_timeout = 0');
    for (const statement of NUMBERS) await client.query(statement);
    await client.query('vacuum analyze');
  } finally {
    // Ending the connection removes its settings.
    client.release(true);
  }
}

const NUMBERS = [
  `update purchases set po_number = case number % 40 when 0 then 'PO-SAME' else 'PO-' || number end where number % 10 = 0`,
  `update products set bin = 'A-' || right(md5(id::text), 4),
     reorder_point = case when strpos(md5(id::text), '0') = 1 then 1100000 else 100 end`,
];

/**
 * People besides those who buy, with what their counters say that they have paid and owe. One in three has a session, the others were
 * seen before.
 */
async function addCustomers({ pool }: TestDatabase, people: number): Promise<void> {
  const client = await pool.connect();
  answerWithin(client, LONG_ANSWER_MS);
  try {
    await client.query('set statement_timeout = 0');
    await client.query(
      `insert into users (id, name, email, paid_cents, unpaid_cents, seen_at)
       select gen_random_uuid(), 'Customer ' || md5(n::text), 'customer-' || n || '@bench.example.com', n * 7919 % 9999999,
         case when n % 10 = 0 then n * 31 % 99999 else 0 end, now() - make_interval(mins => n)
       from generate_series(1, $1::int) as n`,
      [people],
    );
    await client.query(
      `insert into sessions (id, user_id, token, expires_at, updated_at)
       select gen_random_uuid(), id, id::text, now() + interval '30 days', seen_at
       from users where email like 'customer-%' and paid_cents % 3 = 0`,
    );
    await client.query('vacuum analyze users');
    await client.query('vacuum analyze sessions');
  } finally {
    client.release(true);
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
async function callsOf({ pool }: TestDatabase, product: string): Promise<[call: string, path: string][]> {
  const { rows } = await pool.query(`
    select id, number, transaction_id, user_id, (
      select sku from products join orders on product_id = products.id where purchase_id = purchases.id limit 1
    ) as sku
    from purchases where state = 'paid' order by id desc offset 500 limit 1`);
  const { id, number, transaction_id: transaction, user_id: buyer, sku } = rows[0];
  const day = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  const list = (query: string) => `/desk/purchases?limit=50&${query}`;
  return [
    ['overview', '/desk/overview'],
    ['overview, best parts of 90 days', '/desk/overview?days=90'],
    ...['', '&sort=placed', '&sort=-total', '&sort=total', '&sort=buyer', '&sort=-paid'].map(
      (sort): [string, string] => [`list${sort}`, list(sort.slice(1))],
    ),
    ...['to_pay', 'hold_ended', 'paid', 'refunded'].flatMap((state): [string, string][] => [
      [`list, state=${state}`, list(`state=${state}`)],
      [`list, state=${state}, sort=-total`, list(`state=${state}&sort=-total`)],
    ]),
    ['list, unshipped=yes, sort=paid', list('unshipped=yes&sort=paid')],
    ['list, unshipped=overdue', list('unshipped=overdue')],
    ['list, unshipped=overdue, sort=-total', list('unshipped=overdue&sort=-total')],
    ['list, refund=owed', list('refund=owed')],
    ['list, refund=owed, sort=-total', list('refund=owed&sort=-total')],
    ['list, buyer by email', list('buyer=buyer-7@bench.example.com')],
    ['list, buyer by email, sort=-total', list('buyer=buyer-7@bench.example.com&sort=-total')],
    ['list, buyers by name', list('buyer=buyer%2099')],
    ['list, buyers by a part of the address, all', list('buyer=@bench.example')],
    ['list, buyers by name, none', list('buyer=zzzz')],
    ['list, part', list(`part=${sku}`)],
    ['list, part, sort=total', list(`part=${sku}&sort=total`)],
    ['list, part, state=hold_ended', list(`part=${sku}&state=hold_ended`)],
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
    ['search, PO number', list(`q=po-${number - (number % 40) + 10}`)],
    ['search, PO number of many', list('q=po-same')],
    ['search, PO number of many, unpaid', list('q=po-same&state=hold_ended&sort=-total')],
    ['search, nothing found', list('q=nowhere')],
    ['summary, all', '/desk/purchases/summary'],
    ['summary, paid', '/desk/purchases/summary?state=paid'],
    ['summary, from a day on', `/desk/purchases/summary?from=${day}`],
    ['summary, one buyer', '/desk/purchases/summary?buyer=buyer-7@bench.example.com'],
    ...['', '&sort=name', '&sort=-total', '&sort=-unpaid', '&sort=-seen', '&sort=seen'].map(
      (sort): [string, string] => [`customers${sort}`, `/desk/customers?limit=50${sort}`],
    ),
    ['customers by words, sort=name', '/desk/customers?limit=50&q=cust%2099&sort=name'],
    ['customers by words, none', '/desk/customers?limit=50&q=zzzz&sort=-total'],
    ['customers, state=unpaid', '/desk/customers?limit=50&state=unpaid'],
    ['customers behind an entry, sort=-total', `/desk/customers?limit=50&sort=-total&after=${buyer}`],
    ['mails not sent', '/desk/mails?limit=50'],
    ...(await ledgerCalls(pool, product)),
    ['stock', '/stock?limit=50'],
    ['stock by bin', '/stock?limit=50&sort=bin'],
    ['stock that runs out', '/stock?limit=50&short=1'],
    ...['orders', 'payments', 'stock', 'people', 'reconciliation'].map((kind): [string, string] => [
      `log, kind=${kind}`,
      `/events?limit=50&kind=${kind}`,
    ]),
    ['log', '/events?limit=50'],
    ['log of a purchase', `/events?limit=50&order=NB-${number}`],
    ['log of a person', '/events?limit=50&person=buyer-7@bench.example.com'],
    ['log of the product with many movements', `/events?limit=50&product=${product}`],
  ];
}

/** Pages of the ledger with many movements: its first one, one behind a tenth of them, and its last one. */
async function ledgerCalls(pool: TestDatabase['pool'], product: string): Promise<[string, string][]> {
  const path = `/products/${product}/stock?limit=50`;
  const behind = async (part: number) => {
    const { rows } = await pool.query(
      `select id from events where product_id = $1 and stock_change is not null order by id desc
       offset (select $2::float8 * count(*) from events where product_id = $1 and stock_change is not null)::int limit 1`,
      [product, part],
    );
    return `${path}&after=${rows[0].id}`;
  };
  return [
    ['ledger', path],
    ['ledger, behind a tenth', await behind(0.1)],
    ['ledger, its last page', await behind(0.9999)],
  ];
}
