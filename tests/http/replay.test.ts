import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { createReachedAt } from '../../server/http/reached-at.ts';
import { Replay } from '../../server/http/replay.ts';
import { serverWithShortcuts } from '../../server/http/shortcuts.ts';
import { surround } from '../../server/http/surroundings.ts';
import { startTestShop } from '../testing.ts';
import { until } from '../until.ts';

const shop = await startTestShop();
const admin = await shop.signInAdmin();
after(() => shop.close());

/** Sends the same request twice; the second is answered from the cache of responses. */
async function twice(route: string, headers: Record<string, string> = {}) {
  return [await shop.call(route, { headers }), await shop.call(route, { headers })] as const;
}

/** Returns the number of a call's responses with a status, from the metrics. */
async function counted(call: string, status: number): Promise<number> {
  const { body } = await shop.call('GET /metrics');
  const line = `http_request_duration_seconds_count{call="${call}",status="${status}"}`;
  return Number(body.split(`${line} `)[1]?.split('\n')[0] ?? 0);
}

const PER_REQUEST = new Set(['date', 'x-request-id']);

test('the cached response is the same, headers included, with its own request id', async () => {
  const [product] = (await shop.call('GET /products')).body;
  const shortDetails = '2 × 32 GB, Größe M, 1 €';
  await shop.call(`PATCH /products/${product._id}`, { token: admin.token, body: { shortDetails } });
  for (const route of ['GET /products', `GET /products/${product._id}`]) {
    const [first, second] = await twice(route);
    const shared = ({ headers }: typeof first) => [...headers].filter(([name]) => !PER_REQUEST.has(name));
    assert.deepEqual(shared(second), shared(first));
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers.get('x-content-type-options'), 'nosniff');
    assert.match(second.headers.get('x-request-id')!, /^[\w-]{14,}$/);
    assert.notEqual(second.headers.get('x-request-id'), first.headers.get('x-request-id'));
  }
});

test('a request with Authorization neither fills the cache nor is answered from it, and gets the same bytes as others', async (t) => {
  const app = fastify();
  t.after(() => app.close());
  const replay = new Replay({ of: () => 'http://shop', ownOf: () => 'http://shop' });
  app.get('/', (request, reply) => {
    const body = Buffer.from(`for ${request.headers.authorization ?? 'everyone'}`);
    replay.remember(request, reply, 'page', body, () => true);
    reply.send(body);
  });
  const readyFor = (headers: Record<string, string>) =>
    replay.readyFor({ method: 'GET', url: '/', headers } as never)?.body;
  const authorization = 'Bearer acme';
  await app.inject({ url: '/', headers: { authorization } });
  assert.equal(readyFor({}), undefined);
  await app.inject({ url: '/' });
  assert.deepEqual([readyFor({}), readyFor({ authorization })], ['for everyone', undefined]);

  const [first] = await twice('GET /products');
  const { body } = await shop.call('GET /products', { token: admin.token });
  assert.deepEqual(body, first.body);
});

test('cached responses are counted by call and status like others', async () => {
  const before = await counted('listProducts', 200);
  await twice('GET /products');
  assert.equal(await counted('listProducts', 200), before + 2);
});

test('a change is in the next response, and soon after in that of another process', async () => {
  const other = await shop.startAnother();
  const { body: products } = await shop.call('GET /products');
  const route = `GET /products/${products[0]._id}`;
  await twice(route);
  await other.call(route);
  await other.call(route);
  const price = products[0].price + 1;
  await shop.call(`PATCH /products/${products[0]._id}`, { token: admin.token, body: { price } });
  assert.equal((await shop.call(route)).body.price, price);
  assert.equal((await shop.call('GET /products')).body[0].price, price);
  await until(async () => (await other.call(route)).body.price === price);

  await shop.call(`DELETE /products/${products[0]._id}`, { token: admin.token });
  assert.equal((await shop.call(route)).status, 404);
});

