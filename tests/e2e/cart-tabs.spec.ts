import type { BrowserContext, Page } from '@playwright/test';
import { enter, expect, test } from './test.ts';

const note = (page: Page) => page.locator('.cart-note');

async function openCart(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Cart/ }).click();
  await expect(page.getByRole('dialog', { name: 'Your order' })).toBeVisible();
}

async function openTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto('/');
  await tab.waitForFunction(() => !window.takeEarlyEvents);
  return tab;
}

/**
 * Cuts the network of all tabs, and gives it back to all calls but those of the tab that asks the shop for the cart. Returns the
 * function that ends that, too.
 */
async function loseShop(asking: Page, others: Page[]): Promise<() => void> {
  let isOut = true;
  await asking.route('**/lists/**', (route) => (isOut ? route.abort() : route.continue()));
  await asking.context().setOffline(true);
  for (const tab of [asking, ...others]) await expect(note(tab)).toContainText('No connection.');
  await asking.context().setOffline(false);
  return () => {
    isOut = false;
  };
}

test.beforeEach(async ({ page, shop, buyer }) => {
  // Retries are timed by a clock that a test can stop.
  await page.clock.install();
  await enter(page, shop, buyer, '/');
  await openCart(page);
});

test('the tab that asks for the cart next does not take the shop for unreachable because the one before did', {
  tag: '@nightly',
}, async ({ page, context }) => {
  const other = await openTab(context);
  await openCart(other);
  const find = await loseShop(page, [other]);
  // Nothing is new, so the shop answers such a request late.
  await other.route(/\/lists\/.*[?&]after=/, () => {});
  await page.goto('/');
  find();
  await expect(note(other)).toBeEmpty();
  await openCart(page);
  await expect(note(page)).toBeEmpty();
});

test('a reloaded tab that can reach the shop tells it to one that could not', { tag: '@nightly' }, async ({
  page,
  context,
}) => {
  const other = await openTab(context);
  await openCart(other);
  const find = await loseShop(page, [other]);
  // A hidden tab asks nothing.
  await other.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  page.once('framenavigated', find);
  await page.goto('/');
  await expect(note(other)).toBeEmpty();
  await openCart(page);
  await expect(note(page)).toBeEmpty();
});

test('when any tab has an answer of the shop, no tab waits for its next try', { tag: '@nightly' }, async ({
  page,
  context,
}) => {
  const other = await openTab(context);
  await openCart(other);
  const find = await loseShop(page, [other]);
  await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 1_000));
  await other.keyboard.press('Escape');
  find();
  await other.getByRole('combobox', { name: 'Search' }).fill('fan');
  await expect(note(page)).toBeEmpty();
  await openCart(other);
  await expect(note(other)).toBeEmpty();
});
