import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { catalogue } from '#content/catalogue.ts';
import { signUpStaff } from '../../tests/fixtures/accounts.ts';
import { orderFor, startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';

const shop = await startTestShop();
const admin = await shop.signInAdmin();
after(() => shop.close());

const part = {
  name: 'Riser Card PCIe 4.0 x16',
  image: '/images/x.webp',
  shortDetails: 'A riser of 150 mm.',
  minOrder: 120,
  available: 900,
  price: 17.35,
};

/** What a product has that was added with the specification's fields only. */
const plain = {
  ...{ multiple: 1, priceBreaks: [] },
  ...{ attributes: [], lifecycle: 'active', images: [part.image], revision: 1 },
  ...{ attachments: [], substitutes: [] },
};

async function add(overrides: object = {}): Promise<string> {
  const answer = await shop.call('POST /products', { token: admin.token, body: { ...part, ...overrides } });
  assert.equal(answer.status, 201);
  return answer.body.insertedId;
}

describe('the catalogue', () => {
  test('[S7.1, S3.1] lists the demo catalogue, oldest first, without an account', async () => {
    const { body, headers } = await shop.call('GET /products');
    assert.deepEqual(
      body.map(({ sku }: { sku: string }) => sku),
      catalogue.map(({ sku }) => sku),
    );
    assert.equal(headers.get('x-total-count'), String(catalogue.length));
    assert.equal(body[0].name, 'NB-C8 Desktop Processor, 8 cores, 4.7 GHz');
    const { _id, name, image, shortDetails, minOrder, available, price } = body[0];
    for (const text of [_id, name, image, shortDetails]) assert.equal(typeof text, 'string');
    for (const number of [minOrder, available, price]) assert.ok(number > 0);
  });

  test('answers 304 to a client that has the current version', async () => {
    const etag = (await shop.call('GET /products')).headers.get('etag')!;
    assert.equal((await shop.call('GET /products', { headers: { 'if-none-match': etag } })).status, 304);
    await add();
    assert.equal((await shop.call('GET /products', { headers: { 'if-none-match': etag } })).status, 200);
  });

  test('an unknown or malformed id answers 404', async () => {
    assert.equal((await shop.call('GET /products/00000000-0000-7000-8000-000000000000')).status, 404);
    assert.equal((await shop.call("GET /products/1'%20or%201=1")).status, 404);
  });

  test('search finds every word in any case, sort orders, limit and after page', async () => {
    const { body } = await shop.call('GET /products?q=DDR5%20rDimm&sort=price');
    assert.deepEqual(
      body.map((product: { price: number }) => product.price),
      catalogue
        .filter(
          ({ name, shortDetails }) => /ddr5/i.test(name + shortDetails) && /rdimm/i.test(name + shortDetails),
        )
        .map(({ price }) => price)
        .sort((a, b) => a - b),
    );
    const all = (await shop.call('GET /products?sort=-price')).body;
    const piece = await shop.call(`GET /products?sort=-price&limit=2&after=${all[0]._id}`);
    assert.deepEqual(piece.body, all.slice(1, 3));
  });
});

describe('the supplier', () => {
  test('[S7.3, S7.2] adds a product, which everyone sees at once', async () => {
    const id = await add({ name: 'Added' });
    const { sku, ...added } = (await shop.call(`GET /products/${id}`)).body;
    assert.match(sku, /^P-\d{6}$/);
    assert.deepEqual(added, { _id: id, ...part, ...plain, name: 'Added' });
    assert.equal((await shop.call('GET /products')).body.at(-1)._id, id);
  });

  const required: [field: string, message: string, code: string][] = [
    ['name', 'Product name is Required', 'product_name_required'],
    ['image', 'Product Image is Required', 'product_image_required'],
    ['shortDetails', 'Short Details is Required', 'short_details_required'],
    ['minOrder', 'Min. Quantity is Required', 'min_quantity_required'],
    ['available', 'Available Quantity is Required', 'available_required'],
    ['price', 'Price is Required', 'price_required'],
  ];
  for (const [field, message, code] of required) {
    test(`[S5.12, S5.13, S5.14, S5.15, S5.16, S5.17] a product without ${field} is refused with '${message}'`, async () => {
      const answer = await shop.call('POST /products', {
        token: admin.token,
        body: { ...part, [field]: undefined },
      });
      assert.equal(answer.status, 400);
      assert.deepEqual(answer.body.errors, [{ field, message, code }]);
    });
  }

  test('an image is an http(s) address or an uploaded picture', async () => {
    for (const image of [
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      '//evil.example/x',
      '/products',
      'x.png',
    ]) {
      const answer = await shop.call('POST /products', { token: admin.token, body: { ...part, image } });
      assert.equal(answer.status, 400, image);
    }
    await add({ image: 'https://images.example.com/a.jpg?b=c' });
  });

  test('the same Idempotency-Key adds one product, with another body 409', async () => {
    const headers = { 'idempotency-key': 'add-once' };
    const body = { ...part, name: 'Once' };
    const answers = await Promise.all(
      [1, 2, 3].map(() => shop.call('POST /products', { token: admin.token, body, headers })),
    );
    const ids = new Set(answers.map((answer) => answer.body.insertedId));
    assert.equal(ids.size, 1);
    const { body: found } = await shop.call('GET /products?q=Once');
    assert.equal(found.length, 1);
    const other = await shop.call('POST /products', {
      token: admin.token,
      body: { ...body, price: 1 },
      headers,
    });
    assert.equal(other.status, 409);
  });

  test('restocks, reprices and corrects; each change is in the log with its stock', async () => {
    const id = await add();
    const change = { available: 1500, price: 18 };
    assert.deepEqual((await shop.call(`PATCH /products/${id}`, { token: admin.token, body: change })).body, {
      modifiedCount: 1,
    });
    const { sku: _sku, ...changed } = (await shop.call(`GET /products/${id}`)).body;
    assert.deepEqual(changed, { _id: id, ...part, ...plain, ...change, revision: 2 });
    const { body: events } = await shop.call(`GET /events?product=${id}`, { token: admin.token });
    assert.deepEqual(
      events.map(({ kind, stockChange }: { kind: string; stockChange: number }) => [kind, stockChange]),
      [
        ['product_changed', 600],
        ['product_added', 900],
      ],
    );
    assert.equal((await shop.call(`PATCH /products/${id}`, { token: admin.token, body: {} })).status, 400);
    assert.equal(
      (await shop.call(`PATCH /products/${id}`, { token: admin.token, body: { price: 0 } })).status,
      400,
    );
  });

  test('the revision counts changes by admins, not orders and not changes to the same value', async () => {
    const id = await add();
    const revision = async () => (await shop.call(`GET /products/${id}`)).body.revision;
    const change = (body: object) => shop.call(`PATCH /products/${id}`, { token: admin.token, body });
    assert.equal(await revision(), 1);
    const order = orderFor({ ...part, _id: id }, admin);
    assert.equal((await shop.call('POST /orders', { token: admin.token, body: order })).status, 201);
    assert.equal((await change({ name: part.name, price: part.price })).status, 200);
    assert.equal(await revision(), 1);
    assert.equal((await change({ price: 18, revision: 1 })).status, 200);
    assert.equal((await change({ maker: 'Northbridge' })).status, 200);
    assert.equal(await revision(), 3);

    const { status, body } = await change({ price: 19, revision: 2 });
    assert.deepEqual([status, body.code, body.params], [409, 'changed_meanwhile', { revision: 3 }]);
    assert.equal((await shop.call(`GET /products/${id}`)).body.price, 18);
    assert.equal((await change({ revision: 3 })).body.errors[0].code, 'no_change');
    for (const wrong of [0, 1.5, '3', null])
      assert.equal((await change({ price: 19, revision: wrong })).body.errors[0].code, 'revision');
  });

  test('of two changes of the same revision at once, one is refused', async () => {
    const id = await add();
    const { pool } = shop.database;
    const before = await pool.connect();
    try {
      await before.query('begin');
      await before.query('select from products where id = $1 for update', [id]);
      const changes = [18, 19].map((price) =>
        shop.call(`PATCH /products/${id}`, { token: admin.token, body: { price, revision: 1 } }),
      );
      await shop.database.untilWaiting(2);
      await before.query('commit');
      const statuses = (await Promise.all(changes)).map(({ status }) => status);
      assert.deepEqual(statuses.sort(), [200, 409]);
    } finally {
      before.release();
    }
  });

  test('a product that no card can pay for is refused; an existing one can be corrected', async () => {
    const refused = async (route: string, body: object, field: string) => {
      const answer = await shop.call(route, { token: admin.token, body });
      assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_input']);
      assert.deepEqual(
        answer.body.errors.map((error: { field: string }) => error.field),
        [field],
      );
      assert.match(answer.body.detail, /^The smallest order, [\d,]+ pieces, comes to \$/);
    };
    await refused('POST /products', { ...part, price: 9000 }, 'price');
    const id = await add({ price: 8000 });
    await refused(`PATCH /products/${id}`, { price: 9000 }, 'price');
    await refused(`PATCH /products/${id}`, { minOrder: 125 }, 'price');
    await refused(`PATCH /products/${id}`, { minOrder: 125, price: 9000 }, 'price');
    const { body: unchanged } = await shop.call(`GET /products/${id}`);
    assert.deepEqual([unchanged.price, unchanged.minOrder], [8000, 120]);

    await shop.database.pool.query('update products set min_order = 5000 where id = $1', [id]);
    const change = async (body: object) =>
      (await shop.call(`PATCH /products/${id}`, { token: admin.token, body })).status;
    assert.equal(await change({ name: 'Other name', available: 9000 }), 200);
    assert.equal(await change({ price: 7000 }), 400);
    assert.equal(await change({ minOrder: 120 }), 200);
  });

  test('price breaks start above the minimum and each other, and cost less; so they do after any change', async () => {
    const breaks = [
      { from: 500, price: 16.25 },
      { from: 1000, price: 15.123456 },
    ];
    const id = await add({ multiple: 20, priceBreaks: breaks });
    const { body } = await shop.call(`GET /products/${id}`);
    assert.deepEqual([body.multiple, body.priceBreaks], [20, breaks]);
    const refused = async (change: object, field: string, detail: string) => {
      const answer = await shop.call(`PATCH /products/${id}`, { token: admin.token, body: change });
      assert.deepEqual([answer.status, answer.body.errors?.[0]?.field], [400, `priceBreaks.${field}`]);
      assert.equal(answer.body.detail, detail);
    };
    const message = (from: string, above: string, below: string) =>
      `The price break from ${from} pcs has to start above ${above} pcs and cost less than ${below} each.`;
    await refused({ price: 16.25 }, '0.price', message('500', '120', '$16.25'));
    await refused({ minOrder: 490 }, '0.from', message('500', '500', '$17.35'));
    await refused({ priceBreaks: [...breaks].reverse() }, '1.from', message('500', '1,000', '$15.123456'));
    const added = await shop.call('POST /products', {
      token: admin.token,
      body: { ...part, priceBreaks: [{ from: 120, price: 1 }] },
    });
    assert.deepEqual([added.status, added.body.errors[0].field], [400, 'priceBreaks.0.from']);
    // Nothing that rounds to no price, or to the same one, and nothing that no card could pay.
    for (const price of [1e-13, 17.35 - 1e-12, 0.000001]) {
      const { status } = await shop.call(`PATCH /products/${id}`, {
        token: admin.token,
        body: { priceBreaks: [{ from: 200, price }] },
      });
      assert.equal(status, 400, String(price));
    }
    const none = { price: 1, priceBreaks: [] };
    assert.equal((await shop.call(`PATCH /products/${id}`, { token: admin.token, body: none })).status, 200);
    const { body: events } = await shop.call(`GET /events?product=${id}&limit=1`, { token: admin.token });
    assert.match(events[0].why, /price breaks \$16\.25 from 500, \$15\.123456 from 1,000 → none/);
  });

  test('[S7.4] removes a product once', async () => {
    const id = await add();
    assert.deepEqual((await shop.call(`DELETE /products/${id}`, { token: admin.token })).body, {
      deletedCount: 1,
    });
    assert.deepEqual((await shop.call(`DELETE /products/${id}`, { token: admin.token })).body, {
      deletedCount: 0,
    });
    assert.equal((await shop.call(`GET /products/${id}`)).status, 404);
    const { body } = await shop.call('GET /products');
    assert.ok(!body.some((product: { _id: string }) => product._id === id));
  });
});

test('an order at a process that has not read a new price yet does not hide it there', async () => {
  const other = await shop.startAnother();
  const id = await add({ price: 20, available: 10_000 });
  await until(async () => (await other.call(`GET /products/${id}`)).status === 200);
  const change = { price: 21 };
  await shop.call(`PATCH /products/${id}`, { token: admin.token, body: change });
  const product = { ...part, ...change, _id: id, available: 10_000 };
  const placed = await other.call('POST /orders', { token: admin.token, body: orderFor(product, admin) });
  assert.equal(placed.status, 201);
  const { body } = await other.call(`GET /products/${id}`);
  assert.deepEqual([body.price, body.available], [21, 10_000 - 120]);
});

describe('staff', () => {
  test('change all of a product but what it costs, which refuses the whole change', async () => {
    const { token } = await signUpStaff(shop, admin);
    const id = await add({ priceBreaks: [{ from: 500, price: 15 }] });
    const change = (body: object) => shop.call(`PATCH /products/${id}`, { token, body });
    assert.deepEqual((await change({ available: 800, minOrder: 150, bin: 'A-1' })).body, {
      modifiedCount: 1,
    });
    for (const body of [
      { price: 0.01 },
      { price: part.price },
      { priceBreaks: [] },
      { available: 1, priceBreaks: [{ from: 200, price: 0.01 }] },
    ]) {
      const refused = await change(body);
      assert.deepEqual([refused.status, refused.body.detail], [403, 'Only an admin may do this.']);
    }
    const { body } = await shop.call(`GET /products/${id}`);
    assert.deepEqual(
      [body.price, body.priceBreaks, body.available, body.minOrder],
      [part.price, [{ from: 500, price: 15 }], 800, 150],
    );
    assert.equal((await shop.call('POST /products', { token, body: part })).status, 403);
    const rows = [{ sku: body.sku, price: 0.01 }];
    assert.equal((await shop.call('POST /imports', { token, body: { rows } })).status, 403);
    assert.equal((await shop.call(`DELETE /products/${id}`, { token })).status, 200);
  });
});
