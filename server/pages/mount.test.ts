import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { OVERLOADED } from '../ground/handling/gate.ts';
import { createReachedAt, tellReachedAt } from '../http/reached-at.ts';
import { Replay } from '../http/replay.ts';
import { mountPages, type PageData, prefersConstraint } from './mount.ts';

const PROXY = '10.0.0.1';
const ID = '01a1fc2d-2ef2-7000-939f-89d97e07d69e';

/** Pages that show the origin they were asked for at, and how often one was rendered. */
async function startPages() {
  const app = fastify({
    trustProxy: [PROXY],
    routerOptions: { constraints: { prefers: prefersConstraint } },
  });
  const reachedAt = createReachedAt({
    publicUrl: 'https://shop.example.com',
    origins: [],
    trustProxy: [PROXY],
  });
  tellReachedAt(app, reachedAt);
  /** The addresses of pages in the order in which they were rendered. */
  const rendered: string[] = [];
  const replay = new Replay(reachedAt);
  const traffic = {
    isFull: false,
    arrive() {},
    admit() {
      if (traffic.isFull) throw OVERLOADED;
    },
    run: async <T>(work: () => T | Promise<T>) => work(),
  };
  await mountPages(
    app,
    {
      dev: false,
      find(path) {
        const own = path.toLowerCase() === '/allproducts' ? '/allProducts' : path;
        const fields = own === '/allProducts' ? ['q', 'sort', 'price*', 'f.*'] : [];
        const varies = /^\/(products|parts|orders)\//.test(own);
        return varies || own === '/' || own === '/allProducts' ? { path: own, varies, fields } : undefined;
      },
      async serveFiles() {},
      async render(request) {
        rendered.push(request.url);
        return new Response(`<p>${new URL(request.url).origin}</p>`);
      },
    },
    {
      config: () => ({}) as never,
      load: {} as PageData['load'],
      productPath: (id) => (id === ID ? `/products/${ID}` : undefined),
      partPath: (segment) => (segment.toUpperCase() === 'A~1' ? '/parts/A~1' : undefined),
      narrowsByUnknown: (field) => field.startsWith('f.') && !/^f\.[ab]/.test(field),
      version: () => '1',
    },
    false,
    traffic,
    replay,
    reachedAt,
    (request) => request.reachedAt,
  );
  const open = (url: string, headers: Record<string, string> = {}) =>
    app.inject({
      url,
      remoteAddress: PROXY,
      headers: { accept: 'text/html', host: 'shop.example.com', ...headers },
    });
  return {
    app,
    rendered,
    replay,
    traffic,
    open,
    ask: async (url: string, headers?: Record<string, string>) => (await open(url, headers)).body,
    /** How many pages are rendered by this. */
    async count(work: () => Promise<unknown>): Promise<number> {
      const before = rendered.length;
      await work();
      return rendered.length - before;
    },
  };
}

test('a page that was asked for at a forwarded host is shown to nobody at another', async (t) => {
  const { app, ask } = await startPages();
  t.after(() => app.close());
  const evil = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  assert.equal(await ask('/', evil), '<p>http://evil.example</p>');
  assert.equal(await ask('/'), '<p>https://shop.example.com</p>');
  assert.equal(await ask('/', evil), '<p>http://evil.example</p>');
});

test('what clients can make up is rendered, and throws nothing out', async (t) => {
  const { app, ask, count } = await startPages();
  t.after(() => app.close());
  const kept = ['/', '/?', '/allProducts', '/allProducts?q=fan&sort=name', `/products/${ID}`, '/parts/A~1'];
  const askAll = async () => {
    for (const url of kept) await ask(url);
  };
  // Pages are kept for a second at most: here it does not pass.
  t.mock.method(performance, 'now', () => 0);
  assert.equal(await count(askAll), 5);
  const made = ['/orders/', '/products/', '/parts/', '/nothing/'];
  const flood = async () => {
    for (const address of made) for (let i = 0; i < 30; i += 1) await ask(`${address}${i}`);
    for (let i = 0; i < 30; i += 1) await ask('/', { host: `${i}.example` });
  };
  assert.equal(await count(flood), (made.length + 1) * 30);
  assert.equal(await count(askAll), 0);
});

