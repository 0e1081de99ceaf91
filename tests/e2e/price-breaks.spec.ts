import type { Order } from '#contract/orders.ts';
import { enter, expect, newNumber, test } from './test.ts';

test('a supplier sets price breaks; a buyer of 930 pieces takes the advice to order 1,000, which cost less', async ({
  page,
  shop,
  admin,
  buyer,
  addProduct,
}) => {
  const product = await addProduct({ name: `Fan ${newNumber()}`, price: 6.35 });
  await enter(page, shop, admin, `/dashboard/manageProducts/${product._id}`);
  await page.getByLabel('Multiple').fill('10');
  const breaks = page.getByRole('group', { name: 'Price breaks' });
  await breaks.getByRole('button', { name: 'Add a price break' }).click();
  await expect(breaks.getByLabel('From pieces')).toHaveValue('');
  await breaks.getByLabel('From pieces').fill('1000');
  await breaks.getByLabel('Unit price').fill('6.5');
  await page.getByRole('button', { name: 'Save' }).click();
  const price = breaks.getByLabel('Unit price');
  await expect(price).toHaveAccessibleDescription(
    'The price break from 1,000 pcs has to start above 100 pcs and cost less than $6.35 each.',
  );
  await expect(price).toBeFocused();
  await breaks.getByLabel('Unit price').fill('5.9025');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Product saved')).toBeVisible();

  await enter(page, shop, buyer, `/products/${product._id}`);
  const quantity = page.getByLabel('Order quantity');
  const order = page.getByRole('form', { name: 'Order' });
  await quantity.fill('935');
  await expect(quantity).toHaveAccessibleDescription(/Sold in multiples of 10\. Order 930 or 940\./);
  await quantity.fill('930');
  await expect(order.getByRole('row', { name: /100 pcs/ })).toHaveAttribute('aria-current', 'true');
  await expect(order.getByText('1,000 pcs cost $3.00 less, $5,902.50 in total.')).toBeVisible();
  await order.getByRole('button', { name: 'Order 1,000' }).press('Enter');
  await expect(quantity).toHaveValue('1000');
  await expect(order.getByRole('row', { name: /1,000 pcs/ })).toHaveAttribute('aria-current', 'true');
  // The focus is where another Enter orders nothing.
  const chosen = order.getByRole('button', { name: '1,000 pcs' });
  await expect(chosen).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(order.getByText('Total for 1,000 × $5.9025')).toBeVisible();
  await order.getByRole('button', { name: 'Increase quantity' }).press('Enter');
  await page.keyboard.press('Enter');
  await expect(quantity).toHaveValue('1020');
  await quantity.press('ArrowDown');
  await quantity.press('ArrowDown');
  await page.getByLabel('Shipping address').fill('1 Dock Road');
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByText('Order Placed SuccessfullY.')).toBeVisible();
  const [placed] = await buyer.call<Order[]>(`GET /orders?email=${encodeURIComponent(buyer.email)}`);
  expect([placed?.order, placed?.price, placed?.total]).toEqual([1000, 5.9025, 5902.5]);
});
