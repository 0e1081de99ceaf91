import { partPath } from '#contract/kernel/addresses.ts';
import { formatDay } from '#contract/kernel/days.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { placePurchase } from './arrange.ts';
import { enter, expect, test } from './test.ts';

const began = Date.now();
const inDays = (days: number) => new Date(began + days * 86_400_000).toISOString().slice(0, 10);

test('a supplier expects goods, buyers see and order them, and pieces that arrive go to the orders first', async ({
  page,
  shop,
  admin,
  buyer,
  addProduct,
}) => {
  const product = await addProduct({ available: 40 });
  await enter(page, shop, admin, `/dashboard/manageProducts/${product._id}`);
  const section = page.getByRole('region', { name: 'Expected goods' });
  const dialog = page.getByRole('dialog');
  await section.getByRole('button', { name: 'Add a delivery' }).press('Enter');
  await dialog.getByLabel('Expected on').fill(inDays(9));
  await dialog.getByLabel('Pieces').press('Enter');
  await expect(dialog.getByLabel('Pieces')).toHaveAccessibleDescription(/Enter a whole number of pieces/);
  await dialog.getByLabel('Pieces').fill('400');
  await dialog.getByLabel('Pieces').press('Enter');
  const row = section.getByRole('row', { name: new RegExp(formatDay(inDays(9))) });
  await expect(row.getByRole('cell')).toContainText([formatDay(inDays(9)), '400', '0', '0']);
  await expect(section.getByRole('button', { name: 'Add a delivery' })).toBeFocused();

  const { insertedId } = await placePurchase(buyer, [[product, 150]], {
    lines: [{ productId: product._id, quantity: 150, receiptDate: inDays(9) }],
  });
  const readLine = async () => (await buyer.call<PurchaseDetail>(`GET /purchases/${insertedId}`)).lines[0]!;
  expect(await readLine()).toMatchObject({ expectedOn: inDays(9), expectedPieces: 150 });

  // The buyers' pages tell what is left.
  await page.goto(partPath(product.sku));
  await expect(page.getByText(`250 more expected on ${formatDay(inDays(9))}`)).toBeVisible();
  await page.goto(`/products/${product._id}`);
  await expect(page.getByText(`250 more expected on ${formatDay(inDays(9))}`)).toBeVisible();
  await expect(
    page.getByRole('form', { name: 'Order' }).getByRole('link', { name: 'order pad' }),
  ).toBeVisible();

  await page.goto(`/dashboard/manageProducts/${product._id}`);
  await section.getByRole('button', { name: /^Change/ }).click();
  await dialog.getByLabel('Pieces').fill('149');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('150 pcs of this delivery are promised to orders');
  await dialog.getByLabel('Pieces').fill('300');
  await dialog.getByLabel('Expected on').fill(inDays(12));
  await dialog.getByRole('button', { name: 'Save' }).click();
  const moved = section.getByRole('row', { name: new RegExp(formatDay(inDays(12))) });
  await expect(moved.getByRole('cell')).toContainText([formatDay(inDays(12)), '300', '150', '0']);
  expect((await readLine()).expectedOn).toBe(inDays(12));

  await moved.getByRole('button', { name: /^Arrived/ }).click();
  await dialog.getByLabel('Pieces that arrived').fill('200');
  await dialog.getByRole('button', { name: 'Book in' }).click();
  await expect(page.getByText('150 pcs went to orders, 50 pcs are on sale')).toBeVisible();
  await expect(moved.getByRole('cell')).toContainText([formatDay(inDays(12)), '100', '0', '200']);
  expect((await readLine()).expectedOn).toBeUndefined();

  await moved.getByRole('button', { name: /^Cancel/ }).click();
  await dialog.getByRole('button', { name: 'Cancel the delivery' }).click();
  await expect(moved).toContainText('Arrived');
  await expect(moved.getByRole('button')).toHaveCount(0);
});
