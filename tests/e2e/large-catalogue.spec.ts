import type { Page } from '@playwright/test';
import { catalogue } from '#content/catalogue.ts';
import { followRequests } from './quiet.ts';
import { type Shop, startShop } from './shop.ts';
import { test as base, enter, expect } from './test.ts';

const ADDED = 3000;
const TOTAL = catalogue.length + ADDED;
const GRID_PIECE = 48;
/** Enough DOM elements for many screens of cards, and far fewer than 3,000 cards need. */
const MOST_NODES = 1620;

/** A separate shop with 3,000 products besides the demo catalogue. */
const test = base.extend<object, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const shop = await startShop();
      await fill(shop);
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

async function fill(shop: Shop): Promise<void> {
  await shop.sql(
    `with added as (
       insert into products (id, name, image, short_details, min_order, available, price_micros)
       select ('10000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
         (array['Rail', 'Bracket', 'Standoff', 'Riser', 'Grommet', 'Backplane'])[1 + n % 6] || ' ' || n,
         '/images/fan-120-pwm.webp', 'Steel, ' || (n % 400) || ' mm, zinc plated.', 100, 5000, 100 + n
       from generate_series(1, ${ADDED}) n returning id, available
     )
     insert into events (id, kind, actor, product_id, stock_change)
     select gen_random_uuid(), 'product_added', 'admin@example.com', id, available from added`,
  );
  // The server finds them when it looks for changes in the database.
  await expect
    .poll(async () => (await fetch(`${shop.origin}/products?limit=1`)).headers.get('x-total-count'), {
      timeout: 30_000,
    })
    .toBe(String(TOTAL));
}

const cards = (page: Page) => page.getByRole('article');
const names = (page: Page) => cards(page).getByRole('heading');
const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** The addresses of all list requests of the page; none may ask for a whole list. */
function watchLists(page: Page): URL[] {
  const asked: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isCall = request.resourceType() === 'fetch';
    if (isCall && url.pathname === '/products') asked.push(url);
  });
  return asked;
}

async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight }));
}

test('the grid starts with one page of products and loads more while scrolling, each product once', {
  tag: '@nightly',
}, async ({ page }) => {
  const asked = watchLists(page);
  await page.goto('/allProducts');
  await expect(page.getByRole('status').getByText(`${TOTAL.toLocaleString('en-US')} parts`)).toBeVisible();
  await expect(cards(page)).toHaveCount(GRID_PIECE);
  expect(await nodes(page)).toBeLessThan(MOST_NODES);
  // The first page of products is part of the HTML.
  expect(asked).toEqual([]);

  for (const pieces of [2, 3, 4]) {
    await scrollToEnd(page);
    await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(pieces * GRID_PIECE);
  }
  const shown = await names(page).allTextContents();
  expect(new Set(shown).size).toBe(shown.length);
  expect(shown.slice(0, catalogue.length)).toEqual(catalogue.map(({ name }) => name).slice(0, shown.length));
  expect(asked.every((url) => url.searchParams.get('limit') === String(GRID_PIECE))).toBe(true);
});

test('going back from a product restores the scroll position and the loaded products', {
  tag: '@nightly',
}, async ({ page, shop, buyer }) => {
  const settle = followRequests(page);
  await enter(page, shop, buyer, '/allProducts?sort=-price');
  for (const pieces of [2, 3]) {
    await scrollToEnd(page);
    await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(pieces * GRID_PIECE);
  }
  const card = cards(page).nth(110);
  const name = await card.getByRole('heading').textContent();
  await card.scrollIntoViewIfNeeded();
  await settle();
  const count = await cards(page).count();
  await card.getByRole('link', { name: 'Purchase Now' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name!);
  await page.goBack();
  await expect(page).toHaveURL('/allProducts?sort=-price');
  await expect(card.getByRole('heading')).toHaveText(name!);
  await expect(cards(page)).toHaveCount(count);
  await expect(card).toBeInViewport();
});

test('search while typing and sorting cover all products, and are in the address', {
  tag: '@nightly',
}, async ({ page }) => {
  const asked = watchLists(page);
  await page.goto('/allProducts');
  const search = page.getByRole('combobox', { name: 'Search parts' });
  await search.pressSequentially('backplane 295');
  // Matches by name first (2951, 2957, ...), then products that are 295 mm long.
  const backplanes = Array.from({ length: ADDED }, (_, index) => index + 1).filter((n) => n % 6 === 5);
  const named = backplanes.filter((n) => String(n).startsWith('295'));
  const found = [...named, ...backplanes.filter((n) => n % 400 === 295 && !named.includes(n))];
  await expect(page.getByRole('status').getByText(`${found.length} parts`)).toBeVisible();
  await expect(names(page)).toHaveText(found.map((n) => `Backplane ${n}`));
  await page.getByLabel('Sort by').selectOption('Price, high to low');
  await expect(names(page)).toHaveText(found.toSorted((a, b) => b - a).map((n) => `Backplane ${n}`));
  await expect(page).toHaveURL('/allProducts?q=backplane+295&sort=-price');
  await page.reload();
  await expect(names(page)).toHaveText(found.toSorted((a, b) => b - a).map((n) => `Backplane ${n}`));
  await expect(search).toHaveValue('backplane 295');
  expect(asked.every((url) => url.searchParams.has('limit'))).toBe(true);
  await search.fill('abacus');
  await expect(page.getByText('No part matches “abacus”.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear' }).click();
  await expect(page).toHaveURL('/allProducts?sort=-price');
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
  await expect(names(page).first()).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a link leads to more products while there are some, and the search form works', {
    tag: '@nightly',
  }, async ({ page }) => {
    await page.goto('/allProducts?q=grommet');
    await expect(cards(page)).toHaveCount(GRID_PIECE);
    const seen = await names(page).allTextContents();
    const more = page.getByRole('link', { name: 'More products' });
    for (let left = 500 - GRID_PIECE; left > 0; left -= GRID_PIECE) {
      await more.click();
      await expect(cards(page)).toHaveCount(Math.min(GRID_PIECE, left));
      seen.push(...(await names(page).allTextContents()));
    }
    expect(new Set(seen).size).toBe(500);
    await expect(more).toHaveCount(0);
    await page.getByRole('link', { name: 'From the first product' }).click();
    await expect(names(page).first()).toHaveText('Grommet 4');

    await page.getByRole('combobox', { name: 'Search parts' }).fill('rail 2400');
    await page.getByRole('button', { name: 'Find' }).click();
    await expect(names(page)).toHaveText(['Rail 2400']);
  });
});
