import type { Product } from '#contract/products/schema.ts';
import type { Review } from '#contract/reviews/schema.ts';
import { columnsOf, enter, expect, expectNothingFrom, newNumber, test } from './test.ts';

test('[S2.1, S2.14, S2.16, S9.4, S2.19] the home page has its sections in the specified order; banners jump, figures show, and what does nothing yet does nothing', async ({
  page,
}) => {
  // With the video paused its button keeps the same label.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const answer = await page.goto('/', { waitUntil: 'networkidle' });
  expect(answer?.status()).toBe(200);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(main.locator('section').first()).toHaveAttribute('aria-roledescription', 'carousel');
  // Hidden banners are not part of the page's outline.
  await expect(main.locator('h2:not([inert] h2)')).toHaveText([
    'Our Products',
    'Business Summery',
    'Customer Review',
    'Our Verification',
    'Newsletter',
  ]);
  const carousel = page.locator('[aria-roledescription=carousel]');
  const pictures = carousel.locator('img');
  await expect(pictures).toHaveCount(3);
  await expect(pictures.nth(0)).toBeInViewport({ ratio: 0.9 });
  for (const [jump, shown] of [
    ['2', 1],
    ['3', 2],
    ['1', 0],
  ] as const) {
    await carousel.getByRole('button', { name: jump, exact: true }).click();
    for (const index of [0, 1, 2]) {
      if (index === shown) await expect(pictures.nth(index)).toBeInViewport({ ratio: 0.9 });
      else await expect(pictures.nth(index)).not.toBeInViewport();
    }
    await expect(pictures.nth(shown)).toHaveJSProperty('complete', true);
    expect(
      await pictures.nth(shown).evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0);
  }

  const summary = page.getByRole('region', { name: 'Business Summery' });
  for (const [figure, label] of [
    ['72', 'countries'],
    ['535+', 'completed projects'],
    ['273+', 'happy clients'],
    ['432+', 'feedbacks'],
  ] as const) {
    const pair = summary.locator('dl > div').filter({ has: page.getByText(label) });
    await expect(pair.getByRole('definition')).toHaveText(figure);
  }
  const contact = summary.getByRole('button', { name: 'Contact Us' });
  await contact.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  await expectNothingFrom(page, () => contact.click());

  const box = page.getByPlaceholder('Your Email');
  await expect(box).toHaveAttribute('type', 'text');
  await box.fill('no address at all');
  await page.waitForLoadState('networkidle');
  await expectNothingFrom(page, () => box.press('Enter'));
  await expect(box).toHaveValue('no address at all');
  await expect(box).toHaveJSProperty('validity.valid', true);
});

