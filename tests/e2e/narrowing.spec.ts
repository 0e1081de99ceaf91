import type { Locator, Page } from '@playwright/test';
import { test as base, expect, newNumber } from './test.ts';

interface Modules {
  slug: string;
  /** The category's name. */
  name: string;
  /** The address of the category. */
  path: string;
}

/** A category of nine modules: 16, 32 and 64 GB, each of two speeds without ECC and of one with it. */
const test = base.extend<{ modules: Modules }>({
  modules: async ({ admin }, use) => {
    const number = newNumber();
    const slug = `modules-${number}`;
    const name = `Modules ${number}`;
    await admin.call(`PUT /categories/${slug}`, {
      name,
      attributes: [
        { key: 'capacity', name: 'Capacity', kind: 'number', unit: 'GB' },
        { key: 'speed', name: 'Speed', kind: 'number', unit: 'MT/s' },
        { key: 'ecc', name: 'ECC', kind: 'yesno' },
      ],
    });
    const ids: string[] = [];
    for (const capacity of [16, 32, 64])
      for (const [speed, ecc] of [
        [4800, true],
        [5200, false],
        [5600, false],
      ] as const) {
        const { insertedId } = await admin.call<{ insertedId: string }>('POST /products', {
          name: `Module ${capacity} GB ${speed}`,
          image: '/images/fan-120-pwm.webp',
          shortDetails: 'A module.',
          minOrder: 100,
          available: speed === 5200 ? 0 : 5000,
          price: capacity + speed / 10_000,
          priceBreaks: capacity === 64 ? [{ from: 1000, price: 60 }] : [],
          maker: speed === 5200 ? 'Ohm, Sons & Co' : 'Northbridge',
          category: slug,
          attributes: { capacity, speed, ecc },
        });
        ids.push(insertedId);
      }
    await use({ slug, name, path: `/allProducts?category=${slug}` });
    for (const id of ids) await admin.call(`DELETE /products/${id}`);
    await admin.call(`DELETE /categories/${slug}`);
  },
});

const filters = (page: Page) => page.getByRole('form', { name: 'Filters' });
const group = (page: Page, name: string) => filters(page).getByRole('group', { name, exact: true });
const choice = (page: Page, facet: string, name: RegExp) =>
  group(page, facet).getByRole('checkbox', { name });
const chips = (page: Page) => page.getByRole('list', { name: 'Filters in use' }).getByRole('link');
const names = (cards: Locator) => cards.getByRole('heading');
const cards = (page: Page) => page.getByRole('article');
const count = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

test.use({ viewport: { width: 1366, height: 768 } });

test('a buyer narrows memory by capacity and ECC, opens a part, and comes back to the same place', async ({
  page,
  modules,
}) => {
  await page.goto(modules.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(modules.name);
  await expect(count(page, '9 parts')).toBeVisible();
  await expect(choice(page, 'Capacity', /^32 GB 3$/)).toBeVisible();

  await choice(page, 'Capacity', /^32 GB/).check();
  await expect(page).toHaveURL(`${modules.path}&f.capacity=32`);
  await expect(cards(page)).toHaveCount(3);
  await expect(choice(page, 'Capacity', /^32 GB/)).toBeFocused();
  // Other values of the same facet keep their counts; those of other facets count what is left.
  await expect(choice(page, 'Capacity', /^64 GB 3$/)).toBeVisible();
  await expect(choice(page, 'ECC', /^Yes 1$/)).toBeVisible();
  await choice(page, 'Capacity', /^64 GB/).check();
  await choice(page, 'ECC', /^Yes 2$/).press('Space');
  await expect(names(cards(page))).toHaveText(['Module 32 GB 4800', 'Module 64 GB 4800']);
  await expect(chips(page)).toHaveText([/Capacity: 32\sGB/, /Capacity: 64\sGB/, /ECC: Yes/, 'Clear all']);
  const narrowed = page.url();

  const second = cards(page).nth(1);
  await second.getByRole('link', { name: 'Purchase Now' }).scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo({ top: 120 }));
  await second.getByRole('heading').getByRole('link').click();
  await expect(page).not.toHaveURL(/allProducts/);
  await page.goBack();
  await expect(page).toHaveURL(narrowed);
  await expect(cards(page)).toHaveCount(2);
  await expect(choice(page, 'ECC', /^Yes/)).toBeChecked();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(120);

  // Back takes the last change back, too.
  await page.goBack();
  await expect(cards(page)).toHaveCount(6);
  await expect(choice(page, 'ECC', /^Yes/)).not.toBeChecked();

  await chips(page).filter({ hasText: '32' }).click();
  await expect(page).toHaveURL(`${modules.path}&f.capacity=64`);
  await expect(choice(page, 'Capacity', /^32 GB/)).not.toBeChecked();
  await expect(count(page, '3 parts')).toBeVisible();
});

