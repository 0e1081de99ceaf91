import type { Locator } from '@playwright/test';
import { enter, expect, test } from './test.ts';

test('a buyer reads the facts of a part, and copies its numbers by keyboard', async ({
  page,
  context,
  shop,
  admin,
  buyer,
  addProduct,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const [memory] = await admin.call<[{ _id: string }]>('GET /products?q=udimm&limit=1');
  await enter(page, shop, buyer, `/products/${memory._id}`);
  const facts = page.getByRole('main');
  for (const words of ['Ships in 3 days', 'Tray of 50 pcs'])
    await expect(facts.getByText(words)).toBeVisible();
  for (const [what, number] of [
    ['SKU', 'D5U-5600-32'],
    ['MPN', 'NB-D5U-5600-32'],
  ] as const) {
    await page.getByRole('button', { name: `Copy ${what} ${number}` }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: `${what} copied` })).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
  }
  const table = page.getByRole('table', { name: 'Attributes' });
  for (const row of [
    'Category Memory',
    'Maker Northbridge',
    'Capacity 32 GB',
    'Speed 5,600 MT/s',
    'ECC No',
    'Weight 24 g',
  ])
    await expect(table.getByRole('row', { name: row, exact: true })).toBeVisible();

  const top = async () => (await table.boundingBox())!.y;
  const button = page.getByRole('button', { name: 'Place Order' });
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(top).toBeGreaterThan((await button.boundingBox())!.y);
  await page.setViewportSize({ width: 1280, height: 720 });
  const left = async (locator: Locator) => (await locator.boundingBox())!.x;
  const stage = page.getByRole('main').getByRole('img').first();
  await expect.poll(() => left(table)).toBeGreaterThan(await left(stage));
  expect(await left(button)).toBeGreaterThan(await left(table));
  await expect(button).toBeInViewport({ ratio: 1 });

  const plain = await addProduct({ lifecycle: 'last_buy', leadDays: 1 });
  await page.goto(`/products/${plain._id}`);
  await expect(facts.getByText('Last buy', { exact: true })).toBeVisible();
  await expect(facts.getByText('Ships in 1 day', { exact: true })).toBeVisible();
  await expect(table).toHaveCount(0);
});
