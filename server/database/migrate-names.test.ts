import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { onOneLine } from '#contract/blank.ts';
import { createTestDatabase } from '../../tests/fixtures/database.ts';

/** Puts names on one line. It may run again, so it is run on tables of now. */
const MIGRATION = new URL('migrations/0085-names-on-one-line.sql', import.meta.url);
/** More than two of the pages in which people are changed. */
const PEOPLE = 1_100;
const NAME = 'A\r\nB\tC\u0085D\u2028E\u2029F\u0001G \u007f';
const FOLDED = 'A B C D E F G';

const database = await createTestDatabase();
const { pool } = database;
after(() => database.drop());

/** The values of a column, each once. */
async function valuesOf(table: string, column: string): Promise<string[]> {
  const { rows } = await pool.query(`select distinct ${column} as value from ${table} order by 1`);
  return rows.map(({ value }) => value);
}

test('names that were stored with line breaks are put on one line, and others stay', async () => {
  assert.equal(onOneLine(NAME).trim(), FOLDED);
  await pool.query(
    `insert into users (id, name, email) select uuidv7(), case when n = 1 then 'Ünal  (Grace)' else $2 end, n || '@example.com'
     from generate_series(1, $1::int) n`,
    [PEOPLE, NAME],
  );
  await pool.query(
    `insert into reviews (id, name, email, rating, description) values (uuidv7(), $1, 'a@example.com', 5, E'two\\nlines')`,
    [NAME],
  );
  await pool.query(
    `insert into products (id, name, image, short_details, min_order, available, price_micros, maker, package_name, package_pieces)
     values (uuidv7(), $1, '/images/x.webp', E'two\\nlines', 100, 1000, 10000, $1, $1, 10)`,
    [NAME],
  );
  await pool.query(
    `with placed as (
       insert into purchases (id, buyer_name, buyer_email, shipping_address, phone, state, total_cents, held_until)
       values (uuidv7(), $1, 'a@example.com', E'1 Dock Road\\nOakland', '', 'held', 100, now() + interval '1 day') returning id
     )
     insert into orders (id, purchase_id, line_no, product_id, product_name, unit_price_micros, quantity, total_cents, available)
     select uuidv7(), placed.id, 1, products.id, $1, 10000, 100, 100, 1000 from placed, products`,
    [NAME],
  );
  await pool.query(await readFile(MIGRATION, 'utf8'));
  assert.deepEqual(await valuesOf('users', 'name'), [FOLDED, 'Ünal  (Grace)']);
  for (const [table, column] of [
    ['reviews', 'name'],
    ['products', 'name'],
    ['products', 'maker'],
    ['products', 'package_name'],
    ['purchases', 'buyer_name'],
    ['orders', 'product_name'],
  ] as const)
    assert.deepEqual(await valuesOf(table, column), [FOLDED], `${column} of ${table}`);
  assert.deepEqual(await valuesOf('reviews', 'description'), ['two\nlines']);
  assert.deepEqual(await valuesOf('purchases', 'shipping_address'), ['1 Dock Road\nOakland']);
});
