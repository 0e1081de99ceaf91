import type { Page } from '@playwright/test';
import type { Product } from '#contract/products/schema.ts';
import { placeOrder } from './arrange.ts';
import { followRequests } from './requests.ts';
import { enter, expect, test } from './test.ts';

/** Bytes of compressed JavaScript. */
const SCRIPTS = 191_000;
/** Of them 5,500 name the scripts of all other pages. */
const SCRIPTS_OF_HOME = 132_500;
/** Staff edit products here: the form has drafts, uploads, attributes and what two people changed at once; besides, staff's menu jumps. */
const SCRIPTS_OF_PRODUCT_FORM = 203_000;
const PRODUCT_FORM = /^\/dashboard\/(addProduct|manageProducts\/)/;
/** What keeps the cart of signed-in people: it is loaded when the page has nothing else to do, and counted apart. */
const KEEPER = 3_000;
const KEEPER_REQUESTS = /\/assets\/exchange-|\/lists\/cart$/;
/** The frame's, and those of a table. */
const STYLES = 16_800;
/** The order pad has a style sheet of its own besides that of all pages. */
const STYLES_OF_ORDER_PAD = 20_200;
/** So have staff's list of orders, an order with its steps, and the overview with its charts. */
const STYLES_OF_DESK = 17_900;
const DESK = /^\/dashboard\/(manageAllOrders|overview|purchases\/)/;
/** DOM elements of a page when it is first shown. */
const NODES = 1620;
/** Fifty rows of nine columns. */
const NODES_OF_MANAGED_PRODUCTS = 2050;
/** Requests for a first page, without pictures: its HTML, scripts, styles, font and calls. */
const REQUESTS = 50;
/** Besides, what is expected of the product is edited here. */
const REQUESTS_OF_PRODUCT_FORM = 55;

interface Load {
  scripts: number;
  keeper: number;
  styles: number;
  requests: number;
  plain: string[];
}

/** Opens a page with an empty cache and counts its requests and bytes. */
async function weigh(page: Page, path: string): Promise<Load> {
  const load: Load = { scripts: 0, keeper: 0, styles: 0, requests: 0, plain: [] };
  const weighing: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    const isKeeper = KEEPER_REQUESTS.test(request.url());
    if (request.resourceType() !== 'image' && !isKeeper) load.requests += 1;
    weighing.push(
      (async () => {
        const type = request.resourceType();
        if (type !== 'script' && type !== 'stylesheet') return;
        const { responseBodySize } = await request.sizes();
        const answer = await request.response();
        const encoding = await answer?.headerValue('content-encoding');
        if (encoding !== 'br' && responseBodySize > 1000) load.plain.push(request.url());
        load[isKeeper ? 'keeper' : type === 'script' ? 'scripts' : 'styles'] += responseBodySize;
      })(),
    );
  });
  const isQuiet = followRequests(page);
  await page.goto(path);
  await expect.poll(isQuiet, { timeout: 30_000 }).toBe(true);
  // On a busy machine the network can be idle before the scripts start.
  await page.waitForFunction(() => !window.takeEarlyEvents);
  await Promise.all(weighing);
  page.removeAllListeners('requestfinished');
  return load;
}

function mostScripts(path: string): number {
  if (path === '/') return SCRIPTS_OF_HOME;
  return PRODUCT_FORM.test(path) ? SCRIPTS_OF_PRODUCT_FORM : SCRIPTS;
}

function mostStyles(path: string): number {
  if (path === '/order') return STYLES_OF_ORDER_PAD;
  return DESK.test(path) ? STYLES_OF_DESK : STYLES;
}

async function expectWithinBudget(page: Page, path: string): Promise<void> {
  const load = await weigh(page, path);
  expect.soft(load.scripts, `${path}: JavaScript`).toBeLessThanOrEqual(mostScripts(path));
  expect.soft(load.scripts, `${path}: JavaScript was not seen`).toBeGreaterThan(50_000);
  expect.soft(load.keeper, `${path}: what keeps the cart`).toBeLessThanOrEqual(KEEPER);
  expect.soft(load.styles, `${path}: styles`).toBeLessThanOrEqual(mostStyles(path));
  expect
    .soft(load.requests, `${path}: requests`)
    .toBeLessThanOrEqual(PRODUCT_FORM.test(path) ? REQUESTS_OF_PRODUCT_FORM : REQUESTS);
  // Files of the build are served with Brotli.
  expect
    .soft(
      load.plain.filter((url) => url.includes('/assets/')),
      `${path}: sent as it is`,
    )
    .toEqual([]);
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  const most = path === '/dashboard/manageProducts' ? NODES_OF_MANAGED_PRODUCTS : NODES;
  expect.soft(nodes, `${path}: nodes`).toBeLessThanOrEqual(most);
}

for (const path of ['/', '/allProducts', '/order', '/myPortfolio', '/blogs', '/login', '/signup']) {
  test(`${path} keeps within its budget`, { tag: '@nightly' }, ({ page }) => expectWithinBudget(page, path));
}

test('pages of signed-in people keep within their budget', { tag: '@nightly' }, async ({
  browser,
  shop,
  admin,
}) => {
  test.setTimeout(600_000);
  const [product] = await admin.call<[Product]>('GET /products?limit=1');
  const order = await placeOrder(admin, product);
  for (const path of [
    `/products/${product._id}`,
    `/dashboard/purchases/${order.purchaseId}`,
    `/dashboard/payment/${order._id}`,
    '/dashboard/myProfile',
    '/dashboard/addReview',
    '/dashboard/makeAdmin',
    '/dashboard/customers',
    '/dashboard/manageAllOrders',
    '/dashboard/overview',
    '/dashboard/addProduct',
    '/dashboard/manageProducts',
    `/dashboard/manageProducts/${product._id}`,
    '/dashboard/log?kind=reconciliation',
    '/dashboard/disputes',
    '/dashboard/reviews',
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