test('only pages that clients cannot make up are replayed', async (t) => {
  const { app, ask, replay } = await startPages();
  t.after(() => app.close());
  for (const url of ['/orders/1', '/orders/2', '/nothing', '/ALLproducts', '/?x=1', '/allProducts?q=fan'])
    await ask(url);
  assert.equal(replay.bytes, 0);
  for (const url of ['/', '/allProducts', `/products/${ID}`, '/parts/A~1']) {
    const before: number = replay.bytes;
    await ask(url);
    assert.ok(replay.bytes > before, url);
  }
});

test('what stands in a query costs no rendering, but the fields that the page is rendered by', async (t) => {
  const { app, ask, count, rendered } = await startPages();
  t.after(() => app.close());
  t.mock.method(performance, 'now', () => 0);
  const same: [shown: string, ...others: string[]][] = [
    ['/', '/?', '/?utm_source=a', '/?utm_source=b&q=fan', '/?q=fan'],
    [`/products/${ID}`, `/products/${ID}?x=1`],
    ['/allProducts', '/allProducts?limit=3', '/allProducts?q=', '/allProducts?x=1&x=2'],
    [
      '/allProducts?q=a%3Fb&sort=name',
      '/allProducts?x&sort=name&q=a?b&q=c',
      '/allProducts?q=%61%3fb&sort=name',
    ],
    [
      '/allProducts?price=1..&price=2..&f.a=1&f.b=2',
      '/allProducts?f.b=2&price=1..&pricefoo=1&f.a=1&price.x=2&price=2..&fx=1',
    ],
  ];
  for (const [shown, ...others] of same) {
    const asking = async () => {
      for (const url of others) await ask(url);
    };
    assert.equal(await count(asking), 1, shown);
    assert.equal(rendered.at(-1), `https://shop.example.com${shown}`);
    assert.equal(await count(() => ask(shown)), 0);
  }
  await ask('/orders/1?x=1');
  assert.equal(rendered.at(-1), 'https://shop.example.com/orders/1');
});

test('a page that is spelled in another way is at its own address', async (t) => {
  const { app, open, count } = await startPages();
  t.after(() => app.close());
  const ask = async () => {
    for (const [path, own] of [
      ['/ALLPRODUCTS', '/allProducts'],
      ['/parts/a~1', '/parts/A~1'],
      [`/products/%30${ID.slice(1)}`, `/products/${ID}`],
    ] as const) {
      const answer = await open(`${path}?q=a&x=?`);
      assert.equal(answer.statusCode, 308);
      assert.equal(answer.headers.location, `${own}?q=a&x=?`);
    }
  };
  assert.equal(await count(ask), 0);
});

test('attributes that no category has are taken out of the address of a page', async (t) => {
  const { app, rendered, open } = await startPages();
  t.after(() => app.close());
  const known = '/allProducts?q=x&f.a=1,2&f.a.min=3';
  assert.equal((await open(known)).statusCode, 200);
  const count = rendered.length;
  for (const unknown of ['f.made-up=1', 'f.c.min=2', 'f.c=1&f.d=2', 'f.=1']) {
    const { statusCode, headers } = await open(`${known}&${unknown}`);
    assert.equal(statusCode, 302, unknown);
    const { pathname, searchParams } = new URL(headers.location!, 'http://shop');
    assert.equal(pathname, '/allProducts');
    assert.deepEqual([...searchParams.keys()], ['q', 'f.a', 'f.a.min'], unknown);
    assert.equal(headers['cache-control'], 'no-cache');
  }
  assert.equal((await open('/allProducts?f.c=1')).headers.location, '/allProducts');
  assert.equal(rendered.length, count, 'nothing was rendered');
  // What stands in the query of another page is for scripts.
  assert.equal((await open('/?f.c=1')).statusCode, 200);
});

test('while as much is rendered as may be, pages that clients make up are refused, and the others are not', async (t) => {
  const { app, open, traffic } = await startPages();
  t.after(() => app.close());
  traffic.isFull = true;
  for (const url of ['/allProducts?q=1', '/nothing', '/orders/1', '/products/1'])
    assert.equal((await open(url)).statusCode, 503, url);
  assert.equal((await open('/', { host: 'other.example' })).statusCode, 503);
  for (const url of ['/', '/?x=1', '/allProducts', `/products/${ID}`])
    assert.equal((await open(url)).statusCode, 200, url);
});
