import { comparePath, partPath } from '#contract/kernel/addresses.ts';
import type { Product } from '#contract/products/schema.ts';
import { expect, test } from './test.ts';

const memory = async (call: <T>(route: string) => Promise<T>) =>
  (await call<Product[]>('GET /products?q=ddr5&limit=10')).filter(
    ({ category }) => category?.slug === 'memory',
  );

test('a visitor chooses three parts in the grid by keyboard, sees what differs first, and takes one away', async ({
  page,
  admin,
}) => {
  const parts = (await memory(admin.call)).slice(0, 3);
  const [first, second, third] = parts as [Product, Product, Product];
  await page.goto('/allProducts?category=memory');
  for (const { name } of parts)
    await page.getByRole('button', { name: `Compare ${name}`, exact: true }).press('Enter');
  await expect(page.getByRole('status').getByText('3 of 5 parts chosen')).toBeAttached();
  await page.getByRole('link', { name: 'Compare 3 parts' }).press('Enter');
  await expect(page).toHaveURL(comparePath(parts.map(({ _id }) => _id)));
  await page.goBack();
  await expect(page).toHaveURL('/allProducts?category=memory');
  await expect(page.getByRole('button', { name: /^Compare /, pressed: true })).toHaveCount(3);
  await page.goForward();
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveCount(3);
  const top = async (name: string) =>
    (await table.getByRole('rowheader', { name, exact: true }).boundingBox())!.y;
  expect(await top('Capacity')).toBeLessThan(await top('Maker'));
  await page.getByLabel('Only what differs').check();
  await expect(table.getByRole('rowheader', { name: 'Maker', exact: true })).toBeHidden();
  await expect(table.getByRole('rowheader', { name: 'Capacity', exact: true })).toBeVisible();

  await page.getByRole('link', { name: `Remove ${second.name}` }).click();
  await expect(page).toHaveURL(comparePath([first._id, third._id]));
  await expect(table.getByRole('columnheader')).toHaveCount(2);
  await table.getByRole('link', { name: third.name, exact: true }).click();
  await expect(page).toHaveURL(partPath(third.sku));
});

test('a visitor chooses parts on their pages, compares and prints them', async ({ page, admin }) => {
  const [first, second] = (await memory(admin.call)) as [Product, Product];
  for (const part of [first, second]) {
    await page.goto(partPath(part.sku));
    await page.getByRole('button', { name: `Compare ${part.name}`, exact: true }).press('Enter');
  }
  await page.getByRole('link', { name: 'Compare 2 parts' }).click();
  await expect(page).toHaveURL(comparePath([first._id, second._id]));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('link', { name: 'Purchase Now' })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('rowheader', { name: 'Capacity', exact: true })).toBeVisible();
  await page.emulateMedia({ media: null });
  await page.getByRole('link', { name: `Remove ${first.name}` }).click();
  await expect(page.getByRole('columnheader')).toHaveCount(1);
  await page.goto(partPath(first.sku));
  await expect(page.getByRole('button', { name: `Compare ${first.name}`, exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
});
