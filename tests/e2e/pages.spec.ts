import { columnsOf, enter, expect, gridOf, newNumber, test } from './test.ts';

const PUBLIC = ['/', '/allProducts', '/myPortfolio', '/blogs', '/login', '/signup'];

test('[S2.7, S2.13, S6.1, S2.5, S2.6] a visitor sees home, all products, portfolio, blogs, login and signup, each with its own title', async ({
  page,
}) => {
  const titles = new Set<string>();
  for (const path of PUBLIC) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    await expect(page.getByRole('contentinfo'), path).toContainText('since 1992');
    expect(new URL(page.url()).pathname).toBe(path);
    titles.add(await page.title());
    if (path === '/myPortfolio') {
      const education = page.getByRole('region', { name: 'Education' });
      await expect(education.getByRole('listitem').first()).toBeVisible();
      const screenshots = page.getByRole('region', { name: 'Projects' }).getByRole('img');
      await expect(screenshots.first()).toBeVisible();
      for (const screenshot of await screenshots.all()) {
        await screenshot.scrollIntoViewIfNeeded();
        await expect
          .poll(() => screenshot.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(0);
      }
    }
    if (path === '/blogs') {
      const entries = page.getByRole('article');
      expect(await entries.count()).toBeGreaterThan(3);
      for (const entry of await entries.all()) {
        await expect(entry.getByRole('heading')).toHaveText(/\?$/);
        await expect(entry.getByRole('paragraph').first()).not.toBeEmpty();
      }
      await expect(page.getByRole('main')).toContainText('React');
    }
  }
  expect(titles.size).toBe(PUBLIC.length);
});

test('[S2.2, S2.21] all products stand in a grid of 1, 2 or 3 columns; a card shows name, image, details, price per unit in dollars, minimum, stock and Purchase Now', async ({
  page,
  addProduct,
}) => {
  const product = await addProduct({ price: 1234.5, minOrder: 150, available: 12_345 });
  await page.goto(gridOf(product));
  const card = page.getByRole('article').filter({ hasText: product.name });
  await expect(card.getByRole('heading')).toHaveText(product.name);
  await expect(card.getByRole('img', { name: product.name })).toBeVisible();
  await expect(card).toContainText(product.shortDetails);
  await expect(card).toContainText(/\$1,234\.50\s*per unit/);
  await expect(card.locator('dl > div').filter({ hasText: 'Min order' })).toContainText('150 pcs');
  await expect(card.locator('dl > div').filter({ hasText: 'Available' })).toContainText('12,345 pcs');
  await expect(card.getByRole('textbox', { name: `Quantity of ${product.name}` })).toHaveAttribute(
    'placeholder',
    '150',
  );
  await expect(card.getByRole('link', { name: 'Purchase Now' })).toHaveAttribute(
    'href',
    `/products/${product._id}`,
  );
  await page.goto('/allProducts');
  const cards = page.getByRole('article');
  expect(await cards.count()).toBeGreaterThanOrEqual(24);
  for (const [width, columns] of [
    [400, 1],
    [800, 2],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => columnsOf(cards), `columns at ${width} px`).toBe(columns);
  }
});

test('[S2.8, S2.13] any other path shows a not-found image, the footer and a link to the home page', async ({
  page,
}) => {
  const unknownProduct = '/products/00000000-0000-7000-8000-000000000000';
  for (const path of ['/allProducts/7', unknownProduct]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    const picture = page.getByRole('main').getByRole('img', { name: /not found/i });
    await expect(picture).toBeVisible();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(page.getByRole('contentinfo'), path).toContainText('since 1992');
  }
  await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible();
});

