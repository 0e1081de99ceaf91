import { expect, test } from './test.ts';

test.describe('pages arrive as HTML', () => {
  test.use({ javaScriptEnabled: false });

  test('the home page holds the six newest products, newest of all included', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('article')).toHaveCount(6);
    await expect(page.getByText('Rack Server Case 2U, 12 hot-swap bays')).toBeVisible();
  });

  test('the grid holds all products, nav bar and footer', async ({ page }) => {
    await page.goto('/allProducts');
    await expect(page.getByRole('article')).toHaveCount(24);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('since 1992');
  });
});

test.describe('theme', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the ${colorScheme} theme is on before the first paint`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.addInitScript(() => {
        requestAnimationFrame(() => {
          Object.assign(window, { themeAtFirstFrame: document.documentElement.dataset.theme });
        });
      });
      await page.goto('/');
      expect(await page.evaluate('window.themeAtFirstFrame')).toBe(colorScheme);
    });
  }

  test('stays as chosen', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});

test('the content policy lets no inline script run but the page’s own', async ({ page, complaints }) => {
  await page.goto('/');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
  });
  expect(await page.evaluate('window.injected')).toBeUndefined();
  await expect.poll(() => complaints.length).toBeGreaterThan(0);
  complaints.length = 0;
});