test('a search field and the categories stand between the banners and the products', async ({ page }) => {
  await page.goto('/');
  const tiles = page.getByRole('main').getByRole('navigation', { name: 'Categories' }).getByRole('link');
  await expect(tiles.first()).toHaveText(/^\D+\d+ parts$/);
  // Every picture is one that the shop has.
  for (const picture of await tiles.locator('img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(0);
  }
  await expect(tiles.locator('img')).toHaveCount(9);
  await tiles.filter({ hasText: 'Memory' }).click();
  await expect(page).toHaveURL('/allProducts?category=memory');

  await page.goBack();
  const field = page.getByRole('combobox', { name: 'Find a part' });
  await field.fill('d5r480064');
  const found = page.getByRole('option', { name: /D5R-4800-64/ }).first();
  await expect(found).toBeVisible();
  await expect(found).toBeInViewport();
  await field.press('Enter');
  await expect(page).toHaveURL('/parts/D5R-4800-64');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
});

test('[S2.15, S2.17] Our Products shows the last 6 products in 1, 2 or 3 columns, Customer Review the last 3 reviews; both the newest first', async ({
  page,
  buyer,
  admin,
  addProduct,
}) => {
  const newest = await addProduct();
  const products = await admin.call<Product[]>('GET /products');
  const names = products
    .slice(-6)
    .reverse()
    .map(({ name }) => name);
  expect(names[0]).toBe(newest.name);
  const description = `Sealed trays, right count. ${newNumber()}`;
  await buyer.call('POST /reviews', { name: buyer.name, email: buyer.email, ratings: '4', description });
  const reviews = await buyer.call<Review[]>('GET /reviews');
  const last = reviews.slice(-3).reverse();

  await page.goto('/');
  const cards = page.getByRole('region', { name: 'Our Products' }).getByRole('article');
  await expect(cards.getByRole('heading')).toHaveText(names);
  for (const [width, columns] of [
    [400, 1],
    [800, 2],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => columnsOf(cards), `columns at ${width} px`).toBe(columns);
  }

  const shown = page.getByRole('region', { name: 'Customer Review' }).getByRole('listitem');
  await expect(shown).toHaveCount(3);
  for (const [index, review] of last.entries()) {
    await expect(shown.nth(index)).toContainText(review.name);
    await expect(shown.nth(index)).toContainText(review.description);
    await expect(shown.nth(index)).toContainText(`${review.ratings} of 5 stars`);
  }
  await expect(shown.first()).toContainText(description);
  await expect.poll(() => columnsOf(shown)).toBe(3);
});

test('[S2.18] Our Verification has a muted autoplaying video, the blurb, the company and Inquire Now', async ({
  page,
  request,
}) => {
  const html = await (await request.get('/', { headers: { accept: 'text/html' } })).text();
  const tag = /<video[^>]*>/.exec(html)?.[0] ?? '';
  expect(tag).toMatch(/ muted\b/);
  expect(tag).toMatch(/ autoplay\b/i);
  expect(tag).toMatch(/ loop\b/);

  await page.goto('/', { waitUntil: 'networkidle' });
  const section = page.getByRole('region', { name: 'Our Verification' });
  const video = section.locator('video');
  await video.scrollIntoViewIfNeeded();
  await expect(video).toHaveJSProperty('muted', true);
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0);
  for (const [value, label] of [
    ['300', 'employees'],
    ['10,000 sqm', 'factory'],
    ['24/7', 'response'],
    ['2006', 'export company founded'],
    ['2015', 'factory founded'],
  ] as const) {
    const fact = section.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
    await expect(fact.getByRole('definition')).toHaveText(value);
  }
  await expect(section.getByRole('heading', { level: 3 })).toHaveCount(2);
  await section.getByRole('button', { name: 'Pause' }).click();
  await expect(video).toHaveJSProperty('paused', true);

  const inquire = section.getByRole('button', { name: 'Inquire Now' });
  await inquire.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  await expectNothingFrom(page, () => inquire.click());
});

test('[S2.20, S4.1] a spinner image shows while products and reviews load, then they show', async ({
  page,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isList = (url: URL) => url.pathname === '/products' || url.pathname === '/reviews';
  await page.route(isList, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/login');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Home', exact: true })
    .click();
  const products = page.getByRole('region', { name: 'Our Products' });
  const reviews = page.getByRole('region', { name: 'Customer Review' });
  for (const [section, label] of [
    [products, 'Loading the products'],
    [reviews, 'Loading the reviews'],
  ] as const) {
    const spinner = section.getByRole('img', { name: label });
    await expect(spinner).toBeVisible();
    await expect(spinner).toHaveJSProperty('tagName', 'IMG');
  }
  release();
  await expect(products.getByRole('article')).toHaveCount(6);
  await expect(reviews.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('img', { name: /^Loading/ })).toHaveCount(0);
});

test('[S7.21] the home list sends no authorization, the admin list sends the bearer', async ({
  page,
  shop,
  admin,
}) => {
  const isList = (request: { url(): string }) => new URL(request.url()).pathname === '/products';
  await enter(page, shop, admin, '/dashboard/myProfile');
  const homeList = page.waitForRequest(isList);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Home', exact: true })
    .click();
  expect((await (await homeList).allHeaders()).authorization).toBeUndefined();

  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const adminList = page.waitForRequest(isList);
  await page.goto('/dashboard/manageProducts');
  expect((await (await adminList).allHeaders()).authorization).toBe(`Bearer ${token}`);
});
