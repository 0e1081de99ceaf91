import { openAccount, proveAddress } from './arrange.ts';
import { followLink } from './mail.ts';
import { enter, expect, newPerson, test } from './test.ts';

test('a company is opened, a colleague accepts an invitation and orders for it, and its admin sees the order', async ({
  page,
  shop,
  buyer,
  browser,
  addProduct,
}) => {
  test.setTimeout(120_000);
  await proveAddress(shop, buyer.email);
  const product = await addProduct();
  await enter(page, shop, buyer, '/dashboard/companies');
  await page.getByRole('button', { name: 'Open a company' }).click();
  const form = page.getByRole('form', { name: 'Open a company' });
  for (const [label, text] of [
    ['Company name', 'Acme Motors'],
    ['Tax number (optional)', 'DE123456789'],
    ['Street', '1 Dock Road'],
    ['City', 'Oakland'],
    ['ZIP or postal code', '94607'],
    ['Phone', '+1 555 0100'],
  ] as const)
    await form.getByLabel(label).fill(text);
  await form.getByRole('button', { name: 'Open a company' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme Motors');
  const buying = page.getByRole('button', { name: /^Buying for/ });
  await expect(buying).toHaveText('Buying for Acme Motors');

  const colleague = await openAccount(shop.origin, newPerson());
  const invite = page.getByRole('form', { name: 'Invite' });
  await invite.getByLabel('Email').fill(colleague.email);
  await invite.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByRole('row', { name: colleague.email })).toContainText('Open');

  const context = await browser.newContext({ baseURL: shop.origin });
  const theirs = await context.newPage();
  // Without a session the link leads to the login, and back.
  await followLink(theirs, 'Order for Acme Motors', colleague.email);
  await theirs.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await theirs.getByLabel('Email').fill(colleague.email);
  await theirs.getByLabel('Password').fill(colleague.password);
  await theirs.getByRole('button', { name: 'Login', exact: true }).click();
  await theirs.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Acme Motors');

  // A member buys for themselves and for the company in turn, by keyboard; another tab learns of it.
  const other = await context.newPage();
  await other.goto('/dashboard/addresses');
  await expect(other.getByText('1 Dock Road')).toBeVisible();
  const switched = theirs.getByRole('button', { name: /^Buying for/ });
  await switched.press('Enter');
  await expect(theirs.getByRole('menuitemradio', { name: 'Acme Motors' })).toBeFocused();
  await theirs.keyboard.press('ArrowUp');
  await expect(theirs.getByRole('menuitemradio', { name: 'Yourself' })).toBeFocused();
  await theirs.keyboard.press('Enter');
  await expect(switched).toHaveText('Buying for Yourself');
  await expect(other.getByText('No addresses yet')).toBeVisible();
  // The page begins anew for the other buyer, and a menu that was opened before closes with it.
  await expect(async () => {
    const acme = theirs.getByRole('menuitemradio', { name: 'Acme Motors' });
    if (!(await acme.isVisible())) await switched.click();
    await acme.click({ timeout: 1000 });
  }).toPass();
  await expect(switched).toHaveText('Buying for Acme Motors');

  await theirs.goto(`/products/${product._id}`);
  await theirs.getByLabel('Shipping address').fill('1 Dock Road, Oakland');
  await theirs.getByLabel('Phone').fill('+1 555 0100');
  await theirs.getByRole('button', { name: 'Place Order' }).click();
  await expect(theirs.getByText('Order Placed SuccessfullY.')).toBeVisible();
  await context.close();

  await page.goto('/dashboard');
  const row = page.getByRole('row', { name: product.name });
  await expect(row).toContainText(`by ${colleague.name}`);
  await row.getByRole('link', { name: product.name }).click();
  await expect(page.getByRole('link', { name: 'Payment' })).toBeVisible();
});