test('stock, makers and prices narrow, with one request each; a wrong range says so and narrows nothing', async ({
  page,
  modules,
}) => {
  // One window of the grid appears before the rest of it.
  await page.setViewportSize({ width: 1366, height: 400 });
  await page.goto(modules.path);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.push(new URL(request.url()).pathname);
  });
  await choice(page, 'Maker', /^Northbridge/).check();
  await expect(count(page, '6 parts')).toBeVisible();
  await expect(cards(page)).toHaveCount(6);
  await expect(choice(page, 'Capacity', /^64 GB 2$/)).toBeVisible();
  expect(asked.filter((path) => path === '/products' || path === '/facets').sort()).toEqual([
    '/facets',
    '/products',
  ]);
  await choice(page, 'Maker', /^Northbridge/).uncheck();
  await expect(cards(page)).toHaveCount(9);
  await choice(page, 'Maker', /^Ohm, Sons & Co 3$/).check();
  await expect(cards(page)).toHaveCount(3);
  await page.reload();
  await expect(choice(page, 'Maker', /^Ohm/)).toBeChecked();
  await choice(page, 'Availability and price', /^In stock now 0$/).check();
  await expect(page.getByText('No parts match all of these filters.')).toBeVisible();
  await expect(choice(page, 'Maker', /^Ohm/)).toBeChecked();
  await page.getByRole('main').getByRole('link', { name: 'Clear all' }).last().click();
  await expect(page).toHaveURL(modules.path);
  await expect(cards(page)).toHaveCount(9);

  const from = page.getByLabel('Price per unit, from');
  const upTo = page.getByLabel('Price per unit, up to');
  await from.fill('30');
  await upTo.fill('20');
  await upTo.press('Enter');
  await expect(from).toHaveAccessibleDescription('The first number is above the second.');
  await expect(from).toHaveValue('30');
  await upTo.fill('40');
  await upTo.press('Enter');
  await expect(page).toHaveURL(`${modules.path}&price=30..40`);
  await expect(names(cards(page))).toHaveText([
    'Module 32 GB 4800',
    'Module 32 GB 5200',
    'Module 32 GB 5600',
  ]);
  await chips(page).first().click();
  await expect(from).toHaveValue('');
});

test('a category has its own title, summary, canonical address and place; an unknown one is not found', async ({
  page,
  shop,
  modules,
}) => {
  await page.goto(`${modules.path}&f.ecc=yes&view=list&sort=price`);
  await expect(page).toHaveTitle(`${modules.name} | Northbridge`);
  const canonical = page.locator('link[rel=canonical]');
  await expect(canonical).toHaveAttribute('href', shop.origin + modules.path);
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /by capacity, speed, ecc/);
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'All Products' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Products');
  await expect(canonical).toHaveAttribute('href', `${shop.origin}/allProducts`);
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: modules.name })
    .click();
  await expect(page).toHaveURL(modules.path);

  const answer = await page.goto('/allProducts?category=no-such-category');
  expect(answer?.status()).toBe(404);
});

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });

