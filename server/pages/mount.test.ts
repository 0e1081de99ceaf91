import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { createReachedAt, tellReachedAt } from '../http/reached-at.ts';
import { Replay } from '../http/replay.ts';
import { mountPages, prefersConstraint } from './mount.ts';

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
  let renderings = 0;
  await mountPages(
    app,
    {
      dev: false,
      addresses: new Set(['/', '/allProducts']),
      async serveFiles() {},
      async render(request) {
        renderings += 1;
        return new Response(`<p>${new URL(request.url).origin}</p>`);
      },
    },
    {
      config: () => ({}) as never,
      findProducts: () => ({ products: [], total: 0 }),
      listLatestReviews: async () => [],
      hasProduct: (id) => id === ID,
      version: () => '1',
    },
    false,
    { arrive() {}, run: async (work) => work() },
    new Replay(reachedAt),
    reachedAt,
  );
  return {
    app,
    async ask(url: string, headers: Record<string, string> = {}): Promise<string> {
      const answer = await app.inject({
        url,
        remoteAddress: PROXY,
        headers: { accept: 'text/html', host: 'shop.example.com', ...headers },
      });
      return answer.body;
    },
    /** How many pages are rendered by this. */
    async count(work: () => Promise<unknown>): Promise<number> {
      const before = renderings;
      await work();
      return renderings - before;
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
  const kept = ['/', '/?', '/allProducts', '/allProducts?q=fan&sort=name', `/products/${ID}`];
  const askAll = async () => {
    for (const url of kept) await ask(url);
  };
  // Pages are kept for a second at most: here it does not pass.
  t.mock.method(performance, 'now', () => 0);
  assert.equal(await count(askAll), 4);
  const made = ['/?x=', '/?q=a&q=', '/ALLproducts/', '/products/', `/products/%30${ID.slice(1)}?x=`];
  const flood = async () => {
    for (const address of made) for (let i = 0; i < 30; i += 1) await ask(`${address}${i}`);
    for (let i = 0; i < 30; i += 1) await ask('/', { host: `${i}.example` });
  };
  assert.equal(await count(flood), (made.length + 1) * 30);
  assert.equal(await count(askAll), 0);
});
