import type { Order } from '#contract/purchases/orders.ts';
import { payOrder, placeOrder } from './arrange.ts';
import { enter, expect, expectToStayFor, storedToken, test, typeCard } from './test.ts';

test('[S2.4, S2.9, S2.10, S6.2] a customer’s dashboard has a side menu and begins with My Orders', async ({
  page,
  shop,
  buyer,
}) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login?from=%2Fdashboard');

  await enter(page, shop, buyer, '/dashboard');
  const heading = page.getByRole('heading', { level: 1 });
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(heading).toHaveText('My Orders');
  await expect(page.getByText('No orders yet')).toBeVisible();
  await expect(menu.getByRole('link')).toHaveText([
    'My Orders',
    'Order pad',
    'Lists',
    'Addresses',
    'Companies',
    'Add a Review',
    'My Profile',
  ]);
  await menu.getByRole('link', { name: 'Add a Review' }).click();
  await expect(page).toHaveURL('/dashboard/addReview');
  await expect(heading).toHaveText('Add a Review');
  await menu.getByRole('link', { name: 'My Profile' }).click();
  await expect(page).toHaveURL('/dashboard/myProfile');
  await expect(heading).toHaveText('My Profile');
  await expect(page.getByLabel('Role')).toHaveValue('Customer');
});

