import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, test } from 'node:test';
import { startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';

/**
 * Bytes of a page's HTML as it is sent, for the demo catalogue. The search of every page takes 400, the room for whom a member buys 20; the home page's second
 * field, its categories and the room of somebody's last orders take 940. What the owner sets is in the page's data and not in the scripts:
 * of the shop 110 on each page, and the words of the home page and of the portfolio 450 and 200 on these. The names of scripts are
 * hashes, which take some bytes more or less with each build.
 */
const MOST: Record<string, number> = {
  '/': 11_900,
  '/allProducts': 17_700,
  '/allProducts?view=list': 19_000,
  '/order': 7_000,
  '/myPortfolio': 5_300,
  '/blogs': 6_500,
  '/login': 5_300,
  '/signup': 5_060,
  '/no/such/page': 4_600,
};

const shop = await startTestShop({}, { withoutPages: false });
after(() => shop.close());

test('a page’s HTML is small and compressed, and everyone gets the same', async () => {
  for (const [path, most] of Object.entries(MOST)) {
    const first = await open(path);
    assert.equal(first.headers['content-encoding'], 'br', path);
    assert.ok(first.bytes <= most, `${path} has ${first.bytes} bytes, more than ${most}`);
    assert.match(first.headers.etag!, /^W\//);
    assert.equal((await open(path)).headers.etag, first.headers.etag);
  }
});

test('no rule makes a browser compute the styles of the whole page for each tick and each new element', async () => {
  const page = await (await fetch(shop.origin, { headers: { accept: 'text/html' } })).text();
  const [, address] = page.match(/<link rel="stylesheet" href="([^"]+)"/) ?? [];
  const css = await (await fetch(new URL(address!, shop.origin))).text();
  assert.match(css, /\.textarea\b/);
  assert.doesNotMatch(css, /:has\(> ?\w+\[disabled\]\)/);
});

test('a browser that has a page gets 304, under the content policy that came with it', async () => {
  const { headers } = await open('/');
  const known = await open('/', { 'if-none-match': headers.etag! });
  assert.equal(known.status, 304);
  assert.equal(known.bytes, 0);
  assert.equal(known.headers['content-security-policy'], headers['content-security-policy']);
  assert.match(headers['content-security-policy']!, /script-src 'self' 'sha256-[^']+'/);
  assert.doesNotMatch(headers['content-security-policy']!, /script-src[^;]*(unsafe|nonce)/);
});

test('a change is on the page at once, and on another process’ soon after', async () => {
  const other = await shop.startAnother();
  const admin = await shop.signInAdmin();
  const before = (await open('/')).headers.etag;
  const there = (await open('/', {}, other.origin)).headers.etag;
  assert.equal(there?.length, before?.length);
  const product = { name: 'Brand New Part', image: '/images/x.webp', shortDetails: 'x', minOrder: 1 };
  await shop.call('POST /products', {
    token: admin.token,
    body: { ...product, available: 5, price: 1 },
  });
  assert.notEqual((await open('/')).headers.etag, before);
  await until(async () => (await open('/', {}, other.origin)).headers.etag !== there);

  const bare = (await open('/')).headers.etag;
  await shop.call('POST /reviews', {
    token: admin.token,
    body: { name: admin.name, email: admin.email, ratings: '5', description: 'Seen at once' },
  });
  assert.notEqual((await open('/')).headers.etag, bare);
});

/** Opens a page as a browser does, and leaves its bytes as they were sent. */
function open(path: string, headers: Record<string, string> = {}, origin = shop.origin) {
  return new Promise<{ status: number; headers: Record<string, string | undefined>; bytes: number }>(
    (resolve, reject) => {
      const all = { accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'gzip, deflate, br', ...headers };
      request(origin + path, { headers: all }, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers as never, bytes }),
        );
      })
        .on('error', reject)
        .end();
    },
  );
}
