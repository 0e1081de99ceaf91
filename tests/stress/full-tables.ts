import type pg from 'pg';
import { answerWithin, LONG_ANSWER_MS } from '../../server/database/connection.ts';
import { withoutIndexes } from '../fixtures/without-indexes.ts';

/** Lines of a purchase, and purchases of one that has a shipment. */
const [LINES, SHIPPED_OF] = [20, 10];
export const PEOPLE = 1000;
const PARTS = 1000;

/** An id that grows with its number: `kind` is a hexadecimal digit. */
const id = (kind: string, n: string) =>
  `('01900000-000${kind}-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
export const personId = (n: string) => id('1', n);
export const partId = (n: string) => id('2', n);
const purchaseId = (n: string) => id('3', n);
const lineId = (n: string) => id('4', n);

/**
 * Fills a shop of migration 0053 with so many lines of orders and as many entries of the log: paid purchases, some of them with
 * shipments.
 */
export async function fillTables(pool: pg.Pool, rows: number): Promise<void> {
  const client = await pool.connect();
  answerWithin(client, LONG_ANSWER_MS);
  try {
    await client.query(
      'set statement_timeout = 0; set synchronous_commit = off; set session_replication_role = replica',
    );
    await client.query(`
      insert into users (id, name, email)
      select ${personId('n')}, 'Buyer ' || n, 'buyer-' || n || '@example.com' from generate_series(1, ${PEOPLE}) n`);
    await client.query(`
      insert into products (id, name, image, short_details, min_order, available, price_micros)
      select ${partId('n')}, 'Part ' || n, '/images/x.webp', 'A part', 1, 1000000000, 10000 from generate_series(1, ${PARTS}) n`);
    const purchases = Math.ceil(rows / LINES);
    await client.query(
      `insert into purchases (id, number, user_id, buyer_name, buyer_email, shipping_address, phone, state, total_cents, placed_at, paid_at,
         transaction_id, shipped_pieces)
       select ${purchaseId('n')}, n, ${personId(`1 + n % ${PEOPLE}`)}, 'Buyer', 'buyer-' || 1 + n % ${PEOPLE} || '@example.com', '1 Dock Road',
         '+1 555 0100', 'paid', ${LINES * 100}, now(), now(), 'pi_' || n, ${LINES * 100}
       from generate_series(1, $1::int) n`,
      [purchases],
    );
    await client.query("select setval('order_numbers', $1)", [purchases]);
    await withoutIndexes(client, 'orders', () =>
      client.query(
        `insert into orders (id, purchase_id, line_no, product_id, product_name, unit_price_micros, quantity, total_cents, available,
           shipped_quantity)
         select ${lineId('n')}, ${purchaseId(`1 + (n - 1) / ${LINES}`)}, 1 + (n - 1) % ${LINES}, ${partId(`1 + n % ${PARTS}`)}, 'Part', 10000,
           100, 100, 1000000, 100
         from generate_series(1, $1::int) n`,
        [rows],
      ),
    );
    await withoutIndexes(client, 'events', () =>
      client.query(
        `insert into events (id, kind, actor, order_id, product_id, stock_change)
         select ${id('5', 'n')}, 'order_placed', 'buyer-' || 1 + n % ${PEOPLE} || '@example.com', ${lineId('n')},
           ${partId(`1 + n % ${PARTS}`)}, -100
         from generate_series(1, $1::int) n`,
        [rows],
      ),
    );
    await client.query(
      `insert into shipments (id, purchase_id, actor)
       select id, id, 'staff@example.com' from purchases where number % ${SHIPPED_OF} = 0`,
    );
    await client.query(
      `insert into shipment_lines (shipment_id, order_id, quantity)
       select orders.purchase_id, orders.id, quantity from orders join shipments on shipments.purchase_id = orders.purchase_id`,
    );
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}