test('the list has the attributes as columns that sort all parts, but for what is the same in every row; the view is remembered', async ({
  page,
  modules,
}) => {
  await page.goto(modules.path);
  await page.getByRole('link', { name: 'List' }).click();
  await expect(page).toHaveURL(`${modules.path}&view=list`);
  await expect(rows(page)).toHaveCount(9);
  const heading = page.getByRole('columnheader', { name: 'Capacity, GB' });
  await heading.getByRole('link').click();
  await heading.getByRole('link').click();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=-f.capacity/);
  const first = rows(page).first();
  await expect(first).toContainText('Module 64 GB');
  await expect(first).toContainText('$60.00 from 1,000');
  await expect(first.getByRole('cell').filter({ hasText: /^64$/ })).toBeVisible();
  const box = (await first.boundingBox())!;
  expect(box.height).toBeLessThanOrEqual(49);
  await expect(rows(page).filter({ hasText: '16 GB 5200' })).toContainText('Out of stock');

  await choice(page, 'ECC', /^No/).check();
  await expect(rows(page)).toHaveCount(6);
  await expect(page.getByText('All parts: ECC No')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'ECC' })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Speed, MT/s' })).toBeVisible();
  await chips(page).first().click();
  await expect(rows(page)).toHaveCount(9);
  await expect(page.getByRole('columnheader', { name: 'ECC' })).toBeVisible();
  await expect(page.getByText('All parts:')).toHaveCount(0);

  await page.goto('/allProducts');
  await expect(page).toHaveURL('/allProducts?view=list');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('link', { name: 'Cards' }).click();
  await expect(page).toHaveURL('/allProducts?view=cards');
  await page.goto('/allProducts');
  await expect(cards(page).first()).toBeVisible();
  await expect(page).toHaveURL('/allProducts');
});

