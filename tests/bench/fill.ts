import type pg from 'pg';
import { answerWithin, LONG_ANSWER_MS } from '../../server/database/connection.ts';
import { withoutIndexes } from '../fixtures/without-indexes.ts';

/**
 * Fills a shop by SQL up to a number of products and orders, with the same rows that the shop itself
 * writes: products of many names and prices, orders of the last two years by a thousand buyers, nearly all of them paid,
 * with their payments and their entries in the log. Ids are of the time of the row, as the shop's are.
 * `events` are entries that the log has at least: more of them than the orders have are of orders of before.
 * @param minutes since when there are orders, one a minute; without it they end some weeks ago
 */
export async function fillTo(
  pool: pg.Pool,
  size: { products: number; orders: number; events?: number },
  minutes = TWO_YEARS,
): Promise<void> {
  const client = await pool.connect();
  answerWithin(client, LONG_ANSWER_MS);
  try {
    // Consistent rows, so constraints are not checked one by one, and commits do not wait for the disk.
    await client.query(
      'set statement_timeout = 0; set synchronous_commit = off; set session_replication_role = replica',
    );
    await client.query(HELPERS);
    await client.query(PEOPLE);
    await client.query(PRODUCTS, [size.products]);
    await client.query(ORDERS, [size.orders, minutes]);
    for (const statement of COUNTERS) await client.query(statement);
    for (const statement of SHIPPED) await client.query(statement);
    await client.query(PAYMENTS);
    for (const statement of INVOICES) await client.query(statement);
    await client.query(EVENTS);
    await client.query(STOCK);
    if (size.events) await fillLog(client, size.events);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    // Ending the connection removes its settings and temporary functions.
    client.release(true);
  }
}

const TWO_YEARS = 730 * 24 * 60;

/**
 * Fills the log up to a number of entries with those of orders of the ten years before: placed, and not paid for. Its primary
 * key is built anew behind it, too.
 */
function fillLog(client: pg.PoolClient, entries: number): Promise<void> {
  return withoutIndexes(client, 'events', async () => {
    await client.query('alter table events drop constraint events_pkey');
    await client.query(OLD_EVENTS, [entries]);
    await client.query('alter table events add primary key (id)');
  });
}

/** SQL for a UUIDv7 of a time and a number. */
const HELPERS = `
  create or replace function pg_temp.id_at(at timestamptz, n bigint) returns uuid language sql immutable as $$
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' ||
      lpad(to_hex(n % 4096), 3, '0') || '8' || substr(md5(n::text), 1, 15))::uuid
  $$`;

const PEOPLE = `
  insert into users (id, name, email)
  select pg_temp.id_at(now() - interval '3 years', n), 'Buyer ' || n, 'buyer-' || n || '@bench.example.com'
  from generate_series(1, 1000) n on conflict do nothing`;

const PRODUCTS = `
  insert into products (id, name, image, short_details, min_order, available, price_micros, changed_at, created_at)
  select pg_temp.id_at(now() - interval '3 years' + n * interval '1 second', n),
    (array['Processor','Mainboard','Memory Module','Solid State Drive','Hard Disk','Power Supply','Fan','Case',
      'Network Card','Host Bus Adapter','Graphics Card','Riser Cable'])[1 + n % 12] || ' ' ||
      (array['NB','KX','TR','VL','QS'])[1 + n % 5] || '-' || n,
    '/images/fan-120-pwm.webp',
    'Part ' || n || ' of series ' || n % 97 || ', ' || (array['PCIe 4.0','PCIe 5.0','DDR5','SATA','SAS','USB'])[1 + n % 6]
      || ', for servers and workstations, boxed by ' || 10 * (1 + n % 9),
    100, 1000000, (500 + (n * 7919) % 400000) * 10000, now() - interval '1 day', now() - interval '3 years'
  from generate_series((select count(*) from products) + 1, $1::bigint) n`;

/** Purchases of one line with the same id. */
const ORDERS = `
  with chosen as (
    select id, name, price_micros, row_number() over () - 1 as k from (select * from products order by id limit 20000) p
  ), buyers as (
    select id, name, email, row_number() over (order by id) - 1 as k from users where email like 'buyer-%@bench.example.com'
  ), numbers as (
    select n, n % (select count(*) from chosen) as product,
      -- The first ones are of few, who have a full page of them in a small shop, too.
      n % (case when n <= 1000 then 20 else 1000 end) as buyer,
      now() + make_interval(mins => (n - $2)::int) as at
    from generate_series((select count(*) from orders) + 1, $1::bigint) n
  ), made as (
    select pg_temp.id_at(at, n) as id, at, n % 100 > 0 as is_paid, n, b.id as user_id, b.name as buyer_name, b.email,
      s.id as product_id, s.name, price_micros, price_micros / 100 as cents
    from numbers join chosen s on s.k = product join buyers b on b.k = buyer
  ), purchases as (
    insert into purchases (id, user_id, buyer_name, buyer_email, shipping_address, phone, state, total_cents, placed_at, paid_at,
      transaction_id)
    select id, user_id, buyer_name, email, '1 Dock Road', '+1 555 0100', case when is_paid then 'paid' else 'released' end,
      cents, at, case when is_paid then at + interval '5 minutes' end, case when is_paid then 'pi_bench_' || n end
    from made
  )
  insert into orders (id, purchase_id, line_no, product_id, product_name, unit_price_micros, quantity, total_cents, available,
    created_at)
  select id, id, 1, product_id, name, price_micros, 100, cents, 1000000, at from made`;

