import sharp from 'sharp';
import type { Product } from '#contract/products/schema.ts';
import type { Order } from '#contract/purchases/orders.ts';
import { makeAdmin, openAccount, proveAddress } from './arrange.ts';
import { enter, expect, expectToStayFor, newNumber, newPerson, signIn, storedToken, test } from './test.ts';

/** A picture as a file of an upload. */
async function makePicture(name = 'riser.png') {
  const picture = sharp({ create: { width: 800, height: 600, channels: 3, background: '#3a6ea5' } });
  return { name, mimeType: 'image/png', buffer: await picture.png().toBuffer() };
}

test('[S2.9, S2.11, S6.3, S6.4] an admin’s dashboard begins with My Profile and has the admin’s menu, as the server says', async ({
  page,
  shop,
  admin,
}) => {
  const role = page.waitForResponse(`**/admin/${encodeURIComponent(admin.email)}`);
  await enter(page, shop, admin, '/dashboard');
  expect(await (await role).json()).toEqual({ admin: true });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('My Profile');
  await expect(page.getByLabel('Role')).toHaveValue('Admin');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(menu.getByRole('link')).toHaveText([
    'Overview',
    'Manage All Orders',
    'Shipping',
    'Returns',
    'Disputes and refunds',
    'Manage Products',
    'Add a Product',
    'Stock',
    'Imports',
    'Categories',
    'Customers',
    'Companies',
    'Price lists',
    'Make Admin',
    'Reviews',
    'Log',
    'Settings',
    'My Profile',
  ]);
  for (const [entry, path] of [
    ['Overview', 'overview'],
    ['Make Admin', 'makeAdmin'],
    ['Manage All Orders', 'manageAllOrders'],
    ['Add a Product', 'addProduct'],
    ['Manage Products', 'manageProducts'],
    ['Categories', 'categories'],
    ['Imports', 'imports'],
    ['Reviews', 'reviews'],
    ['Customers', 'customers'],
    ['Companies', 'allCompanies'],
    ['Price lists', 'priceLists'],
    ['Disputes and refunds', 'disputes'],
    ['Log', 'log'],
    ['Settings', 'settings'],
    ['My Profile', 'myProfile'],
  ] as const) {
    await menu.getByRole('link', { name: entry }).click();
    await expect(page).toHaveURL(`/dashboard/${path}`);
    await expect(heading).toHaveText(entry);
  }
});

test('[S2.32, S8.4, S9.3, S6.5] an admin promotes a user, and the toast says so for 5000 ms', async ({
  page,
  shop,
  buyer,
  admin,
}) => {
  const stranger = await openAccount(shop.origin, newPerson());
  await proveAddress(shop, buyer.email);
  await page.clock.install();
  await enter(page, shop, admin, '/dashboard/makeAdmin');
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  const emails = (await admin.call<{ email: string }[]>('GET /users')).map(({ email }) => email);
  await expect(rows).toHaveCount(emails.length);
  for (const index of [0, emails.length - 1]) {
    await expect(rows.nth(index).getByRole('cell').nth(0)).toHaveText(String(index + 1));
    await expect(rows.nth(index).getByRole('cell').nth(1)).toContainText(emails[index]!);
    await expect(rows.nth(index).getByRole('button', { name: 'Remove User' })).toBeVisible();
  }
  const own = rows.filter({ hasText: admin.email });
  await expect(own).toContainText('Already an Admin');
  await expect(own.getByRole('button', { name: /^Make Admin/ })).toHaveCount(0);

  const row = rows.filter({ hasText: buyer.email });
  await expect(row).not.toContainText('Already an Admin');
  const unproven = rows.filter({ hasText: stranger.email }).getByRole('button', { name: /^Make Admin/ });
  await expect(unproven).toBeDisabled();
  await expect(unproven).toHaveAccessibleDescription(/^Email address not confirmed/);
  const question = page.getByRole('dialog', { name: 'Make this person an admin?' });
  await row.getByRole('button', { name: /^Make Admin/ }).click();
  await expect(question).toContainText(`${buyer.name} (${buyer.email})`);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(row.getByRole('button', { name: /^Make Admin/ })).toBeFocused();
  await row.getByRole('button', { name: /^Make Admin/ }).click();
  await expectToStayFor(page, page.getByText('Successfully made an Admin'), 5000, () =>
    question.getByRole('button', { name: 'Make Admin' }).click(),
  );
  await expect(row).toContainText('Already an Admin');
  await expect(row.getByRole('button', { name: /^Make Admin/ })).toHaveCount(0);
});