test('My Orders is filtered by state, number and words; the filter is in the address and the Back button works', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const fan = await addProduct({ name: 'Bay Fan 92 mm' });
  const rail = await addProduct({ name: 'Slide Rail 2U' });
  const first = await placeOrder(buyer, fan, 100);
  const second = await placeOrder(buyer, rail, 200);
  const paid = await placeOrder(buyer, rail, 300);
  await payOrder(shop.origin, buyer, paid);

  await enter(page, shop, buyer, '/dashboard');
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  const status = page.getByRole('status').filter({ hasText: /order/i });
  await expect(rows).toHaveText([paid, second, first].map(({ number }) => new RegExp(number)));
  await expect(status).toHaveText('Total orders: 3');
  const figures = page.getByRole('region', { name: 'Your orders in figures' });
  await expect(figures.locator('div')).toHaveText([
    'To pay$345.002 orders',
    /^Reservation expiring2The first ends /,
    'On the way01 still to be shipped',
    /^Spent this month\$345\.00Since /,
  ]);

  const states = page.getByRole('navigation', { name: 'Orders by state' });
  await states.getByRole('link', { name: 'Paid' }).click();
  await expect(page).toHaveURL('/dashboard?state=paid');
  await expect(rows).toHaveText([new RegExp(paid.number)]);
  await expect(status).toHaveText('1 order found');
  await states.getByRole('link', { name: 'To pay' }).click();
  await expect(rows).toHaveCount(2);

  const search = page.getByRole('searchbox', { name: 'Find an order' });
  await search.pressSequentially('rail 2u');
  await expect(page).toHaveURL('/dashboard?state=to_pay&q=rail+2u');
  await expect(rows).toHaveText([new RegExp(second.number)]);
  await page.reload();
  await expect(rows).toHaveText([new RegExp(second.number)]);
  await expect(search).toHaveValue('rail 2u');
  await page.goBack();
  await expect(rows).toHaveCount(2);
  await expect(search).toHaveValue('');

  // All typed letters are one step of the history.
  await expect(page).toHaveURL('/dashboard?state=to_pay');
  await page.goForward();
  await expect(rows).toHaveText([new RegExp(second.number)]);
  await expect(search).toHaveValue('rail 2u');

  await search.fill(first.number.toLowerCase());
  await expect(rows).toHaveText([new RegExp(first.number)]);
  await search.clear();
  await expect(search).toBeFocused();
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL('/dashboard?state=to_pay');

  // Typing again adds no step to the history.
  const steps = () => page.evaluate(() => history.length);
  const before = await steps();
  await search.fill('rail');
  await expect(page).toHaveURL('/dashboard?state=to_pay&q=rail');
  await search.clear();
  await expect(page).toHaveURL('/dashboard?state=to_pay');
  expect(await steps()).toBe(before);

  await search.fill('no such thing');
  await expect(page.getByText('No order matches “no such thing” under To pay.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all orders' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(rows).toHaveCount(3);
  await expect(search).toHaveValue('');

  // Small enough that six of them fit on a phone.
  await page.setViewportSize({ width: 360, height: 740 });
  for (const row of await rows.all()) expect((await row.boundingBox())!.height).toBeLessThanOrEqual(124);
});

test('the pages of an order say where they are and lead back up, for its buyer and for admins', async ({
  page,
  shop,
  buyer,
  admin,
  newOrder,
}) => {
  const order = await newOrder();
  await payOrder(shop.origin, buyer, order);
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  const current = page.getByRole('navigation', { name: 'Dashboard' }).locator('[aria-current]');
  await enter(page, shop, buyer, `/dashboard/payment/${order._id}`);
  await expect(page).toHaveTitle(`Payment of ${order.number} | Northbridge`);
  await expect(current).toHaveText('My Orders');
  await expect(trail.getByRole('listitem')).toHaveText(['My Orders', order.number, 'Payment']);
  await trail.getByRole('link', { name: order.number }).click();
  await expect(page).toHaveURL(`/dashboard/purchases/${order.purchaseId}`);
  await expect(current).toHaveText('My Orders');
  await trail.getByRole('link', { name: 'My Orders' }).click();
  await expect(page).toHaveURL('/dashboard');

  // Mails and bookmarks have these addresses.
  for (const path of ['', '/receipt']) {
    await enter(page, shop, admin, `/dashboard/orders/${order._id}${path}`);
    await expect(page).toHaveURL(`/dashboard/purchases/${order.purchaseId}#${order._id}`);
  }
  await expect(current).toHaveText('Manage All Orders');
  await trail.getByRole('link', { name: 'Manage All Orders' }).click();
  await expect(page).toHaveURL('/dashboard/manageAllOrders');
});

test('[S2.26, S2.27, S2.28, S4.5] My Orders has a Payment button and a delete icon while an order is unpaid, then Paid', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const first = await addProduct();
  const second = await addProduct();
  await placeOrder(buyer, first, 150);
  const transactionId = await payOrder(shop.origin, buyer, await placeOrder(buyer, second, 1200));

  await enter(page, shop, buyer, '/dashboard');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Product Name',
    'Transaction Id',
    'Quantity',
    'Status',
    'Action',
  ]);
  const unpaid = page.getByRole('row').filter({ hasText: first.name });
  await expect(unpaid.getByRole('cell').nth(1)).toHaveText('–');
  await expect(unpaid.getByRole('cell').nth(2)).toHaveText('150');
  await expect(unpaid.getByRole('link', { name: 'Payment' })).toBeVisible();
  await expect(unpaid.getByRole('button', { name: /^Delete/ })).toBeVisible();
  await expect(unpaid.getByText('Paid', { exact: true })).toHaveCount(0);

  const paid = page.getByRole('row').filter({ hasText: second.name });
  await expect(paid.getByRole('cell').nth(1)).toHaveText(transactionId);
  await expect(paid.getByRole('cell').nth(2)).toHaveText('1,200');
  await expect(paid.getByText('Paid', { exact: true })).toBeVisible();
  await expect(paid.getByRole('link', { name: 'Payment' })).toHaveCount(0);
  await expect(paid.getByRole('button')).toHaveCount(0);
  // No call creates an order without a price: it has no Payment button.
  await page.route(/\/orders\?/, async (route) => {
    const answer = await route.fetch();
    const orders = (await answer.json()) as Order[];
    await route.fulfill({
      response: answer,
      json: orders.map((order) => ({ ...order, price: 0, total: 0 })),
    });
  });
  await page.reload();
  await expect(unpaid.getByRole('button', { name: /^Delete/ })).toBeVisible();
  await expect(unpaid.getByRole('link', { name: 'Payment' })).toHaveCount(0);
});

test("[S2.29, S8.9, S9.2, S6.2] deleting an order asks first, then says 'Deleted SuccessfullY.' for 2000 ms", async ({
  page,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  const [kept, deleted] = [await addProduct(), await addProduct()];
  await placeOrder(buyer, kept);
  await placeOrder(buyer, deleted);
  await page.clock.install();
  await enter(page, shop, buyer, '/dashboard');
  await expect(page.getByText('Total orders: 2')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: deleted.name });
  const question = page.getByRole('dialog', { name: 'Delete this order?' });

  await row.getByRole('button', { name: /^Delete/ }).click();
  await expect(question).toContainText(deleted.name);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('Total orders: 2')).toBeVisible();

  await row.getByRole('button', { name: /^Delete/ }).click();
  const message = page.getByRole('dialog').getByText('Deleted SuccessfullY.');
  await expectToStayFor(page, message, 2000, () => question.getByRole('button', { name: 'Delete' }).click());
  await expect(page.getByText('Total orders: 1')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: kept.name })).toBeVisible();
  expect((await admin.call<{ available: number }>(`GET /products/${deleted._id}`)).available).toBe(5000);
});

