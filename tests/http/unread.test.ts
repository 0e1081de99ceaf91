// nightly: sends megabytes to readers that do not read
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MOST_PRODUCTS } from '#contract/products/product-lists.ts';
import { fillCatalogue } from '../../server/demo/fill.ts';
import { startTestShop, type TestShop } from '../testing.ts';

const MEGABYTE = 1024 * 1024;
function open(origin: string): Socket {
  const { hostname, port } = new URL(origin);
  return connect({ host: hostname, port: Number(port) }).on('error', () => {});
}

/** Sends requests and never reads a response. */
function askAndIgnore(origin: string, path: string, { from = '' } = {}): Socket {
  const head = `GET ${path} HTTP/1.1\r\nHost: x\r\n${from && `X-Forwarded-For: ${from}\r\n`}\r\n`;
  const socket = open(origin).pause();
  socket.write(head);
  return socket;
}

/** Reads a whole response and returns its length. */
function read(origin: string, path: string, from = '192.0.2.250'): Promise<number> {
  return new Promise((resolve, reject) => {
    get(origin + path, { headers: { 'x-forwarded-for': from } }, (answer: IncomingMessage) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => resolve(bytes)).on('error', reject);
    }).on('error', reject);
  });
}

/** Sends a request and resets the connection in the middle of the response. */
async function askAndReset(origin: string, path: string): Promise<void> {
  const socket = askAndIgnore(origin, path);
  const closed = once(socket, 'close');
  socket.resume();
  await once(socket, 'data');
  socket.resetAndDestroy();
  await closed;
}

describe('clients that ask and do not read', () => {
  const CONNECTIONS = 200;
  /** A page of the longest reviews, what is written ahead of it, and room for what other tests of the process leave. */
  const EACH = MEGABYTE;
  let shop: TestShop;
  let origin: string;
  let collect: () => void;
  before(async () => {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc');
    shop = await startTestShop();
    await fillCatalogue(shop.database, { count: 2 * MOST_PRODUCTS });
    await shop.database.pool.query(
      `insert into reviews (id, user_id, name, email, rating, description)
       select uuidv7(), null, 'Grace', 'grace@example.com', 5, repeat('x', 2000) from generate_series(1, 5000)`,
    );
    // Reads the catalogue anew.
    origin = (await shop.startAnother()).origin;
  });
  after(() => shop.close());

  test('get at most 1,000 products at once, how many there are, and where the others are', async () => {
    const first = await fetch(`${origin}/products`);
    const products = (await first.json()) as { _id: string }[];
    const total = Number(first.headers.get('x-total-count'));
    assert.ok(total >= 2 * MOST_PRODUCTS);
    assert.equal(products.length, MOST_PRODUCTS);
    assert.equal(first.headers.get('link'), `</products?after=${products.at(-1)!._id}>; rel="next"`);
    const next = (await (await fetch(`${origin}/products?after=${products.at(-1)!._id}`)).json()) as object[];
    assert.equal(next.length, Math.min(MOST_PRODUCTS, total - MOST_PRODUCTS));
  });

  function memory(): number {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  }

  for (const path of ['/products', '/products?sort=name', '/reviews'])
    test(`hold no more than a page each of GET ${path}`, async (t) => {
      const before = memory();
      const ignoring = Array.from({ length: CONNECTIONS }, () => askAndIgnore(origin, path));
      try {
        await Promise.all(ignoring.map((socket) => once(socket, 'readable')));
        // What the system takes of the others is taken by now.
        assert.equal(await read(origin, path).then((bytes) => bytes > MEGABYTE / 2), true);
        const each = (memory() - before) / CONNECTIONS;
        t.diagnostic(`${Math.round(each / 1024)} KiB each`);
        assert.ok(each < EACH, `${each} bytes each`);
      } finally {
        for (const socket of ignoring) socket.destroy();
      }
    });
});

describe('whole lists', () => {
  let shop: TestShop;
  before(async () => {
    shop = await startTestShop({ TRUST_PROXY: 'loopback' });
    await shop.database.pool.query(
      `insert into reviews (id, user_id, name, email, rating, description)
       select uuidv7(), null, 'Grace', 'grace@example.com', 5, repeat('x', 2000) from generate_series(1, 5000)`,
    );
  });
  after(() => shop.close());

  test('are sent page by page, and a reading client gets them completely while others do not read', async () => {
    const { token } = await shop.signInAdmin();
    const ignoring = Array.from({ length: 80 }, () =>
      askAndIgnore(shop.origin, '/reviews', { from: '192.0.2.1' }),
    );
    try {
      for (const route of ['GET /reviews', 'GET /products?sort=name', 'GET /orders', 'GET /events']) {
        const { status, body, headers } = await shop.call(route, { token });
        assert.equal(status, 200, route);
        assert.equal(headers.get('content-length'), null, route);
        const ids = new Set(body.map(({ _id }: { _id: string }) => _id));
        assert.deepEqual([ids.size, body.length], [body.length, Number(headers.get('x-total-count'))], route);
      }
      const { body } = await shop.call('GET /reviews');
      assert.ok(body.length >= 5000);
      assert.equal(body.at(-1).email, 'g***@example.com');
    } finally {
      for (const socket of ignoring) socket.destroy();
    }
  });

  test('can be interrupted by a reset of the connection without harm', async () => {
    const errors: unknown[] = [];
    const note = (error: unknown) => void errors.push(error);
    process.on('unhandledRejection', note).on('uncaughtException', note);
    try {
      await Promise.all(Array.from({ length: 20 }, () => askAndReset(shop.origin, '/reviews')));
      const { status, body } = await shop.call('GET /reviews');
      assert.deepEqual([status, body.length >= 5000], [200, true]);
      assert.deepEqual(errors, []);
    } finally {
      process.off('unhandledRejection', note).off('uncaughtException', note);
    }
  });

  test('answer 503 when the database is unreachable', async () => {
    await shop.database.setReachable(false);
    try {
      assert.equal((await shop.call('GET /reviews')).status, 503);
    } finally {
      await shop.database.setReachable(true);
    }
  });
});
