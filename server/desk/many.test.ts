import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { addProduct } from '../../tests/fixtures/purchases.ts';
import { startTestShop } from '../../tests/testing.ts';

/** More than are looked up before a query. */
const MANY = 550;

const shop = await startTestShop();
const admin = await shop.signInAdmin();
const product = await addProduct(shop.database, 0);
await shop.database.pool.query(
  `with people as (
     insert into users (id, name, email)
     select gen_random_uuid(), 'Buyer ' || n, 'bulk' || n || '@acme.example' from generate_series(1, $1::int) n
     returning id, name, email
   ), placed as (
     insert into purchases (id, user_id, buyer_name, buyer_email, shipping_address, phone, state, total_cents, placed_at,
       po_number)
     select gen_random_uuid(), id, name, email, '1 Dock Road', '+1 555 0100', 'released', 25000, now(), 'SAME' from people
     returning id, placed_at
   )
   insert into orders (id, purchase_id, line_no, product_id, product_name, unit_price_micros, quantity, total_cents,
     available, created_at)
   select id, id, 1, $2, 'A part', 2500000, 100, 25000, 0, placed_at from placed`,
  [MANY, product],
);
after(() => shop.close());

const get = async (path: string) =>
  (await shop.call(`GET /desk/purchases${path}`, { token: admin.token })).body;

describe('a filter that many buyers or purchases have', () => {
  for (const filter of ['buyer=bulk', 'buyer=@acme.example', 'q=same'])
    test(`leaves none out: ${filter}`, async () => {
      assert.deepEqual(await get(`/summary?${filter}`), {
        ...{ purchases: MANY, orders: MANY, total: MANY * 250, isMore: false },
      });
      const whole = await get(`?${filter}&sort=buyer`);
      assert.equal(whole.length, MANY);
      assert.deepEqual(
        await get(`?${filter}&sort=buyer&limit=2&after=${whole[MANY - 3]._id}`),
        whole.slice(-2),
      );
      const csv: string = await get(`/export?${filter}`);
      assert.equal(csv.trim().split('\r\n').length, 1 + MANY);
    });

  test('finds a part of an address with an @, and by a whole one nobody else', async () => {
    const emails = async (buyer: string) =>
      (await get(`?${new URLSearchParams({ buyer })}`)).map(({ email }: { email: string }) => email);
    assert.deepEqual(await emails('Bulk7@acme'), ['bulk7@acme.example']);
    assert.deepEqual(await emails('k77@acme.example'), ['bulk77@acme.example']);
    assert.deepEqual(await emails(' BULK7@acme.example'), ['bulk7@acme.example']);
    await shop.database.pool.query(
      `update purchases set buyer_email = '7@acme.example' where buyer_email = 'bulk8@acme.example'`,
    );
    assert.deepEqual(await emails('7@acme.example'), ['7@acme.example']);
    assert.deepEqual(await emails('nobody@acme.example'), []);
  });
});
