import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { ADDRESSES_OF_A_FILE, mountSitemap } from './sitemap.ts';

const ORIGIN = 'https://shop.example.com';

/** A server with the sitemap of so many parts. */
function serve(count: number, skuOf = (n: number) => `NB-${n}`) {
  const skus = Array.from({ length: count }, (_, n) => skuOf(n));
  const app = fastify();
  const categories = () => [{ slug: 'memory' }];
  mountSitemap(
    app,
    { productCount: () => skus.length, skus: (start, end) => skus.slice(start, end), categories },
    () => ORIGIN,
    () => {},
  );
  const read = async (path: string) => {
    const answer = await app.inject(path);
    return { ...answer, addresses: [...answer.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!) };
  };
  return { app, read };
}

const pathOf = (url: string | undefined) => url!.slice(ORIGIN.length);

test('robots.txt names the sitemap, which leads to every part and category once', async (t) => {
  const { app, read } = serve(2 * ADDRESSES_OF_A_FILE + 3);
  t.after(() => app.close());
  const robots = await app.inject('/robots.txt');
  const [, sitemap] = /^Sitemap: (.*)$/m.exec(robots.body)!;
  const index = await read(pathOf(sitemap));
  assert.match(index.body, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<sitemapindex xmlns="[^"]+">/);
  const found: string[] = [];
  for (const file of index.addresses) {
    const { statusCode, headers, body, addresses } = await read(pathOf(file));
    assert.equal(statusCode, 200, file);
    assert.equal(headers['content-type'], 'application/xml; charset=utf-8');
    assert.match(body, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+">\n/);
    assert.ok(body.endsWith('</urlset>\n') && addresses.length <= 50_000, file);
    found.push(...addresses);
  }
  assert.equal(new Set(found).size, found.length);
  assert.equal(found.filter((url) => url.includes('/parts/')).length, 2 * ADDRESSES_OF_A_FILE + 3);
  for (const path of ['/', '/allProducts', '/allProducts?category=memory', '/parts/NB-0', '/parts/NB-20002'])
    assert.ok(found.includes(ORIGIN + path), path);
  for (const path of ['/sitemap-parts-0.xml', '/sitemap-parts-4.xml', '/sitemap-parts-x.xml'])
    assert.equal((await app.inject(path)).statusCode === 200, false, path);
});

test('search engines may read categories and parts, and not what filters can be combined to', async (t) => {
  const { app } = serve(1);
  t.after(() => app.close());
  const { body } = await app.inject('/robots.txt');
  const rules = [...body.matchAll(/^Disallow: (.*)$/gm)].map(([, rule]) => rule!.split('*'));
  // A rule is the beginning of an address; `*` stands for anything.
  const isRead = (path: string) =>
    !rules.some(([start = '', ...rest]) => {
      let end = path.startsWith(start) ? start.length : -1;
      for (const part of rest) {
        const at = end < 0 ? -1 : path.indexOf(part, end);
        end = at < 0 ? -1 : at + part.length;
      }
      return end >= 0;
    });
  for (const path of ['/', '/allProducts', '/allProducts?category=power-q', '/parts/A-1', '/images/a.webp'])
    assert.ok(isRead(path), path);
  for (const query of ['q=fan', 'category=memory&f.ecc=yes', 'category=memory&sort=price', 'price=1..2'])
    assert.ok(!isRead(`/allProducts?${query}`), query);
  assert.ok(!isRead('/products/1') && !isRead('/compare?ids=1'));
});

test('a file of the longest SKUs is below 50 MB, and no sign of a SKU is left unescaped', async (t) => {
  const { app, read } = serve(ADDRESSES_OF_A_FILE, (n) => `${n} (#+/)`.padEnd(64, '語'));
  t.after(() => app.close());
  const { body, addresses } = await read('/sitemap-parts-1.xml');
  assert.ok(body.length < 50 * 1024 * 1024, `${body.length} bytes`);
  assert.match(addresses[7]!, /^https:\/\/shop\.example\.com\/parts\/7%20\(%23%2B~\)(%E8%AA%9E)+$/);
});

test('without parts there is a sitemap of pages', async (t) => {
  const { app, read } = serve(0);
  t.after(() => app.close());
  assert.deepEqual((await read('/sitemap.xml')).addresses, [`${ORIGIN}/sitemap-pages.xml`]);
});
