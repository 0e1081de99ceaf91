import type { Page } from '@playwright/test';
import type { Product } from '#contract/products.ts';
import { placeOrder } from './arrange.ts';
import { enter, expect, test } from './test.ts';

/** Bytes of compressed JavaScript. */
const SCRIPTS = 180_000;
const SCRIPTS_OF_HOME = 130_000;
const STYLES = 16_000;
/** DOM elements of a page when it is first shown. */
const NODES = 1500;
/** Requests for a first page, without pictures: its HTML, scripts, styles, font and calls. */
const REQUESTS = 45;

interface Load {
  scripts: number;
  styles: number;
  requests: number;
  plain: string[];
}

/** Opens a page with an empty cache and counts its requests and bytes. */
async function weigh(page: Page, path: string): Promise<Load> {
  const load: Load = { scripts: 0, styles: 0, requests: 0, plain: [] };
  const weighing: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'image') load.requests += 1;
    weighing.push(
      (async () => {
        const type = request.resourceType();
        if (type !== 'script' && type !== 'stylesheet') return;
        const { responseBodySize } = await request.sizes();
        const answer = await request.response();
        const encoding = await answer?.headerValue('content-encoding');
        if (encoding !== 'br' && responseBodySize > 1000) load.plain.push(request.url());
        load[type === 'script' ? 'scripts' : 'styles'] += responseBodySize;
      })(),
    );
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  // On a busy machine the network can be idle before the scripts start.
  await page.waitForFunction(() => !window.takeEarlyEvents);
  await Promise.all(weighing);
  page.removeAllListeners('requestfinished');
  return load;
}

async function expectWithinBudget(page: Page, path: string): Promise<void> {
  const load = await weigh(page, path);
  expect
    .soft(load.scripts, `${path}: JavaScript`)
    .toBeLessThanOrEqual(path === '/' ? SCRIPTS_OF_HOME : SCRIPTS);
  expect.soft(load.scripts, `${path}: JavaScript was not seen`).toBeGreaterThan(50_000);
  expect.soft(load.styles, `${path}: styles`).toBeLessThanOrEqual(STYLES);
  expect.soft(load.requests, `${path}: requests`).toBeLessThanOrEqual(REQUESTS);
  // Files of the build are served with Brotli.
  expect
    .soft(
      load.plain.filter((url) => url.includes('/assets/')),
      `${path}: sent as it is`,
    )
    .toEqual([]);
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  expect.soft(nodes, `${path}: nodes`).toBeLessThanOrEqual(NODES);
}

for (const path of ['/', '/allProducts', '/myPortfolio', '/blogs', '/login', '/signup']) {
  test(`${path} keeps within its budget`, ({ page }) => expectWithinBudget(page, path));
}

test('pages of signed-in people keep within their budget', async ({ browser, shop, admin }) => {
  test.setTimeout(180_000);
  const [product] = await admin.call<[Product]>('GET /products?limit=1');
  const order = await placeOrder(admin, product);
  for (const path of [
    `/products/${product._id}`,
    `/dashboard/orders/${order._id}`,
    `/dashboard/payment/${order._id}`,
    '/dashboard/myProfile',
    '/dashboard/addReview',
    '/dashboard/makeAdmin',
    '/dashboard/manageAllOrders',
    '/dashboard/addProduct',
    '/dashboard/manageProducts',
    `/dashboard/manageProducts/${product._id}`,
    '/dashboard/log?kind=reconciliation',
  ]) {
    // Each page gets an empty cache.
    const context = await browser.newContext({ baseURL: shop.origin });
    const page = await context.newPage();
    await enter(page, shop, admin, '/healthz');
    await expectWithinBudget(page, path);
    await context.close();
  }
});

test('a page behind a link is shown before it requests pictures', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const images = [...document.querySelectorAll<HTMLImageElement>('article img')];
      if (document.querySelector('h1')?.textContent !== 'All Products' || images.length === 0) return;
      observer.disconnect();
      Object.assign(window, { loadingAtFirst: images.map(({ loading }) => loading) });
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.getByRole('navigation').getByRole('link', { name: 'All Products' }).first().click();
  const pictures = page.getByRole('article').getByRole('img');
  await expect(pictures.first()).toHaveJSProperty('complete', true);
  for (const [n, loading] of ['eager', 'eager', 'eager', 'lazy'].entries())
    await expect(pictures.nth(n)).toHaveJSProperty('loading', loading);
  const atFirst = await page.evaluate<string[]>('window.loadingAtFirst');
  expect(atFirst.length).toBeGreaterThan(3);
  expect(new Set(atFirst)).toEqual(new Set(['lazy']));
});
