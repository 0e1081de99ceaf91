import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { PageCache, takeNonceOff } from './page-cache.ts';

const OUTSIDE = { stripe: false, dev: false };

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test('a script of the page is vouched for by its hash, one without the nonce is not', () => {
  const nonce = 'bm9uY2U=';
  const { html, scripts } = takeNonceOff(
    `<script nonce="${nonce}">a()</script><p>x<script>evil()</script></p>
     <script nonce="guess">worse()</script><script type="module" async="" nonce="${nonce}">b();
c()</script><script src="/x.js" nonce="${nonce}"></script>`,
    nonce,
  );
  assert.deepEqual(scripts, [hashOf('a()'), hashOf('b();\nc()')]);
  assert.ok(!html.includes(nonce));
});

test('a page is rendered once while nothing changes, also for requests that come together', async () => {
  let version = 1;
  let renderings = 0;
  const cache = new PageCache(() => String(version), OUTSIDE);
  const render = async (nonce: string) => {
    renderings += 1;
    return new Response(`<p>${version}</p><script nonce="${nonce}">1</script>`, { status: 200 });
  };
  const [first, second] = await Promise.all([cache.get('/', 'n1', render), cache.get('/', 'n2', render)]);
  assert.equal(first, second);
  assert.equal(await cache.get('/', 'n3', render), first);
  assert.equal(renderings, 1);
  assert.equal((await cache.get('/other', 'n4', render)).body.etag, first.body.etag);

  version = 2;
  assert.equal(first.isCurrent(), false);
  const after = await cache.get('/', 'n5', render);
  assert.match(String(after.body.plain), /<p>2<\/p>/);
  assert.notEqual(after.body.etag, first.body.etag);
});

test('a page that cannot be rendered is tried again', async () => {
  const cache = new PageCache(() => '1', OUTSIDE);
  await assert.rejects(
    cache.get('/', 'n', () => Promise.reject(new Error('no'))),
    /no/,
  );
  const page = await cache.get('/', 'n', () => new Response('<p>yes</p>'));
  assert.equal(String(page.body.plain), '<p>yes</p>');
});

test('pages are kept within a bound of bytes, and only those of a key that were found', async () => {
  const cache = new PageCache(() => '1', OUTSIDE, 20_000);
  const page = (status: number) => () => new Response('x'.repeat(2_000), { status });
  await cache.get(undefined, 'n', page(200));
  await cache.get('/nothing', 'n', page(404));
  assert.equal(cache.bytes, 0);
  for (let i = 0; i < 100; i += 1) await cache.get(`/${i}`, 'n', page(200));
  assert.ok(cache.bytes > 10_000 && cache.bytes <= 20_000, String(cache.bytes));
});
