// nightly: sends megabytes to readers that do not read
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fastify, { type FastifyInstance } from 'fastify';
import { MOST_PRODUCTS } from '#contract/products/product-lists.ts';
import { fillCatalogue } from '../../server/demo/fill.ts';
import { boundUnread, UnreadAnswers } from '../../server/http/unread.ts';
import { startTestShop, type TestShop } from '../testing.ts';
import { until } from '../until.ts';

const MEGABYTE = 1024 * 1024;
/** More bytes than the socket buffers of a connection hold. */
const LARGE = 12 * MEGABYTE;

function open(origin: string): Socket {
  const { hostname, port } = new URL(origin);
  return connect({ host: hostname, port: Number(port) }).on('error', () => {});
}

/** Sends requests and never reads a response. */
function askAndIgnore(origin: string, path: string, { times = 1, from = '' } = {}): Socket {
  const head = `GET ${path} HTTP/1.1\r\nHost: x\r\n${from && `X-Forwarded-For: ${from}\r\n`}\r\n`;
  const socket = open(origin).pause();
  socket.write(head.repeat(times));
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

describe('memory of responses to clients that do not read', () => {
  let app: FastifyInstance;
  let unread: UnreadAnswers;
  let origin: string;
  const shared = Buffer.alloc(LARGE, 's');
  const ignored: Socket[] = [];
  before(async () => {
    unread = new UnreadAnswers(5 * LARGE);
    app = fastify({ trustProxy: ['127.0.0.1'] });
    boundUnread(app, unread);
    app.get('/own', () => 'x'.repeat(LARGE));
    app.get('/shared', (_request, reply) => reply.send(shared));
    app.get('/stream', (_request, reply) =>
      reply.send(Readable.from(endless(), { objectMode: false, highWaterMark: MEGABYTE })),
    );
    app.get('/small', () => 'x');
    app.get('/later', { onSend: async (_request, _reply, payload) => payload }, () => 'x'.repeat(LARGE));
    origin = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(async () => {
    for (const socket of ignored) socket.destroy();
    app.server.closeAllConnections();
    await app.close();
  });

  /** The number of open streams. */
  let streams = 0;
  async function* endless() {
    streams += 1;
    try {
      for (;;) yield 'x'.repeat(1000);
    } finally {
      streams -= 1;
    }
  }

  function ignore(path: string, count: number, options?: Parameters<typeof askAndIgnore>[2]): Socket[] {
    const sockets = Array.from({ length: count }, () => askAndIgnore(origin, path, options));
    ignored.push(...sockets);
    return sockets;
  }

  const connections = () =>
    new Promise<number>((resolve, reject) => {
      app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });

  test('is zero once everything is read', async () => {
    assert.equal(await read(origin, '/own'), LARGE);
    assert.equal(await read(origin, '/small'), 1);
    await until(async () => unread.bytes === 0);
  });

  test('is bounded: the client with the most unread bytes is disconnected, and others are served', async () => {
    const [modest] = ignore('/own', 1, { from: '192.0.2.1' });
    await until(async () => unread.bytes === LARGE);
    const greedy = ignore('/own', 20, { from: '192.0.2.2' });
    let most = 0;
    await until(async () => {
      most = Math.max(most, unread.bytes);
      assert.equal(await read(origin, '/small'), 1);
      return (await connections()) <= 5 + 1;
    });
    assert.ok(most <= 5 * LARGE, `${most} bytes were held`);
    assert.equal(await read(origin, '/own'), LARGE);
    // The client with little unread data was not disconnected: it reads its response to the end.
    let bytes = 0;
    modest!.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    modest!.resume();
    await until(async () => bytes > LARGE);
    for (const socket of [...greedy, modest!]) socket.destroy();
    await until(async () => unread.bytes === 0);
  });

  test('does not count a response that fits into the buffer of the socket', async (t) => {
    const { mock } = t.mock.method(unread, 'hold');
    // Requests of previous tests may be answered only now.
    const held = (path: string) =>
      mock.calls.filter(({ arguments: [request] }) => request.url === path).length;
    assert.equal(await read(origin, '/small'), 1);
    assert.equal(held('/small'), 0);
    const [socket] = ignore('/own', 1);
    await until(async () => held('/own') > 0);
    socket!.destroy();
    await until(async () => unread.bytes === 0);
  });

  test('counts a response that another hook sends later', async () => {
    const [socket] = ignore('/later', 1);
    await until(async () => unread.bytes === LARGE);
    socket!.destroy();
    await until(async () => unread.bytes === 0);
  });

  test('counts pipelined responses of one connection', async () => {
    const [socket] = ignore('/own', 1, { times: 50 });
    await until(async () => (await connections()) === 0 || unread.bytes > 0);
    assert.ok(unread.bytes <= 5 * LARGE);
    socket!.destroy();
    await until(async () => unread.bytes === 0);
  });

  test('counts cached bytes once, however many clients are sent them', async () => {
    const own = ignore('/shared', 20);
    await until(async () => (await connections()) >= 20 && unread.bytes === LARGE);
    assert.equal(await read(origin, '/shared'), LARGE);
    for (const socket of own) socket.destroy();
    await until(async () => unread.bytes === 0);
  });

  test('counts what a stream has read ahead', async () => {
    const own = ignore('/stream', 5);
    await until(async () => unread.bytes === 5 * 8 * MEGABYTE);
    for (const socket of own) socket.destroy();
    await until(async () => unread.bytes === 0);
  });

  test('is released when the reader of a stream resets the connection, and the stream ends', async () => {
    await until(async () => streams === 0);
    await Promise.all(Array.from({ length: 10 }, () => askAndReset(origin, '/stream')));
    await until(async () => streams === 0 && unread.bytes === 0 && (await connections()) === 0);
    assert.equal(await read(origin, '/small'), 1);
  });
});

/** Sends a request and resets the connection in the middle of the response. */
async function askAndReset(origin: string, path: string): Promise<void> {
  const socket = askAndIgnore(origin, path);
  // The shop may end the connection first, of a client whose others have too much unread.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const begun = new Promise((resolve) => socket.once('data', resolve));
  socket.resume();
  await Promise.race([begun, closed]);
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
    shop = await startTestShop({ TRUST_PROXY: 'loopback' }, { wire: { unreadBytes: 2 * MEGABYTE } });
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