/** Counters that triggers maintain; these do not run here. */
const COUNTERS = [
  `update users set unpaid_orders = purchases, held_cents = cents from unpaid_of_buyers where user_id = users.id`,
  `update users set paid_cents = paid, unpaid_cents = unpaid from sums_of_buyers where user_id = users.id`,
];

/** One of 500 paid ones is to ship, all others have left. */
const SHIPPED = [
  `update orders set shipped_quantity = quantity from purchases
  where purchases.id = purchase_id and state = 'paid' and number % 500 <> 0 and shipped_quantity = 0`,
  `update purchases set unshipped_pieces = unshipped, to_ship_pieces = to_ship, shipped_pieces = shipped
  from (select id as counted, pieces.* from purchases, pieces_of(id, state) as pieces where state = 'paid') as counts
  where id = counted and shipped_pieces + to_ship_pieces = 0`,
  `insert into shipments (id, purchase_id, actor, created_at)
  select id, id, 'admin@example.com', paid_at + interval '1 day' from purchases where shipped_pieces > 0 on conflict do nothing`,
  `update purchases set shipments_count = 1, shipment_lines_count = 1 where shipped_pieces > 0 and shipments_count = 0`,
  `insert into shipment_lines (shipment_id, order_id, quantity)
  select purchase_id, id, shipped_quantity from orders where shipped_quantity > 0 on conflict do nothing`,
];

const PAYMENTS = `
  insert into payments (id, intent_id, user_id, purchase_id, amount_cents, currency, state, created_at, settled_at)
  select gen_random_uuid(), transaction_id, user_id, id, total_cents, 'usd', 'succeeded', placed_at, paid_at
  from purchases where state = 'paid' and not exists (select from payments p where p.purchase_id = purchases.id)`;

/** The last numbers are those of the triggers that do not run here. */
const INVOICES = [
  `insert into invoices (number, purchase_id, issued_at, facts)
  select (select last from document_counters where kind = 'invoice') + row_number() over (order by paid_at, number), id, paid_at,
    invoice_facts(id)
  from purchases where state = 'paid' and not exists (select from invoices where purchase_id = purchases.id)`,
  `update document_counters set last = (select count(*) from invoices) where kind = 'invoice'`,
];

const EVENTS = `
  insert into events (id, at, kind, actor, order_id, product_id, stock_change)
  select pg_temp.id_at(o.created_at, row_number() over ()), o.created_at, kind, buyer_email, o.id, product_id,
    case kind when 'order_placed' then -quantity when 'hold_ended' then quantity end
  from orders o join purchases p on p.id = purchase_id cross join (values ('order_placed'), ('order_paid'), ('hold_ended')) k (kind)
  where (kind = 'order_placed' or (kind = 'order_paid') = (state = 'paid'))
    and not exists (select from events e where e.order_id = o.id)`;

/** Two entries of each order: what they change of the stock comes to nothing. `uuidv7` is PostgreSQL 18's, and takes a distance from now. */
const OLD_EVENTS = `
  with chosen as (select array_agg(id order by id) as ids from (select id from products order by id limit 20000) p),
  missing as (select greatest(0, $1::bigint - (select count(*) from events)) / 2 as orders)
  insert into events (id, at, kind, actor, order_id, product_id, stock_change)
  select uuidv7(ago), now() + ago, kind, 'buyer-' || n % 1000 || '@bench.example.com', order_id,
    ids[1 + n % array_length(ids, 1)], change
  from missing, chosen, generate_series(1, missing.orders) n,
    lateral (select interval '10 years' * (n::float8 / missing.orders) - interval '12 years' as ago) as moment,
    lateral (select uuidv7(ago) as order_id) as one,
    (values ('order_placed', -100), ('hold_ended', 100)) as entries (kind, change)`;

/** Restocks the products, and writes the stock movements. */
const STOCK = `
  with ledger as (
    select products.id, coalesce(sum(stock_change), 0)::int as balance
    from products left join events on events.product_id = products.id group by products.id
  ), filled as (
    insert into events (id, kind, actor, product_id, stock_change)
    select pg_temp.id_at(now(), row_number() over ()), 'product_changed', 'shop', id, 1000000 - balance
    from ledger where balance <> 1000000
  )
  update products set available = 1000000 where available <> 1000000`;