test("[S8.3, S6.5, S4.10] who is no longer an admin reads 'Failed to made an Admin' at a promotion, and is signed out by the next page", async ({
  page,
  shop,
  buyer,
  admin,
}) => {
  const { email } = await openAccount(shop.origin, newPerson());
  await proveAddress(shop, email);
  await makeAdmin(shop, admin, buyer.email);
  await enter(page, shop, buyer, '/dashboard/makeAdmin');
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toBeVisible();
  await admin.call(`DELETE /user/admin/${buyer.email}`);
  const refusal = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await row.getByRole('button', { name: /^Make Admin/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click();
  expect((await refusal).status()).toBe(403);
  await expect(page.getByText('Failed to made an Admin')).toBeVisible();
  await page.keyboard.press('Escape');

  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await menu.getByRole('link', { name: 'Add a Product' }).click();
  await expect(page).toHaveURL('/login');
  expect(await storedToken(page)).toBeNull();

  // A customer never sees the page: it would have requested its list.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await enter(page, shop, buyer, '/dashboard/makeAdmin');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  expect(asked).not.toContain('/users');
});

test('an admin takes another admin’s role away after a confirmation, but not their own', async ({
  page,
  shop,
  buyer,
  admin,
}) => {
  await makeAdmin(shop, admin, buyer.email);
  await enter(page, shop, admin, '/dashboard/makeAdmin');
  const own = page.getByRole('row').filter({ hasText: admin.email });
  await expect(own).toContainText('Already an Admin');
  await expect(own.getByRole('button', { name: /^Remove Role/ })).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: buyer.email });
  await row.getByRole('button', { name: /^Remove Role/ }).click();
  const question = page.getByRole('dialog', { name: 'Remove the role?' });
  await expect(question).toContainText(`${buyer.name} (${buyer.email})`);
  expect(await buyer.call(`GET /admin/${buyer.email}`)).toEqual({ admin: true });
  await question.getByRole('button', { name: 'Remove Role' }).click();
  await expect(page.getByText('Role removed')).toBeVisible();
  await expect(row.getByRole('button', { name: /^Make Admin/ })).toBeFocused();
  expect(await buyer.call(`GET /admin/${buyer.email}`)).toEqual({ admin: false });
});

