import type { Page } from '@playwright/test';
import type { Product } from '#contract/products/schema.ts';
import type { Order } from '#contract/purchases/orders.ts';
import { type Caller, placeOrder as placeByCall } from './arrange.ts';
import type { Shop } from './shop.ts';
import { enter, expect, expectToStayFor, test } from './test.ts';

test('[S2.3, S2.25, S5.6, S3.5] the product page shows given values read-only, and quantity, address and phone as fields', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const product = await addProduct({ minOrder: 250, available: 5000, price: 1234.5 });
  await page.goto(`/products/${product._id}`);
  await expect(page).toHaveURL(/\/login\?from=/);

  await enter(page, shop, buyer, `/products/${product._id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name);
  const form = page.getByRole('form', { name: 'Order' });
  for (const [label, value] of [
    ['Name', buyer.name],
    ['Email', buyer.email],
    ['Product name', product.name],
    ['Available', '5,000 pcs'],
    ['Price', '$1,234.50'],
  ] as const) {
    const field = form.getByLabel(label, { exact: true });
    await expect(field).toHaveValue(value);
    await expect(field).not.toBeEditable();
  }
  await expect(form.getByLabel('Order quantity')).toHaveValue('250');
  for (const label of ['Order quantity', 'Shipping address', 'Phone']) {
    await expect(form.getByLabel(label)).toBeEditable();
  }
  await expect(form.getByRole('button', { name: 'Place Order' })).toBeEnabled();
});

test('[S5.7, S5.8, S5.9] a quantity under the minimum or over the stock is refused and disables Place Order', async ({
  page,
  openProduct,
}) => {
  await openProduct({ minOrder: 100, available: 5000 });
  const quantity = page.getByLabel('Order quantity');
  const button = page.getByRole('button', { name: 'Place Order' });
  for (const [value, message] of [
    ['99', 'Please Enter Minimum Quantity.'],
    ['-100', 'Please Enter Minimum Quantity.'],
    ['', 'Please Enter Minimum Quantity.'],
    ['5001', "Enter a Valid Quantity (within 'Available Products')."],
  ] as const) {
    await quantity.fill(value);
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(button).toBeDisabled();
  }
  for (const value of ['100', '5000']) {
    await quantity.fill(value);
    await expect(button).toBeEnabled();
    await expect(quantity).toHaveAttribute('aria-invalid', 'false');
  }
});

test('the whole order form is visible without scrolling on screens of 1280 × 720 and 1366 × 768', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const product = await addProduct({
    name: 'Redundant Server Power Supply 1200 W, CRPS',
    shortDetails:
      'Hot-swap CRPS module, 80 PLUS Platinum, 12 V, 40 mm counter-rotating fan, green release latch.',
    ...{ sku: 'PSU-CR-1200P-1', mpn: 'NB-CR1200', leadDays: 10, lifecycle: 'last_buy' },
    package: { name: 'Carton', pieces: 8 },
  });
  // The longest form: address and phone come from an earlier order, with a note below each.
  await placeByCall(buyer, product);
  await page.setViewportSize({ width: 1280, height: 720 });
  await enter(page, shop, buyer, `/products/${product._id}`);
  await expect(page.getByText('From your last order')).toHaveCount(2);
  const button = page.getByRole('button', { name: 'Place Order' });
  const email = page.getByLabel('Email');
  for (const [width, height] of [
    [1280, 720],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(async () => (await page.getByRole('form', { name: 'Order' }).boundingBox())!.width)
      .toBe(360);
    for (const seen of [button, email]) await expect(seen).toBeInViewport({ ratio: 1 });
    await page.getByLabel('Order quantity').fill('1');
    const message = page.getByText('Please Enter Minimum Quantity.');
    for (const seen of [message, button]) await expect(seen).toBeInViewport({ ratio: 1 });
    await page.getByLabel('Order quantity').fill('100');
  }
  expect(await page.evaluate('scrollY')).toBe(0);
});

test('the order form stays in view beside the facts; on a phone its total and its button do', async ({
  page,
  openProduct,
}) => {
  await openProduct({ price: 2 });
  const button = page.getByRole('button', { name: 'Place Order' });
  // A page that is longer than the window, as one with many facts is.
  await page.addStyleTag({ content: '.part-facts { min-height: 150vh }' });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.evaluate(() => window.scrollTo({ top: 400 }));
  await expect(button).toBeInViewport({ ratio: 1 });

  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByLabel('Order quantity').fill('300');
  await page.evaluate(() => document.querySelector('form[aria-label=Order]')!.scrollIntoView());
  await expect(page.getByLabel('Order quantity')).toBeInViewport({ ratio: 1 });
  for (const seen of [button, page.getByText('$600.00', { exact: true })])
    await expect(seen).toBeInViewport({ ratio: 1 });
});

test('[S8.8, S9.2, S5.10, S4.3, S6.2, S9.1] an order without address and phone is placed unpaid, and the dialog says so for 2000 ms', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  // Floating-point arithmetic gives 114.99999999999999 here.
  const product = await addProduct({ price: 1.15 });
  await page.clock.install();
  await enter(page, shop, buyer, `/products/${product._id}`);
  await expect(page.getByLabel('Shipping address')).toHaveValue('');
  await expect(page.getByLabel('Phone')).toHaveValue('');
  await expect(page.getByRole('form', { name: 'Order' }).locator('output')).toHaveText('$115.00');
  const message = page.getByRole('dialog').getByText('Order Placed SuccessfullY.');
  await expectToStayFor(page, message, 2000, () => page.getByRole('button', { name: 'Place Order' }).click());

  const [order] = await buyer.call<Order[]>(`GET /orders?email=${buyer.email}`);
  expect(order).toMatchObject({
    email: buyer.email,
    productName: product.name,
    order: 100,
    total: 115,
    shippingAdd: '',
    phone: '',
    paid: false,
  });
});

test.describe('one order results from', () => {
  const ordersOf = (buyer: Caller) => buyer.call<Order[]>(`GET /orders?email=${buyer.email}`);
  const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' });
  const orderAgain = (page: Page) => page.getByRole('button', { name: 'Order again' });
  const placed = (page: Page) => page.getByRole('heading', { name: 'Ordered' });

  test('a double click, and repeated Enter: the next steps replace the form', async ({
    page,
    buyer,
    openProduct,
  }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await openProduct();
    await placeOrder(page).dblclick();
    const dialog = page.getByRole('dialog', { name: 'Order Placed SuccessfullY.' });
    await expect(dialog.getByRole('link', { name: 'Go to payment' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'OK' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(placed(page)).toBeFocused();
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('Enter');
    await expect(placeOrder(page)).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Go to payment' })).toBeInViewport({ ratio: 1 });
    const [order, ...others] = await ordersOf(buyer);
    expect(others).toEqual([]);
    const moment = new RegExp(`${order!.number}, [A-Z][a-z]+ \\d+, \\d{4}, \\d+:\\d\\d [AP]M\\.`);
    await expect(page.getByRole('region', { name: 'Ordered' })).toContainText(moment);

    await orderAgain(page).click();
    await expect(page.getByLabel('Order quantity')).toBeFocused();
    await placeOrder(page).click();
    await expect(dialog).toBeVisible();
    expect(await ordersOf(buyer)).toHaveLength(2);
    await dialog.getByRole('link', { name: 'Go to payment' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeFocused();
    await expect(dialog).toBeHidden();
  });

  test('two tabs with the same form, returning to the page and reloading it', { tag: '@nightly' }, async ({
    page,
    context,
    buyer,
    openProduct,
  }) => {
    const product = await openProduct();
    const other = await context.newPage();
    await other.goto(`/products/${product._id}`);
    await expect(placeOrder(other)).toBeEnabled();
    await placeOrder(page).click();
    await expect(placed(other)).toBeVisible();
    await expect(placeOrder(other)).toHaveCount(0);
    await other.close();
    await page.getByRole('dialog').getByRole('link', { name: 'Go to payment' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible();
    await page.goBack();
    await expect(placed(page)).toBeVisible();
    await expect(placeOrder(page)).toHaveCount(0);
    await page.reload();
    await expect(placed(page)).toBeVisible();
    await expect(placeOrder(page)).toHaveCount(0);

    // Deleting the order brings the form back.
    const [order, ...others] = await ordersOf(buyer);
    expect(others).toEqual([]);
    await buyer.call(`DELETE /orders/${order?._id}`);
    await page.reload();
    await expect(placeOrder(page)).toBeEnabled();
    await expect(placed(page)).toHaveCount(0);
  });

  test('an order whose response was lost, sent again with another quantity after a reload', async ({
    page,
    buyer,
    openProduct,
  }) => {
    await openProduct();
    const answers = await loseFirstAnswer(page);
    await placeOrder(page).click();
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    expect(answers.lost).toBe(1);
    await page.reload();
    await page.getByLabel('Order quantity').fill('200');
    await placeOrder(page).click();
    await expect(placed(page)).toBeFocused();
    await expect(page.getByText('This form had placed an order before.')).toBeVisible();
    await expect(page.getByText('100 pcs at $1.15')).toBeVisible();
    expect(await ordersOf(buyer)).toHaveLength(1);
  });

  test('an order whose response was lost and that was deleted, sent again: the form starts over and no other order is reused', {
    tag: '@nightly',
  }, async ({ page, shop, buyer, addProduct }) => {
    const product = await addProduct();
    const older = await placeByCall(buyer, product);
    await enter(page, shop, buyer, `/products/${product._id}`);
    const answers = await loseFirstAnswer(page);
    await placeOrder(page).click();
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    expect(answers.lost).toBe(1);
    const [lost] = await ordersOf(buyer);
    expect(lost?._id).not.toBe(older._id);
    await buyer.call(`DELETE /orders/${lost?._id}`);
    await page.getByLabel('Order quantity').fill('200');
    await placeOrder(page).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Nothing was ordered.');
    await expect(placed(page)).toHaveCount(0);
    await placeOrder(page).click();
    await expect(placed(page)).toBeVisible();
    await expect(page.getByText('200 pcs at $1.15')).toBeVisible();
    expect(await ordersOf(buyer)).toHaveLength(2);
  });
});

/** Lets the server process the first order that a page sends, and drops the response. */
async function loseFirstAnswer(page: Page): Promise<{ lost: number }> {
  const answers = { lost: 0 };
  await page.route('**/orders', async (route) => {
    if (route.request().method() !== 'POST' || answers.lost > 0) return route.continue();
    await route.fetch();
    answers.lost += 1;
    await route.abort('connectionreset');
  });
  return answers;
}

/** Gives a buyer a price list in which a product costs $2.25. */
async function giveList(
  shop: Shop,
  admin: Caller,
  buyer: { email: string },
  name: string,
  { _id: productId }: Product,
): Promise<void> {
  const body = { name, prices: [{ productId, price: 2.25 }] };
  const { insertedId } = await admin.call<{ insertedId: string }>('POST /price-lists', body);
  await shop.sql(
    `insert into buyer_price_lists (buyer_id, position, list_id) select id, 1, $2 from users where email = $1`,
    [buyer.email, insertedId],
  );
}

test('a buyer with a price list sees its price beside the list price and orders at it', async ({
  page,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  const product = await addProduct({ minOrder: 100, available: 5000, price: 2.5 });
  await giveList(shop, admin, buyer, '2026-B', product);
  await enter(page, shop, buyer, `/products/${product._id}`);
  const form = page.getByRole('form', { name: 'Order' });
  await expect(form.getByLabel('Price', { exact: true })).toHaveValue('$2.25');
  await expect(page.getByRole('main')).toContainText('List price $2.50 Your price list 2026-B');
  await form.getByLabel('Shipping address').fill('1 Dock Road');
  await form.getByLabel('Phone').fill('+1 555 0100');
  await form.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByText('Order Placed SuccessfullY.')).toBeVisible();
  const [order] = await buyer.call<Order[]>(`GET /orders?email=${buyer.email}`);
  expect([order!.price, order!.total]).toEqual([2.25, 225]);
});

test('cards of the grid show a buyer its price with the list price struck, by one call; visitors ask for none', async ({
  page,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  const product = await addProduct({ minOrder: 100, available: 5000, price: 2.5 });
  await giveList(shop, admin, buyer, '2026-C', product);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/offers') asked.push(request.url());
  });
  const card = page.getByRole('article').filter({ hasText: product.name });
  await page.goto(`/allProducts?q=${product.sku}`);
  await expect(card).toContainText('$2.50per unit');
  expect(asked).toEqual([]);
  await enter(page, shop, buyer, `/allProducts?q=${product.sku}`);
  await expect(card).toContainText('$2.25per unitList price $2.50');
  await expect(page.getByText('Sorting and filters go by list price.')).toBeVisible();
  expect(asked).toHaveLength(1);
});
