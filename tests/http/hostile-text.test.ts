import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { api, callNames } from '#contract/api.ts';
import { onOneLine } from '#contract/kernel/blank.ts';
import type { Call } from '#contract/kernel/call.ts';
import type { Product } from '#contract/products/schema.ts';
import type { Order } from '#contract/purchases/orders.ts';
import type { Review } from '#contract/reviews/schema.ts';
import { digestOf } from '../access/digest.ts';
import { HTML_PAYLOADS, SHEET_PAYLOADS, SQL_PAYLOADS } from '../stress/payloads.ts';
import { orderFor, startTestShop } from '../testing.ts';

const PAYLOADS = [...SQL_PAYLOADS, ...HTML_PAYLOADS, ...SHEET_PAYLOADS];

const newProduct = {
  name: 'Riser Card',
  image: '/images/x.webp',
  shortDetails: 'A riser',
  minOrder: 100,
  available: 1_000_000,
  price: 2,
};

const shop = await startTestShop();
const admin = await shop.signInAdmin();
const buyer = await shop.signUp();
/** A product with harmless texts. */
const plain = await addProduct();
after(() => shop.close());

async function addProduct(details: Partial<Product> = {}): Promise<Product> {
  const body = { ...newProduct, ...details };
  const added = await shop.call('POST /products', { token: admin.token, body });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  return (await shop.call(`GET /products/${added.body.insertedId}`)).body;
}

async function place(product: Product, details: Partial<Order> = {}): Promise<Order> {
  const body = { ...orderFor(product, buyer), ...details };
  const placed = await shop.call('POST /orders', { token: buyer.token, body });
  assert.equal(placed.status, 201, JSON.stringify(placed.body));
  return (await shop.call(`GET /orders/${placed.body.insertedId}`, { token: buyer.token })).body;
}

/** Stores a text in a field and returns the field's value as the API then shows it. */
const FIELDS: Record<string, (text: string) => Promise<unknown>> = {
  'name of a product': async (name) => (await addProduct({ name })).name,
  'details of a product': async (shortDetails) => (await addProduct({ shortDetails })).shortDetails,
  'name of a changed product': async (name) => {
    const { _id } = await addProduct();
    await shop.call(`PATCH /products/${_id}`, { token: admin.token, body: { name } });
    return (await shop.call(`GET /products/${_id}`)).body.name;
  },
  'shipping address of an order': async (shippingAdd) => (await place(plain, { shippingAdd })).shippingAdd,
  'phone of an order': async (phone) => (await place(plain, { phone: phone.slice(0, 50) })).phone,
  'product name of an order': async (name) => (await place(await addProduct({ name }))).productName,
  review: async (description) => {
    const body = { ratings: '5', description };
    const { body: added } = await shop.call('POST /reviews', { token: buyer.token, body });
    const { rows } = await shop.database.pool.query(
      'select id as last from reviews where id < $1 order by id desc limit 1',
      [added.insertedId],
    );
    const { body: reviews } = await shop.call(`GET /reviews?limit=1&after=${rows[0].last}`);
    return (reviews as Review[])[0]?.description;
  },
  'display name': async (name) => {
    const headers = { cookie: buyer.cookie, origin: shop.origin };
    await shop.call('POST /api/auth/update-user', { body: { name }, headers });
    return (await place(plain)).name;
  },
};

describe('stored and returned as the same text', () => {
  for (const [index, [field, store]] of Object.entries(FIELDS).entries()) {
    test(field, async () => {
      // Each field has a quarter of them, and two fields have each.
      for (const payload of PAYLOADS.filter((_, number) => number % 4 === index % 4)) {
        // Most fields are trimmed, names and phones are put on one line and a phone is cut; nothing else changes a text.
        const cut = field.startsWith('phone') ? payload.slice(0, 50) : payload;
        const expected = /name|phone/.test(field) ? onOneLine(cut) : cut;
        const answered = await store(payload);
        const isTrimmed = !/^(shipping|phone)/.test(field);
        assert.equal(answered, isTrimmed ? expected.trim() : expected);
      }
    });
  }

  test('without any other effect', async () => {
    const { rows } = await shop.database.pool.query("select email from users where role = 'admin'");
    assert.deepEqual(rows, [{ email: admin.email }]);
  });
});

