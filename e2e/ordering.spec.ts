import type { Order } from '#contract/orders.ts';
import { enter, expect, expectToStayFor, test } from './test.ts';

test('[S2.3, S2.25, S5.6, S3.5] the product page has what is given read-only, and quantity, address and phone to fill in', async ({
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
  shop,
  buyer,
  addProduct,
}) => {
  const product = await addProduct({ minOrder: 100, available: 5000 });
  await enter(page, shop, buyer, `/products/${product._id}`);
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

test("[S5.7] the minimum is 100 also where the product's own is smaller, and the product's own where it is larger", async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const small = await addProduct({ minOrder: 20 });
  const large = await addProduct({ minOrder: 250 });
  await enter(page, shop, buyer, `/products/${small._id}`);
  await expect(page.getByLabel('Order quantity')).toHaveValue('20');
  await expect(page.getByText('Please Enter Minimum Quantity.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeDisabled();
  await page.goto(`/products/${large._id}`);
  await page.getByLabel('Order quantity').fill('249');
  await expect(page.getByText('Please Enter Minimum Quantity.')).toBeVisible();
});

test('[S8.8, S9.2, S5.10, S4.3, S6.2, S9.1] an order without address and phone is placed unpaid, and the dialog says so for 2000 ms', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  // Doubles make 114.99999999999999 of this.
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

test.describe('one order comes of', () => {
  test('a double click', async ({ page, shop, buyer, addProduct }) => {
    const product = await addProduct();
    await enter(page, shop, buyer, `/products/${product._id}`);
    await page.getByRole('button', { name: 'Place Order' }).dblclick();
    await expect(page.getByText('Order Placed SuccessfullY.')).toBeVisible();
    expect(await buyer.call<Order[]>(`GET /orders?email=${buyer.email}`)).toHaveLength(1);
  });

  test('an order sent again because the answer to the first was lost', async ({
    page,
    shop,
    buyer,
    addProduct,
  }) => {
    const product = await addProduct();
    await enter(page, shop, buyer, `/products/${product._id}`);
    let lost = 0;
    await page.route('**/orders', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      // The server has done its work, and nobody hears of it.
      await route.fetch();
      lost += 1;
      await route.abort('connectionreset');
    });
    await page.getByLabel('Phone').fill('+1 555 0100');
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0100');
    expect(lost).toBe(1);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page.getByText('Order Placed SuccessfullY.')).toBeVisible();
    expect(await buyer.call<Order[]>(`GET /orders?email=${buyer.email}`)).toHaveLength(1);
  });
});