test('[S2.30, S4.11, S7.20, S8.6, S8.12, S9.1, S9.2, S4.4] an order is paid by card', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const product = await addProduct({ price: 1.15 });
  const order = await placeOrder(buyer, product, 300);
  await page.clock.install();
  const intent = page.waitForRequest('**/create-payment-intent');
  await enter(page, shop, buyer, `/dashboard/payment/${order._id}`);
  // Before any click.
  expect((await intent).postDataJSON()).toEqual({ price: 345, orderId: order._id });

  const main = page.getByRole('main');
  for (const [term, value] of [
    ['Buyer', buyer.name],
    ['Product', product.name],
    ['Unit price', '$1.15'],
    ['Total', '$345.00'],
  ] as const) {
    await expect(main.locator(`dt:text-is("${term}") + dd`)).toHaveText(value);
  }
  const pay = page.getByRole('button', { name: /^Pay \$/ });
  const form = page.locator('form').filter({ has: pay });
  await expect(pay).toBeDisabled();

  await typeCard(page, '4000000000009995');
  await pay.click();
  await expect(form.getByRole('alert')).toHaveText('Your card has insufficient funds.');

  await typeCard(page, '4242424242424242');
  const confirmation = page.waitForRequest(/\/v1\/payment_intents\/.+\/confirm$/);
  const message = page.getByRole('dialog').getByText('Congrats! Your Payment is Completed.');
  await expectToStayFor(page, message, 3000, () => pay.click());
  const sent = new URLSearchParams((await confirmation).postData() ?? '');
  expect(sent.get('payment_method_data[billing_details][name]')).toBe(buyer.name);
  expect(sent.get('payment_method_data[billing_details][email]')).toBe(buyer.email);

  const paid = await buyer.call<Order>(`GET /orders/${order._id}`);
  expect(paid.paid).toBe(true);
  expect(paid.transactionId).toMatch(/^pi_/);
  await expect(main.getByText('Paid', { exact: true })).toBeVisible();
  await expect(main.getByText(paid.transactionId!)).toBeVisible();
  await expect(pay).toHaveCount(0);
});

test('[S4.9] 403 or 401 on one’s own orders signs out, removes the token and goes to /', async ({
  page,
  shop,
  buyer,
  admin,
}) => {
  await enter(page, shop, buyer, '/dashboard/myProfile');
  await expect(page.getByLabel('Display name')).toBeVisible();
  // The accessToken of one person under the name of another: the shop answers 403.
  await page.evaluate(
    (session) => localStorage.setItem('session', session),
    JSON.stringify({ name: admin.name, email: admin.email }),
  );
  const refusal = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/orders');
  await page.goto('/dashboard');
  expect((await refusal).status()).toBe(403);
  await expect(page).toHaveURL('/');
  expect(await storedToken(page)).toBeNull();
  await expect(page.getByRole('button', { name: 'SignOut' })).toBeHidden();
  await enter(page, shop, buyer, '/dashboard/myProfile');
  await expect(page.getByLabel('Display name')).toBeVisible();
  await admin.call(`DELETE /users/${buyer.email}`);
  const second = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/orders');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My Orders' }).click();
  expect((await second).status()).toBe(401);
  await expect(page).toHaveURL('/');
  expect(await storedToken(page)).toBeNull();
  await expect(page.getByRole('button', { name: 'SignOut' })).toBeHidden();
});

test('a page that is open when the session ends leads to login and back to the same page', async ({
  page,
  shop,
  buyer,
}) => {
  await enter(page, shop, buyer, '/dashboard/addReview');
  await expect(page.getByLabel('Review', { exact: true })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'SignOut' }).click();
  await expect(page).toHaveURL('/login?from=%2Fdashboard%2FaddReview');
});