describe('in a path or query', () => {
  /** Every path and query parameter of a call. */
  const places = callNames.flatMap((name) => {
    const call: Call = api[name];
    const query = (call.query as { shape?: object } | undefined)?.shape ?? {};
    const segments = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[0]);
    return [
      ...segments.map((part) => ({ call, part, at: (text: string) => call.path.replace(part, text) })),
      ...Object.keys(query).map((part) => ({
        call,
        part,
        at: (text: string) => `${call.path}?${part}=${text}`,
      })),
    ];
  });

  // A digest reads the whole database: one for all of them.
  let unchanged: string;
  before(async () => {
    unchanged = await digestOf(shop.database);
  });

  for (const [index, { call, part, at }] of places.entries()) {
    test(`${call.route}, ${part}: finds nothing`, async () => {
      // Each place has a sixth of them, and all have all together.
      for (const payload of SQL_PAYLOADS.filter((_, number) => number % 6 === index % 6)) {
        const path = at(encodeURIComponent(payload)).replace(/:id/g, plain._id);
        const answer = await shop.call(`${call.method} ${path}`, { token: admin.token });
        assert.ok(answer.status < 500, `${path} answered ${answer.status}`);
        // A search may find the texts that the tests above have stored.
        if (Array.isArray(answer.body) && part !== 'q') assert.deepEqual(answer.body, [], path);
      }
    });
  }

  test('changes nothing', async () => {
    assert.equal(await digestOf(shop.database), unchanged);
  });

  test('GET /products finds the product of that name, and nothing by punctuation alone', async () => {
    const { body: all } = await shop.call('GET /products');
    for (const payload of PAYLOADS) {
      const { status, body } = await shop.call(`GET /products?q=${encodeURIComponent(payload)}`);
      assert.equal(status, 200);
      const found = new Set((body as Product[]).map(({ _id }) => _id));
      const named = (all as Product[]).filter(({ name }) => name === onOneLine(payload).trim());
      // $1 is a price, too.
      const { body: facets } = await shop.call(`GET /facets?q=${encodeURIComponent(payload)}`);
      if (facets.understood.length > 0) continue;
      const hasWords = /[\p{L}\p{N}]/u.test(payload);
      assert.deepEqual(
        named.map(({ _id }) => found.has(_id)),
        named.map(() => hasWords),
        payload,
      );
      if (!hasWords) assert.equal(found.size, 0, payload);
    }
  });

  test('a list is sorted only in the ways that the contract names', async () => {
    for (const sort of [...SQL_PAYLOADS, 'id', 'created_at', 'price desc', 'constructor', '__proto__']) {
      assert.equal((await shop.call(`GET /products?sort=${encodeURIComponent(sort)}`)).status, 400, sort);
    }
  });
});

describe('in a spreadsheet', () => {
  /** The cells of a CSV file, read as a spreadsheet reads them (RFC 4180). */
  function parseCsv(text: string): string[][] {
    const rows: string[][] = [[]];
    for (const [, cell, end] of text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)) {
      const isQuoted = cell!.startsWith('"');
      rows.at(-1)!.push(isQuoted ? cell!.slice(1, -1).replaceAll('""', '"') : cell!);
      if (end !== ',') rows.push([]);
    }
    return rows.slice(0, -1);
  }

  before(async () => {
    for (const text of SHEET_PAYLOADS) await place(await addProduct({ name: text }), { shippingAdd: text });
  });

  for (const list of ['orders', 'events']) {
    test(`GET /${list} as CSV holds each text in one cell, and no formula`, async () => {
      const { body } = await shop.call(`GET /${list}`, {
        token: admin.token,
        headers: { accept: 'text/csv' },
      });
      const [head, ...rows] = parseCsv(body);
      for (const row of rows) assert.equal(row.length, head!.length, row.join());
      const cells = rows.flat();
      for (const cell of cells) {
        if (/^-?\d+(\.\d+)?$/.test(cell)) continue;
        for (const piece of cell.split(/[,;\t\r\n]/)) assert.doesNotMatch(piece, /^[\s"]*[=+\-@＝＋－＠]/);
      }
      if (list !== 'orders') return;
      // Only apostrophes were added.
      const bare = (text: string) => text.replaceAll("'", '');
      const addresses = new Set(rows.map((row) => bare(row[head!.indexOf('shippingAdd')]!)));
      for (const text of SHEET_PAYLOADS) assert.ok(addresses.has(bare(text)), text);
    });
  }
});