test('the list fits its frame, begins where the bar on top begins, and shows whole names, however wide the window is', {
  tag: '@nightly',
}, async ({ page }) => {
  const left = async (locator: Locator) => (await locator.boundingBox())!.x;
  for (const width of [1024, 1152, 1280, 1366, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/allProducts?category=network-cables&view=list');
    const logo = page.getByRole('link', { name: 'Northbridge' }).first();
    const search = page.getByRole('combobox').first();
    const bar = [await left(logo), await left(search)];
    expect(await left(page.getByRole('heading', { level: 1 }))).toBe(bar[0]);
    const tooWide = await page
      .getByRole('table')
      .evaluate((table) => table.getBoundingClientRect().width - table.parentElement!.clientWidth);
    expect(tooWide, `at ${width} px`).toBeLessThanOrEqual(0);
    const cut = await page
      .getByRole('rowheader')
      .getByRole('link')
      .evaluateAll((links) => links.filter((link) => link.scrollHeight > link.clientHeight + 1).length);
    expect(cut, `at ${width} px`).toBe(0);
    await page.goto('/blogs');
    expect([await left(logo), await left(search)], `at ${width} px`).toEqual(bar);
  }
});

test('without an answer the last list stays, with its heading, and a message above it', {
  tag: '@nightly',
}, async ({ page, context, modules }) => {
  await page.goto(modules.path);
  await expect(cards(page)).toHaveCount(9);
  await context.setOffline(true);
  await choice(page, 'Capacity', /^32 GB/).click();
  const problem = page.getByRole('alert').filter({ hasText: 'Could not load this list' });
  await expect(problem).toContainText('Below is the list from before.');
  await expect(cards(page)).toHaveCount(9);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(modules.name);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(modules.name);
  await expect(choice(page, 'Capacity', /^32 GB/)).toBeChecked();
  await context.setOffline(false);
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(cards(page)).toHaveCount(3);
  await expect(problem).toHaveCount(0);
});

test('up to five parts are chosen to compare, in all tabs', async ({ page, context, modules }) => {
  await page.goto(modules.path);
  const boxes = page.getByRole('button', { name: /^Compare Module/ });
  for (const n of [0, 1, 2, 3, 4]) await boxes.nth(n).click();
  await boxes.nth(5).click({ force: true });
  await expect(boxes.nth(5)).toHaveAttribute('aria-pressed', 'false');
  const link = page.getByRole('link', { name: 'Compare 5 parts' });
  await expect(link).toHaveAttribute('href', /^\/compare\?ids=([\w-]+,){4}[\w-]+$/);
  const other = await context.newPage();
  await other.goto(`${modules.path}&view=list`);
  await expect(other.getByRole('button', { name: /^Compare Module/, pressed: true })).toHaveCount(5);
  await other.getByRole('button', { name: 'Clear' }).click();
  await expect(link).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the filters are a drawer that keeps the focus, and the list has rows of 112 px', async ({
    page,
    modules,
  }) => {
    await page.goto(`${modules.path}&view=list`);
    await expect(rows(page).filter({ hasText: /16\s?GB, 4,800\s?MT/ })).toBeVisible();
    const button = page.getByRole('button', { name: 'Filters' });
    await button.click();
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    await choice(page, 'ECC', /^Yes/).check();
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press('Tab');
      expect(
        await drawer.evaluate(
          (dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body,
        ),
      ).toBe(true);
    }
    await drawer.getByRole('button', { name: 'Show 3 parts' }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused();
    await expect(rows(page)).toHaveCount(3);
    expect((await rows(page).first().boundingBox())!.height).toBe(112);
    await expect(rows(page).first().getByText('16 GB', { exact: true })).toBeVisible();
  });

  test('search, views, filters and the words of the order are whole and in reach', async ({
    page,
    modules,
  }) => {
    await page.goto(`${modules.path}&f.ecc=yes&sort=-price`);
    const order = page.getByRole('main').getByLabel('Sort by');
    for (const control of [
      page.getByRole('banner').getByLabel('Search parts'),
      page.getByRole('link', { name: 'Cards', exact: true }),
      page.getByRole('link', { name: 'List', exact: true }),
      page.getByRole('button', { name: 'Filters (1)' }),
      order,
    ])
      await expect(control).toBeInViewport({ ratio: 1 });
    const room = await order.evaluate((select: HTMLSelectElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      const pen = Object.assign(document.createElement('canvas').getContext('2d')!, { font });
      const words = pen.measureText(select.selectedOptions[0]!.text).width;
      return select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - words;
    });
    expect(room).toBeGreaterThanOrEqual(0);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the filters are a form: Apply narrows, chips widen, columns sort', { tag: '@nightly' }, async ({
    page,
    modules,
  }) => {
    await page.goto(modules.path);
    await expect(page.getByRole('button', { name: /^Compare/ })).toHaveCount(0);
    await choice(page, 'Capacity', /^32 GB/).check();
    await choice(page, 'Capacity', /^64 GB/).check();
    await choice(page, 'Maker', /^Northbridge/).check();
    await page.getByLabel('Price per unit, up to').fill('50');
    await filters(page).getByRole('button', { name: 'Apply' }).click();
    await expect(names(cards(page))).toHaveText(['Module 32 GB 4800', 'Module 32 GB 5600']);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(modules.name);
    await expect(choice(page, 'Capacity', /^64 GB/)).toBeChecked();
    await chips(page).filter({ hasText: 'Price' }).click();
    await expect(page).toHaveURL(`${modules.path}&maker=Northbridge&f.capacity=32%2C64`);
    await expect(cards(page)).toHaveCount(4);
    await page.getByRole('link', { name: 'List' }).click();
    await page.getByRole('columnheader', { name: 'In stock' }).getByRole('link').click();
    await expect(rows(page)).toHaveCount(4);
    await page.getByRole('link', { name: 'Clear all' }).click();
    await expect(rows(page)).toHaveCount(9);
    await page.goto(`${modules.path}&price.min=9&price.max=5`);
    await expect(page.getByText('Not understood and left out: price')).toBeVisible();
  });
});

test.describe('before the scripts are there', () => {
  test.use({ takenOver: false });

  test('a filter that is ticked before the scripts are there counts', { tag: '@nightly' }, async ({
    page,
    modules,
  }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(modules.path, { waitUntil: 'domcontentloaded' });
    await choice(page, 'ECC', /^Yes/).check();
    release();
    await expect(page).toHaveURL(`${modules.path}&f.ecc=yes`);
    await expect(choice(page, 'ECC', /^Yes/)).toBeChecked();
    await expect(cards(page)).toHaveCount(3);
  });
});