test('an admin makes somebody staff, who has a menu without people and money, and prices to look at', async ({
  page,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  await proveAddress(shop, buyer.email);
  await enter(page, shop, admin, '/dashboard/makeAdmin');
  const row = page.getByRole('row').filter({ hasText: buyer.email });
  await row.getByRole('button', { name: /^Make Staff/ }).click();
  await page
    .getByRole('dialog', { name: 'Make this person staff?' })
    .getByRole('button', { name: 'Make Staff' })
    .click();
  await expect(page.getByText('Made staff')).toBeVisible();
  await expect(row.getByText('Staff', { exact: true })).toBeFocused();

  await enter(page, shop, buyer, '/dashboard');
  await expect(page.getByLabel('Role')).toHaveValue('Staff');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(menu.getByRole('link', { name: 'Manage All Orders' })).toBeVisible();
  for (const name of ['Make Admin', 'Add a Product', 'Imports', 'Settings', 'Overview'])
    await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(0);
  await menu.getByRole('link', { name: 'Log' }).click();
  const kinds = page.getByRole('navigation', { name: 'Kinds of entries' });
  await expect(kinds.getByRole('link', { name: 'Stock', exact: true })).toBeVisible();
  await expect(kinds.getByRole('link', { name: 'People & sign-ins' })).toHaveCount(0);

  // All of a product but its price is theirs.
  const { _id } = await addProduct({ price: 2, priceBreaks: [{ from: 500, price: 1.5 }] });
  await page.goto(`/dashboard/manageProducts/${_id}`);
  const price = page.getByLabel('Price', { exact: true });
  await expect(price).toHaveValue('2.00');
  await expect(price).not.toBeEditable();
  await expect(page.getByLabel('Unit price')).not.toBeEditable();
  await expect(page.getByRole('button', { name: 'Add a price break' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Duplicate' })).toHaveCount(0);
  await page.getByLabel('Short details').fill('A riser of 200 mm.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Product saved')).toBeVisible();
  expect(await admin.call(`GET /products/${_id}`)).toMatchObject({
    ...{ price: 2, shortDetails: 'A riser of 200 mm.' },
  });
  await page.goto('/dashboard/makeAdmin');
  await expect(page).toHaveURL('/login');
});

test('[S9.5, S8.9, S2.32] Remove User removes the user after a confirmation', async ({
  page,
  shop,
  buyer,
  admin,
}) => {
  await enter(page, shop, admin, '/dashboard/makeAdmin');
  const row = page.getByRole('row').filter({ hasText: buyer.email });
  const question = page.getByRole('dialog', { name: 'Remove this user?' });
  await row.getByRole('button', { name: /^Remove User/ }).click();
  await expect(question).toContainText(buyer.email);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(row).toBeVisible();

  await row.getByRole('button', { name: /^Remove User/ }).click();
  await question.getByRole('button', { name: 'Remove User' }).click();
  await expect(page.getByRole('dialog').getByText('Deleted SuccessfullY.')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(openAccount(shop.origin, { email: buyer.email, password: buyer.password })).rejects.toThrow(
    /401/,
  );

  // The server refuses removing oneself, whatever the page offers.
  const own = page.getByRole('row').filter({ hasText: admin.email });
  await page.keyboard.press('Escape');
  await own.getByRole('button', { name: /^Remove User/ }).click();
  await question.getByRole('button', { name: 'Remove User' }).click();
  await expect(question.getByRole('alert')).toHaveText('You cannot remove your own account.');
  await expect(own).toBeVisible();
});

test('[S2.33] Manage All Orders lists the ids of all orders with their number; each opens its order, and is found by its number', async ({
  page,
  shop,
  buyer,
  admin,
  newOrder,
}) => {
  const order = await newOrder();
  const orders = await admin.call<Order[]>('GET /orders');
  await enter(page, shop, admin, '/dashboard/manageAllOrders');
  await expect(page.getByText(`Total orders: ${orders.length}`)).toBeVisible();
  const ids = page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link', { name: /^[0-9a-f-]{36}$/ });
  await expect(ids).toHaveText(orders.map(({ _id }) => _id));
  await ids.filter({ hasText: order._id }).click();
  await expect(page.getByRole('main')).toContainText('Order placed, stock reserved');
  await expect(page.getByRole('main')).toContainText(buyer.email);
  await page.goBack();
  const number = page.getByRole('searchbox', { name: 'Find by any number' });
  await number.fill('NB-999999999');
  await expect(page.getByText('No order has the number “NB-999999999”')).toBeVisible();
  await number.fill(order.number.toLowerCase());
  await expect(page.getByText('1 purchase found')).toBeVisible();
  // The rows come by another request than their number.
  await expect(page.locator('.all-orders tbody').getByRole('row')).toContainText([order.number]);
  await number.blur();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.number);
});

test('[S2.34, S5.12, S5.13, S5.14, S5.15, S5.16, S5.17] Add Product asks for every field of a product', async ({
  page,
  shop,
  admin,
}) => {
  await enter(page, shop, admin, '/dashboard/addProduct');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.getByRole('button', { name: 'Add Product' }).click();
  for (const [label, message] of [
    ['Name', 'Product name is Required'],
    ['Image', 'Product Image is Required'],
    ['Short details', 'Short Details is Required'],
    ['Min. quantity', 'Min. Quantity is Required'],
    ['Available quantity', 'Available Quantity is Required'],
    ['Price', 'Price is Required'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAccessibleDescription(new RegExp(`${message.replaceAll('.', '\\.')}$`));
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  expect(sent).toEqual([]);
  // The focus goes to the first wrong field.
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill('Riser Card');
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByLabel('Short details')).toBeFocused();
});

test("[S8.2, S9.3] a product that is refused shows the toast 'Failed to add Product' for 5000 ms and keeps the form", async ({
  page,
  shop,
  buyer,
  admin,
}) => {
  await makeAdmin(shop, admin, buyer.email);
  await page.clock.install();
  await enter(page, shop, buyer, '/dashboard/addProduct');
  await page.getByLabel('Image').setInputFiles(await makePicture());
  await expect(page.getByRole('img', { name: 'The chosen picture' })).toBeVisible();
  const typed = [
    ['Name', 'Refused Part'],
    ['Short details', 'Never listed.'],
    ['Min. quantity', '100'],
    ['Available quantity', '500'],
    ['Price', '2.5'],
  ] as const;
  for (const [label, value] of typed) await page.getByLabel(label, { exact: true }).fill(value);
  await admin.call(`DELETE /user/admin/${buyer.email}`);
  await expectToStayFor(page, page.getByText('Failed to add Product'), 5000, () =>
    page.getByRole('button', { name: 'Add Product' }).click(),
  );
  await expect(page.getByRole('main').locator('form').getByRole('alert')).toHaveText(
    'Only an admin may do this.',
  );
  for (const [label, value] of typed)
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  await expect(page.getByRole('img', { name: 'The chosen picture' })).toBeVisible();
});

test('[S2.35] Manage Products lists index, image, name and a delete icon, and the number of products', async ({
  page,
  shop,
  admin,
}) => {
  const products = await admin.call<Product[]>('GET /products');
  await enter(page, shop, admin, '/dashboard/manageProducts');
  await expect(page.getByText(`Total products: ${products.length}`)).toBeVisible();
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: /^Show \d+ more/ }).click();
  await expect(rows).toHaveCount(100);
  const shown = products.slice(0, 100);
  await expect(rows.locator('td:nth-child(1)')).toHaveText(shown.map((_, index) => String(index + 1)));
  await expect(rows.locator('td:nth-child(3)')).toContainText(shown.map(({ name }) => name));
  for (const index of [0, 49, 50, 99]) {
    const { name } = products[index]!;
    const cells = rows.nth(index).getByRole('cell');
    await expect(cells.nth(1).getByRole('img', { name, exact: true })).toBeAttached();
    await expect(cells.last().getByRole('button', { name: `Delete ${name}`, exact: true })).toBeVisible();
  }
});

test('Manage Products has columns, which sort all products at the server', async ({
  page,
  shop,
  admin,
  addProduct,
}) => {
  const name = `Sorted ${newNumber()}`;
  for (const [price, available] of [
    [3, 0],
    [9, 500],
    [5, 70],
  ])
    await addProduct({ name, price, available });
  await page.setViewportSize({ width: 1366, height: 768 });
  await enter(page, shop, admin, `/dashboard/manageProducts?q=${encodeURIComponent(name)}`);
  const heads = ['#', 'Image', 'Name', 'SKU', 'Category', 'Price', 'Stock', 'Lifecycle', 'Action'];
  await expect(page.getByRole('columnheader')).toHaveText(heads);
  const cells = (n: number) => page.getByRole('row').locator(`td:nth-child(${n})`);
  const sort = (head: string) => page.getByRole('columnheader').getByRole('link', { name: head });
  await sort('Price').press('Enter');
  await expect(cells(6)).toHaveText([/^\$3\.00/, /^\$5\.00/, /^\$9\.00/]);
  await sort('Price').click();
  await expect(cells(6)).toHaveText([/^\$9\.00/, /^\$5\.00/, /^\$3\.00/]);
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending');
  await sort('Stock').click();
  await expect(cells(7)).toHaveText(['500', '70', '0']);
  // The columns make room for the name, which tells what they said.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('row').nth(1)).toContainText('$9.00 · 500 available · from 100');
  await expect(cells(7).first()).toBeHidden();
});

test('Manage Products is as it was left: saved, duplicated and deleted products lead back to the same search', async ({
  page,
  shop,
  admin,
  addProduct,
}) => {
  const name = `Kept ${newNumber()}`;
  for (const price of [3, 9]) await addProduct({ name, price });
  const list = `/dashboard/manageProducts?q=${encodeURIComponent(name).replaceAll('%20', '+')}&sort=-price`;
  await enter(page, shop, admin, list);
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await page
    .getByRole('link', { name: `Edit ${name}` })
    .first()
    .click();
  await page.getByLabel('Price').fill('8');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(list);
  await expect(rows).toContainText([/\$8\.00/, /\$3\.00/]);

  await page
    .getByRole('link', { name: `Edit ${name}` })
    .first()
    .click();
  await page.getByRole('main').getByRole('link', { name: 'Duplicate', exact: true }).click();
  const copied = page.getByText('A duplicate of');
  await copied.waitFor();
  // Its form comes after the categories: before that there is nothing to lose by leaving.
  await expect(page.getByLabel('Price')).toHaveValue('8.00');
  await copied.getByRole('link', { name: 'Manage Products' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(list);
  await page
    .getByRole('button', { name: `Delete ${name}` })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog').getByText('Deleted SuccessfullY.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rows).toContainText([/\$3\.00/]);
  await expect(page).toHaveURL(list);
});

test('[S8.11, S7.19, S2.34, S2.35, S8.9, S6.4, S6.5] the admin adds a product, restocks it, promotes a user and removes it again', async ({
  page,
  browser,
  shop,
  buyer,
  admin,
}) => {
  const name = `Riser Card ${newNumber()}`;
  await proveAddress(shop, buyer.email);
  await signIn(page, 'admin@example.com', 'northbridge');
  const bar = page.getByRole('navigation', { name: 'Main' });
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await bar.getByRole('link', { name: 'Dashboard' }).click();
  await menu.getByRole('link', { name: 'Add a Product' }).click();

  const upload = page.waitForResponse('**/images');
  await page.getByLabel('Image').setInputFiles(await makePicture());
  const uploaded = await upload;
  expect(uploaded.request().headers()['content-type']).toMatch(/^multipart\/form-data/);
  const { success, data } = await uploaded.json();
  expect(success).toBe(true);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Short details').fill('A riser of 150 mm, gold contacts.');
  await page.getByLabel('Min. quantity').fill('120');
  await page.getByLabel('Available quantity').fill('900');
  await page.getByLabel('Price').fill('17.3');
  const added = page.waitForRequest(
    (request) => request.url().endsWith('/products') && request.method() === 'POST',
  );
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByRole('dialog').getByText('Product Added SuccessfullY.')).toBeVisible();
  expect((await added).postDataJSON()).toEqual({
    name,
    image: data.url,
    shortDetails: 'A riser of 150 mm, gold contacts.',
    minOrder: 120,
    available: 900,
    price: 17.3,
  });
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');

  // It is the newest on the home page, with its picture.
  await bar.getByRole('link', { name: 'Home', exact: true }).click();
  const card = page.getByRole('region', { name: 'Our Products' }).getByRole('article').first();
  await expect(card.getByRole('heading')).toHaveText(name);
  await expect(card).toContainText('900 pcs');
  const picture = card.getByRole('img', { name });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(
    data.url.replace(/\.webp$/, ''),
  );

  // Restocked.
  await bar.getByRole('link', { name: 'Dashboard' }).click();
  await menu.getByRole('link', { name: 'Manage Products' }).click();
  const row = page.getByRole('row').filter({ hasText: name });
  // The list begins with the oldest products.
  const find = (text: string) => page.getByRole('searchbox', { name: 'Find products' }).fill(text);
  await find(name);
  await row.getByRole('link', { name: `Edit ${name}` }).click();
  await expect(page.getByLabel('Price')).toHaveValue('17.30');
  await page.getByLabel('Available quantity').fill('2500');
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await saved).postDataJSON()).toEqual({ available: 2500, revision: 1 });
  await find(name);
  await expect(row).toContainText('2,500 available');

  // A user who is in the shop already is admin without signing in again.
  const context = await browser.newContext({ baseURL: shop.origin });
  const colleague = await context.newPage();
  await enter(colleague, shop, buyer, '/dashboard');
  const colleagueMenu = colleague.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
  await expect(colleagueMenu.first()).toHaveText('My Orders');
  await menu.getByRole('link', { name: 'Make Admin' }).click();
  const user = page.getByRole('row').filter({ hasText: buyer.email });
  await user.getByRole('button', { name: /^Make Admin/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click();
  await expect(page.getByText('Successfully made an Admin')).toBeVisible();
  await colleague.goto('/dashboard/manageAllOrders');
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Manage All Orders');
  await expect(colleagueMenu.first()).toHaveText('Overview');
  await context.close();

  await menu.getByRole('link', { name: 'Manage All Orders' }).click();
  await expect(page.getByText(/^Total orders: \d/)).toBeVisible();

  await menu.getByRole('link', { name: 'Manage Products' }).click();
  const total = (await admin.call<Product[]>('GET /products')).length;
  await expect(page.getByText(`Total products: ${total}`)).toBeVisible();
  const question = page.getByRole('dialog', { name: 'Delete this product?' });
  await find(name);
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog').getByText('Deleted SuccessfullY.')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'OK' }).click();
  await find('');
  await expect(page.getByText(`Total products: ${total - 1}`)).toBeVisible();
  await bar.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(card).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});
