import { SHIP_TO } from '../fixtures/purchases.ts';
import { proveAddress } from './arrange.ts';
import { enter, expect, newNumber, test } from './test.ts';

test('staff approve a company that waits and close one, and its members are told what happens next', async ({
  page,
  shop,
  admin,
  buyer,
  browser,
  addProduct,
}) => {
  const product = await addProduct();
  await proveAddress(shop, buyer.email);
  const { revision } = (await admin.call<{ companies: { revision: number } }>('GET /settings')).companies;
  await enter(page, shop, admin, '/dashboard/settings/companies');
  await page.getByLabel('New companies').selectOption('Wait for our approval before they order');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Companies saved')).toBeVisible();
  const name = `Acme ${newNumber()}`;
  const { insertedId: id } = await buyer.call<{ insertedId: string }>('POST /companies', {
    ...{ name, address: SHIP_TO },
  });
  await admin.call('PUT /settings/companies', { revision: revision + 1, value: null });

  const context = await browser.newContext({ baseURL: shop.origin });
  const theirs = await context.newPage();
  await enter(theirs, shop, buyer, `/dashboard/company/${id}`, id);
  const switched = theirs.getByRole('button', { name: /^Buying for/ });
  await expect(switched).toContainText('Waiting for approval');
  await expect(theirs.getByText('This company waits for our approval')).toBeVisible();
  await theirs.goto(`/products/${product._id}`);
  await theirs.getByLabel('Shipping address').fill('1 Dock Road, Oakland');
  await theirs.getByLabel('Phone').fill('+1 555 0100');
  const place = theirs.getByRole('button', { name: 'Place Order' });
  await place.click();
  await expect(theirs.getByText('Its admins get an email once it can')).toBeVisible();

  await page.goto('/dashboard/overview');
  await page.getByRole('link', { name: /compan(y|ies) to approve/ }).click();
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved. Its admins get an email.')).toBeVisible();
  await expect(page.getByText('The company may order.')).toBeVisible();
  await place.click();
  const toPayment = theirs.getByRole('main').getByRole('link', { name: 'Go to payment' });
  await toPayment.waitFor();

  await page.getByRole('button', { name: 'Close company' }).click();
  const closing = page.getByRole('dialog', { name: 'Close this company?' });
  await closing.getByLabel('Reason').fill('You have merged with Apex.');
  await closing.getByRole('button', { name: 'Close company' }).click();
  const ordering = page.getByRole('region', { name: 'Ordering' });
  await expect(ordering).toContainText('You have merged with Apex.');
  await expect(ordering.getByRole('button')).toHaveText(['Open company again']);
  await page.goto('/dashboard/allCompanies?state=closed');
  await expect(page.getByRole('row', { name })).toContainText('Closed');

  await toPayment.click();
  await expect(theirs.getByText('You have merged with Apex.').first()).toBeVisible();
  await theirs.goto(`/dashboard/company/${id}`);
  await expect(switched).toContainText('Closed');
  await expect(theirs.getByText('We have closed this company.')).toContainText('You have merged with Apex.');
  await expect(theirs.getByRole('button', { name: 'Change' })).toBeHidden();
  await theirs.getByRole('link', { name: 'Open the address book' }).click();
  await expect(theirs.getByRole('heading', { level: 1, name: 'Addresses' })).toBeVisible();
  await expect(theirs.getByText('1 Dock Road').first()).toBeVisible();
  await expect(theirs.getByText('We have closed this company.')).toBeVisible();
  await expect(theirs.getByRole('button', { name: /address|default/i })).toHaveCount(0);
  await context.close();
});
