import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, expect, newNumber, test } from './test.ts';
import { setTheme } from './walk.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search parts' });
const options = (page: Page) => page.getByRole('option');
const chosen = (page: Page): Locator => page.getByRole('option', { selected: true });

/** Opens a page and moves the focus to the search field by its key. */
async function search(page: Page, words: string, path = '/'): Promise<void> {
  await page.goto(path);
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(words);
}

test('a buyer finds a part by a misspelt number with the keyboard alone', async ({ page, addProduct }) => {
  const sku = `RC-${newNumber()}`;
  const part = await addProduct({ sku });
  // Two letters are swapped, the signs are left out.
  const misspelt = sku.replaceAll('-', '').replace('RC', 'CR').toLowerCase();
  await search(page, misspelt, '/blogs');
  await expect(options(page)).toHaveCount(1);
  await expect(options(page)).toContainText(part.name);
  await expect(page.getByRole('group', { name: `No part is numbered ${misspelt}. Nearest:` })).toBeVisible();
  await expect(page.getByText(`No part is numbered ${misspelt}. Nearest: 1 suggestion`)).toBeAttached();
  await expect(chosen(page)).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(chosen(page)).toContainText(sku);
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await chosen(page).getAttribute('id'))!,
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/parts/${sku}`);
  await expect(page.getByRole('heading', { level: 1, name: part.name })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/blogs');
});

test('Enter leads to the part of a whole number, and with several or none to the grid', async ({
  page,
  addProduct,
}) => {
  const number = newNumber();
  const part = await addProduct({ sku: `RC-${number}` });
  await search(page, `rc ${number}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/parts/${part.sku}`);

  await addProduct({ sku: `RC-${number.replace('-', '')}` });
  await search(page, `RC-${number}`);
  await expect(options(page)).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/allProducts?q=RC-${number}`);
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(field(page)).toHaveValue(`RC-${number}`);

  await search(page, 'ddr5 32gb');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/allProducts?q=ddr5+32gb');
});

test('the grid says what it shows instead of a misspelt number or word', async ({ page, addProduct }) => {
  const sku = `RC-${newNumber()}`;
  await addProduct({ sku });
  const misspelt = sku.replace('RC', 'CR');
  await page.goto(`/allProducts?q=${misspelt}`);
  const told = page.getByRole('status').filter({ hasText: 'No part' });
  await expect(told).toHaveText(`No part is numbered ${misspelt}. Nearest:`);
  await expect(page.getByRole('article')).toHaveCount(1);

  await page.goto('/allProducts?q=procesor');
  await expect(told).toHaveText('No part matches “procesor”. Showing results for “processor”.');
  await page.goto('/allProducts?q=processor');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(told).toHaveCount(0);
});

test('arrows walk through the list and back to the field, and Escape closes it', async ({ page }) => {
  await search(page, 'stor');
  await expect(page.getByRole('group', { name: 'Categories' }).getByRole('option').first()).toContainText(
    'Storage',
  );
  const count = await options(page).count();
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(chosen(page)).toHaveCount(0);
  for (let n = 0; n < count; n += 1) await page.keyboard.press('ArrowDown');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(options(page)).toHaveCount(0);
  await expect(field(page)).toHaveValue('stor');
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/allProducts?category=storage');
});

test('the last searches are offered, can be removed, and are forgotten at sign-out', async ({
  page,
  shop,
  buyer,
}) => {
  await enter(page, shop, buyer, '/');
  for (const words of ['udimm', 'sodimm']) {
    await search(page, words);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/allProducts?q=${words}`);
  }
  await page.goto('/blogs');
  await page.keyboard.press('/');
  await expect(options(page)).toHaveText([/^sodimm/, /^udimm/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await expect(options(page)).toHaveText([/^udimm/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/allProducts?q=udimm');
  await page.getByRole('button', { name: 'SignOut' }).click();
  await expect(page).toHaveURL('/login');
  // The key of the search is a letter while somebody types.
  await page.getByLabel('Email').pressSequentially('a/b');
  await expect(page.getByLabel('Email')).toHaveValue('a/b');
  await page.getByRole('heading', { level: 1 }).click();
  // A page that has just come takes the focus.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(field(page)).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await expect(options(page)).toHaveCount(0);
});

test.describe('before the page works', () => {
  test.use({ takenOver: false });

  test('the key of the search moves the focus to its field, and what is typed is kept', {
    tag: '@nightly',
  }, async ({ page }) => {
    const release = Promise.withResolvers<void>();
    await page.route(/\.js$/, async (route) => {
      await release.promise;
      await route.continue().catch(() => {});
    });
    await page.goto('/', { waitUntil: 'commit' });
    await expect(field(page)).toBeVisible();
    await page.keyboard.press('/');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('a/b');
    await expect(field(page)).toHaveValue('a/b');
    release.resolve();
    await page.waitForFunction(() => !window.takeEarlyEvents);
    await expect(field(page)).toHaveValue('a/b');
    await expect(field(page)).toBeFocused();
  });
});

test('an answer that comes after the next letter was typed is not shown; without answers the search works', {
  tag: '@nightly',
}, async ({ page }) => {
  const release = Promise.withResolvers<void>();
  await page.route('**/suggest?q=stor', async (route) => {
    await release.promise;
    await route.continue().catch(() => {});
  });
  await search(page, 'stor');
  await field(page).fill('psu');
  await expect(page.getByRole('option', { name: /Power Supplies/ })).toBeVisible();
  release.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(page.getByRole('option', { name: /Power Supplies/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /Storage/ })).toHaveCount(0);
  await page.route('**/suggest?*', (route) => route.abort());
  await field(page).fill('udimm');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/allProducts?q=udimm');
});

test('the list is accessible in both themes, and fits on desktops and phones', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  for (const width of [360, 1366]) {
    await page.setViewportSize({ width, height: 700 });
    await search(page, 'memory');
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(chosen(page)).toHaveCount(1);
    const panel = (await page.locator('.search-panel').boundingBox())!;
    expect(panel.x).toBeGreaterThanOrEqual(0);
    expect(panel.x + panel.width).toBeLessThanOrEqual(width);
  }
  await expectAccessible(page, { part: 'header' });
  await setTheme(page, 'dark');
  await expectAccessible(page, { part: 'header', contrastOnly: true });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the search of every page leads to the grid, and finds a misspelt part number', async ({
    page,
    addProduct,
  }) => {
    const part = await addProduct({ sku: `RC-${newNumber()}` });
    await page.goto('/blogs');
    await field(page).fill('udimm');
    await field(page).press('Enter');
    await expect(page).toHaveURL('/allProducts?q=udimm');
    await expect(field(page)).toHaveValue('udimm');
    await field(page).fill(part.sku.replace('RC', 'CR'));
    await field(page).press('Enter');
    await expect(page.getByRole('article').getByRole('heading')).toHaveText([part.name]);
  });
});