test('answers 304 from the cache on a matching ETag, and uses the encoding that a client accepts', async () => {
  const [, { headers }] = await twice('GET /products');
  const known = { 'if-none-match': headers.get('etag')! };
  for (const answer of await twice('GET /products', known)) {
    assert.equal(answer.status, 304);
    assert.equal(answer.headers.get('content-length'), null);
    assert.equal(answer.headers.get('etag'), known['if-none-match']);
  }
  const plain = await bytes('/products', 'identity');
  assert.equal(plain.encoding, undefined);
  for (const [asked, undo] of [
    ['gzip', gunzipSync],
    ['gzip, deflate, br', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0', gunzipSync],
  ] as const) {
    for (let time = 1; time <= 2; time += 1) {
      const { encoding, body } = await bytes('/products', asked);
      assert.equal(encoding, undo === gunzipSync ? 'gzip' : 'br');
      assert.deepEqual(undo(body), plain.body);
      assert.ok(body.length < plain.body.length / 2);
    }
  }
});

test('a request without permission does not use the cache and is refused', async (t) => {
  const replay = new Replay({ of: () => 'http://shop', ownOf: () => 'http://shop' });
  let refused = false;
  const counted: string[] = [];
  const surroundings = surround({
    trustProxy: ['127.0.0.1'],
    countRequest(ip) {
      if (refused) throw new Error('too many');
      counted.push(ip);
    },
    newId: () => 'id',
    log: () => app.log,
    answered() {},
  });
  const shortcuts = [(request: IncomingMessage) => replay.readyFor(request)];
  const app: FastifyInstance = fastify({ serverFactory: serverWithShortcuts(shortcuts, surroundings) });
  t.after(() => app.close());
  let usual = 0;
  app.get('/', (request, reply) => {
    usual += 1;
    const body = Buffer.from('ready');
    replay.remember(request, reply, 'page', body, () => true);
    reply.send(body);
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = () => fetch(origin, { headers: { 'x-forwarded-for': '192.0.2.7, 192.0.2.8' } });
  await ask();
  await ask();
  assert.equal(usual, 1);
  // The client's address is the nearest one that is no trusted proxy.
  assert.deepEqual(counted, ['192.0.2.8']);
  refused = true;
  await ask();
  assert.equal(usual, 2);
});

test('only requests that clients cannot vary freely are cached, within a limit, and until the data changes', async (t) => {
  const app = fastify();
  t.after(() => app.close());
  const origins = ['http://shop.example'];
  const replay = new Replay(
    createReachedAt({ publicUrl: undefined, origins, trustProxy: undefined }),
    30_000,
  );
  let isCurrent = true;
  app.get('/*', (request, reply) => {
    const body = Buffer.alloc(6_000, 'x');
    replay.remember(request, reply, 'page', body, () => isCurrent);
    reply.send(body);
  });
  const ask = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { host: 'shop.example', ...headers } });
  const isReady = (url: string, headers: Record<string, string> = {}) =>
    replay.readyFor({
      method: 'GET',
      url,
      headers: { host: 'shop.example', ...headers },
      rawHeaders: [],
      socket: {},
    } as never) !== undefined;

  for (let i = 0; i < 100; i += 1) {
    await ask(`/?x=${i}`);
    await ask('/', { host: `${i}.example` });
    await ask('/', { 'x-forwarded-host': 'shop.example', host: `${i}.example` });
  }
  assert.equal(replay.bytes, 0);

  await ask('/', { accept: 'text/html', 'accept-encoding': 'br' });
  const one = replay.bytes;
  assert.ok(one > 6_000);
  for (let i = 0; i < 100; i += 1)
    await ask('/', { accept: `text/html, x/${i}`, 'accept-encoding': `br, x-${i};q=0.5` });
  assert.equal(replay.bytes, one, 'the same page, asked for in other words');
  assert.ok(isReady('/?', { accept: 'text/html', 'accept-encoding': 'br' }));
  const others: Record<string, string>[] = [
    { accept: 'application/json', 'accept-encoding': 'br' },
    { accept: 'text/html', 'accept-encoding': 'gzip' },
    { accept: 'text/html' },
    { accept: 'text/html', 'accept-encoding': 'br', host: 'other.example' },
  ];
  for (const headers of others) assert.ok(!isReady('/', headers), JSON.stringify(headers));

  for (let i = 0; i < 100; i += 1) {
    await ask(`/${i}`);
    assert.ok(replay.bytes <= 30_000);
  }
  assert.ok(isReady('/99') && !isReady('/1'));
  isCurrent = false;
  assert.ok(!isReady('/99') && replay.bytes < 30_000);
});

/** Uses node:http, which does not decompress. */
function bytes(
  path: string,
  acceptEncoding: string,
): Promise<{ encoding: string | undefined; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(shop.origin + path, { headers: { 'accept-encoding': acceptEncoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });
}
