import type { Page } from '@playwright/test';
import { catalogue } from '#content/catalogue.ts';
import type { Product } from '#contract/products/schema.ts';
import { enter, expect, test } from './test.ts';

test.describe('pages arrive as HTML', () => {
  test.use({ javaScriptEnabled: false });

  test('the home page holds the six newest products, and the grid its first page, nav bar and footer', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('article')).toHaveCount(6);
    await expect(page.getByRole('article').first()).toContainText(catalogue.at(-1)!.name);
    await page.goto('/allProducts');
    await expect(page.getByRole('article')).toHaveCount(48);
    await expect(page.getByRole('article').first()).toContainText(catalogue[0]!.name);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('since 1992');
  });
});

test('the theme of the system is on before the first paint, is told by the toggle, and stays as chosen', async ({
  page,
}) => {
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      Object.assign(window, { themeAtFirstFrame: document.documentElement.dataset.theme });
    });
  });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    expect(await page.evaluate('window.themeAtFirstFrame')).toBe(colorScheme);
  }
  const toggle = page.getByRole('button', { name: 'Dark theme' });
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
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

test.describe('before the scripts have loaded', () => {
  test.use({ takenOver: false });

  /** Delays all scripts until the returned function is called. */
  async function holdScripts(page: Page): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    return release;
  }

  /** Opens a page whose scripts are delayed: a script that is requested before the load event delays that event. */
  const openUnscripted = (page: Page, path: string) => page.goto(path, { waitUntil: 'domcontentloaded' });

  test('a form keeps its input, and its submission runs afterwards', async ({ page, buyer }) => {
    const release = await holdScripts(page);
    await openUnscripted(page, '/login');
    await page.getByLabel('Email').fill(buyer.email);
    await page.getByLabel('Password').fill(buyer.password);
    await page.getByLabel('Password').press('Enter');
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('Email')).toHaveValue(buyer.email);
    release();
    await expect(page.getByRole('button', { name: 'SignOut' })).toBeVisible();
    await expect(page).toHaveURL('/');
  });

  test('a form keeps input that was not submitted, and React knows it', { tag: '@nightly' }, async ({
    page,
    buyer,
  }) => {
    const release = await holdScripts(page);
    await openUnscripted(page, '/login');
    await page.getByLabel('Email').fill(buyer.email.toUpperCase());
    await page.getByLabel('Password').fill(buyer.password);
    release();
    // Lower case once React handles the field.
    await expect(page.getByLabel('Email')).toHaveValue(buyer.email);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('button', { name: 'SignOut' })).toBeVisible();
  });

  test('a pressed button takes effect afterwards', { tag: '@nightly' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    const release = await holdScripts(page);
    await openUnscripted(page, '/');
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await page.getByRole('button', { name: '2', exact: true }).click();
    release();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('button', { name: '2', exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    );
  });

  test('a search filters the grid afterwards, and a link works at once', { tag: '@nightly' }, async ({
    page,
  }) => {
    const release = await holdScripts(page);
    await openUnscripted(page, '/allProducts');
    await page.getByLabel('Search parts').fill('ddr5');
    release();
    await expect(page).toHaveURL('/allProducts?q=ddr5');
    await expect(page.getByLabel('Search parts')).toHaveValue('ddr5');

    await page.unrouteAll();
    await holdScripts(page);
    await openUnscripted(page, '/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All Products' }).click();
    await expect(page).toHaveURL('/allProducts');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Products');
  });
});

test('scripts are requested after the first paint', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', /./);
  const { painted, asked } = await page.evaluate(async () => {
    const scripts = () =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime);
    while (scripts().length === 0) await new Promise(requestAnimationFrame);
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return { painted: paint!.startTime, asked: Math.min(...scripts()) };
  });
  expect(asked).toBeGreaterThan(painted);
});

/** Headings of pages whose content nobody has yet. */
const BUYERS_PAGES: Record<string, string> = {
  '/dashboard/purchases/none': 'Order',
  '/dashboard/lists': 'Lists',
  '/dashboard/myProfile': 'My Profile',
  '/products/{id}': 'Product',
};
const STAFFS_PAGES: Record<string, string> = {
  '/dashboard/overview': 'Overview',
  '/dashboard/shipping': 'Shipping',
  '/dashboard/imports/none': 'Import',
  '/dashboard/settings': 'Settings',
};

for (const [who, pages] of [
  ['a buyer', BUYERS_PAGES],
  ['staff', STAFFS_PAGES],
] as const) {
  test(`each page of ${who} shows its heading and a skeleton before its role, and before its content, has come`, async ({
    page,
    shop,
    buyer,
    admin,
  }) => {
    await enter(page, shop, who === 'staff' ? admin : buyer, '/blogs');
    const [product] = await buyer.call<Product[]>('GET /products?limit=1');
    let roles: (() => void)[] = [];
    const others: (() => void)[] = [];
    await page.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url());
      const held = /^\/(user|admin)\//.test(pathname) ? roles : others;
      if (route.request().resourceType() === 'fetch') await new Promise<void>((go) => held.push(go));
      // The page may have been left.
      await route.continue().catch(() => {});
    });
    for (const [path, heading] of Object.entries(pages)) {
      roles = [];
      await page.goto(path.replace('{id}', product!._id));
      const main = page.getByRole('main');
      const menu = main.getByRole('navigation', { name: 'Dashboard' });
      const expectSkeleton = async () => {
        await expect(main.getByRole('heading', { level: 1, name: heading }), path).toBeVisible();
        await expect(
          main
            .getByRole('status')
            .filter({ hasText: /^Loading/ })
            .first(),
          path,
        ).toBeVisible();
      };
      await expectSkeleton();
      if (!path.startsWith('/dashboard/')) continue;
      await expect.poll(() => roles.length).toBeGreaterThan(0);
      await expect(menu).toHaveCount(0);
      for (const go of roles) go();
      await expect(menu).toBeVisible();
      await expectSkeleton();
    }
    for (const go of [...roles, ...others]) go();
  });
}