test('unknown query parameters stay in the address on the same page and have no effect', async ({ page }) => {
  await page.goto('/allProducts?utm_source=mail&q=ddr5&q=other');
  await expect(page.getByRole('combobox', { name: 'Search parts' })).toHaveValue('ddr5');
  await page.getByLabel('Sort by').selectOption('price');
  await expect(page).toHaveURL(/utm_source=mail&q=ddr5.*&sort=price/);
  await page.goto('/dashboard/log?utm_source=mail');
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent('/dashboard/log?utm_source=mail')}`);
  await page.goto('/Login/?from=%2FallProducts%3Fq%3Dfan&utm_source=mail');
  await expect(page).toHaveURL('/login?from=%2FallProducts%3Fq%3Dfan&utm_source=mail');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(`/signup?from=${encodeURIComponent('/allProducts?q=fan')}`);
});

test('[S2.12] the nav bar has Home, All Products, Dashboard when signed in, SignOut or Login, and the theme', async ({
  page,
  shop,
  buyer,
}) => {
  await page.goto('/blogs');
  const bar = page.getByRole('navigation', { name: 'Main' });
  const entry = (name: string) => bar.getByRole('link', { name, exact: true });
  const signOut = bar.getByRole('button', { name: 'SignOut' });
  await expect(bar.getByRole('button', { name: 'Dark theme' })).toBeVisible();
  await expect(entry('Login')).toBeVisible();
  await expect(entry('Dashboard')).toBeHidden();
  await expect(signOut).toBeHidden();
  await entry('All Products').click();
  await expect(page).toHaveURL('/allProducts');
  await entry('Home').click();
  await expect(page).toHaveURL('/');
  await entry('Login').click();
  await expect(page).toHaveURL('/login');

  await enter(page, shop, buyer, '/blogs');
  await expect(signOut).toBeVisible();
  await expect(entry('Login')).toBeHidden();
  await expect(bar.getByRole('button', { name: 'Dark theme' })).toBeVisible();
  await entry('Dashboard').click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('contentinfo')).toContainText('since 1992');
});

test('[S4.2] a grid that is visited again after a while refetches all its cards in one request, and not before', async ({
  page,
  admin,
  addProduct,
}) => {
  const product = await addProduct({ available: 5000 });
  await page.clock.install();
  await page.goto(gridOf(product));
  const card = page.getByRole('article').filter({ hasText: product.name });
  await expect(card).toContainText('5,000 pcs');
  await admin.call(`PATCH /products/${product._id}`, { available: 7000 });

  const requests: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/products') requests.push(request.url());
  });
  const lookAgain = () =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await lookAgain();
  await page.clock.runFor(1000);
  expect(requests).toEqual([]);
  await page.clock.runFor(31_000);
  await lookAgain();
  await expect(card).toContainText('7,000 pcs');
  expect(requests).toHaveLength(1);
});

test('[S4.2] a list shows the stock that remains after an order', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const product = await addProduct({ name: `Bracket ${newNumber()}`, available: 5000 });
  await enter(page, shop, buyer, gridOf(product));
  const card = page.getByRole('article').filter({ hasText: product.name });
  await expect(card).toContainText('5,000 pcs');
  await card.getByRole('link', { name: 'Purchase Now' }).click();
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByText('Order Placed SuccessfullY.')).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await page.goBack();
  await expect(card).toContainText('4,900 pcs');
});

test('head, content and foot of every page have the same edges, however wide the window is', {
  tag: '@nightly',
}, async ({ page, shop, admin }) => {
  await enter(page, shop, admin, '/');
  for (const width of [360, 1366, 1920, 2560]) {
    await page.setViewportSize({ width, height: 1080 });
    const paths = ['/', '/allProducts', '/allProducts?view=list', '/blogs', '/order', '/order/checkout'];
    for (const path of [...paths, '/dashboard/overview', '/dashboard/myProfile', '/dashboard/stock']) {
      await page.goto(path);
      await expect(page.locator('main .wrap, main.wrap').first()).toBeVisible();
      const edges = await page.locator('.wrap:visible').evaluateAll((frames) =>
        frames
          // Banners that are not shown stand beside the one that is.
          .filter((frame) => !frame.closest('dialog, [inert]'))
          .map((frame) => {
            const { left, right } = frame.getBoundingClientRect();
            const { paddingLeft } = getComputedStyle(frame);
            return `${left + Number.parseFloat(paddingLeft)} to ${right - Number.parseFloat(paddingLeft)}`;
          }),
      );
      expect(new Set(edges).size, `${path} at ${width} px: ${edges.join(', ')}`).toBe(1);
    }
  }
});
