import type { Page } from '@playwright/test';
import { partPath } from '#contract/kernel/addresses.ts';
import { placeOrder } from './arrange.ts';
import { enter, expect, test } from './test.ts';

/** The card of a product in the grid. */
async function openCard(page: Page, name: string) {
  await page.goto(`/allProducts?q=${encodeURIComponent(name)}`);
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);
  return card;
}

test('picture, name and details of a card are one link to the part', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const product = await addProduct();
  await enter(page, shop, buyer, '/');
  for (const spot of ['img', 'p']) {
    const card = await openCard(page, product.name);
    await expect(card.getByRole('link')).toHaveCount(2);
    await expect(card.getByRole('heading').getByRole('link', { name: product.name })).toBeVisible();
    const box = (await card.locator(spot).first().boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(page).toHaveURL(partPath(product.sku));
  }
});

test('a part that cannot be ordered says so before the form is filled in, in the grid and on its page', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  await enter(page, shop, buyer, '/');
  const none = await openCard(page, (await addProduct({ available: 0 })).name);
  await expect(none).toContainText('Out of stock');
  await expect(none.getByRole('link', { name: 'Purchase Now' })).toHaveCount(0);

  const words = '50 left, minimum 100';
  const product = await addProduct({ available: 50 });
  const card = await openCard(page, product.name);
  await expect(card).toContainText(words);
  await expect(card.getByRole('link', { name: 'Purchase Now' })).toHaveCount(0);
  await page.goto(`/products/${product._id}`);
  const quantity = page.getByLabel('Order quantity');
  await expect(quantity).toHaveValue('100');
  await expect(quantity).toHaveAccessibleDescription(words);
  await expect(quantity).toHaveAttribute('aria-invalid', 'false');
  const inRed = page.getByRole('form').locator('.text-error').filter({ hasText: /\w/ });
  await expect(inRed).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeDisabled();

  await quantity.fill('101');
  await expect(inRed).toHaveText("Enter a Valid Quantity (within 'Available Products').");
  await expect(page.getByText(words, { exact: true })).toBeVisible();
  await quantity.fill('99');
  await expect(inRed).toHaveText('Please Enter Minimum Quantity.');
});

test('login and signup name the part that the visitor wanted to order', async ({ page, addProduct }) => {
  const product = await addProduct();
  await (await openCard(page, product.name)).getByRole('link', { name: 'Purchase Now' }).click();
  await expect(page.getByText(`Log in to order ${product.name}.`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`Log in to order ${product.name}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByText(`Sign up to order ${product.name}.`)).toBeVisible();

  // web/return-path.test.ts tells which addresses name a product.
  for (const from of ['/dashboard', `/products/${crypto.randomUUID()}`]) {
    await page.goto(`/login?from=${encodeURIComponent(from)}`, { waitUntil: 'networkidle' });
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('to order');
  }
});

test('an order form keeps its input after Dashboard and Back, and loses it after signing out', {
  tag: '@nightly',
}, async ({ page, shop, buyer, addProduct }) => {
  const product = await addProduct();
  const other = await addProduct();
  await enter(page, shop, buyer, `/products/${product._id}`);
  await page.getByLabel('Order quantity').fill('700');
  await page.getByLabel('Shipping address').fill('1 Dock Road, Harbour City');
  await page.getByLabel('Phone').fill('+1 555 0100');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Order quantity')).toHaveValue('700');
  await expect(page.getByLabel('Shipping address')).toHaveValue('1 Dock Road, Harbour City');
  await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0100');
  await page.goto(`/products/${other._id}`);
  await expect(page.getByLabel('Order quantity')).toHaveValue('100');

  await page.getByRole('button', { name: 'SignOut' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  const kept = () => JSON.stringify({ ...sessionStorage, ...localStorage });
  expect(await page.evaluate(kept)).not.toContain('Dock Road');
  await enter(page, shop, buyer, `/products/${product._id}`);
  await expect(page.getByLabel('Order quantity')).toHaveValue('100');
  await expect(page.getByLabel('Shipping address')).toHaveValue('');
});

test('a new order starts with the address and phone of the last one, says so, and both can be changed', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const product = await addProduct();
  await placeOrder(buyer, product);
  await enter(page, shop, buyer, `/products/${product._id}`);
  const address = page.getByLabel('Shipping address');
  const { shippingAdd, phone } = await placeOrder(buyer, product);
  await page.reload();
  await expect(address).toHaveValue(shippingAdd);
  await expect(page.getByLabel('Phone')).toHaveValue(phone);
  await expect(address).toHaveAccessibleDescription('From your last order');
  await address.fill('2 Dock Road, Harbour City');
  await expect(address).toHaveAccessibleDescription('');
  await page.getByRole('button', { name: 'Place Order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(address).toHaveValue('2 Dock Road, Harbour City');
});
