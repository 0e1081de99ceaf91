import type { PriceListPage } from '#contract/price-lists/schema.ts';
import { enter, expect, newNumber, test } from './test.ts';

test('an admin adds a price list with a price from 500 pieces, is told which row is wrong, and gives the list to a group', async ({
  page,
  shop,
  admin,
  addProduct,
}) => {
  const number = newNumber();
  const [name, group] = [`Acme ${number}`, `Resellers ${number}`];
  const part = await addProduct({ price: 2.5 });
  const { sku } = part;

  await enter(page, shop, admin, '/dashboard/buyerGroups');
  const adding = page.getByRole('form', { name: 'Add a group' });
  await adding.getByLabel('Name').fill(group);
  await adding.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('region', { name: group })).toContainText('It has no price list.');

  await page.getByRole('navigation', { name: 'Prices of buyers' }).getByText('Price lists').click();
  await page.getByRole('link', { name: 'Add a price list' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('First day').fill('2027-01-01');
  await page.getByLabel('Add a part').fill(sku);
  await page.getByRole('listbox', { name: 'Parts' }).getByRole('option').first().click();
  await page.getByLabel(`Unit price, ${sku}, quantity 1`).fill('2.25');
  await page.getByRole('button', { name: `Add a quantity to ${sku}` }).click();
  await page.getByLabel(`From pieces, ${sku}, quantity 2`).fill('500');
  await page.getByLabel(`Unit price, ${sku}, quantity 2`).fill('2.3');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('table').getByRole('status')).toBeVisible();
  await page.getByLabel(`Unit price, ${sku}, quantity 2`).fill('2');
  await page.getByRole('button', { name: 'Show the effect' }).click();
  const effect = page.getByRole('status', { name: 'Effect on prices' });
  await expect(effect).toContainText('0 dearer, 1 cheaper, 0 the same.');
  await expect(effect).toContainText(`${sku}$2.50 to $2.00 (-20%) at 500 pcs`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);

  await page.getByLabel('Give it to').last().selectOption({ label: group });
  await page.getByRole('button', { name: 'Give' }).last().click();
  await expect(page.getByRole('button', { name: `Take away: ${group}` })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const list = await admin.call<PriceListPage>(`GET /price-lists/${id}`);
  expect(list.validFrom).toBe('2027-01-01');
  expect(list.prices).toMatchObject([{ sku, price: 2.25, priceBreaks: [{ from: 500, price: 2 }] }]);
  expect(list.groups.map((one) => one.name)).toEqual([group]);
});
