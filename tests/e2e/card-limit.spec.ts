import { seller } from '#content/shop.ts';
import { enter, expect, newNumber, test } from './test.ts';

test('a product whose smallest order exceeds the card limit is refused with advice; an existing one replaces Purchase Now with a notice', {
  tag: '@nightly',
}, async ({ page, shop, admin, addProduct }) => {
  const name = `Rack ${newNumber()}`;
  const product = await addProduct({ name, price: 3000, minOrder: 300 });
  await enter(page, shop, admin, `/dashboard/manageProducts/${product._id}`);
  const price = page.getByLabel('Price');
  await price.fill('4000');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.url());
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(price).toHaveAccessibleDescription(
    /The smallest order, 300 pieces, comes to \$1,200,000\.00\. .* Lower the price or the min\. quantity\.$/,
  );
  await expect(price).toBeFocused();
  // A smaller minimum solves it as well as a lower price.
  await page.getByLabel('Min. quantity').fill('200');
  await expect(price).toHaveAttribute('aria-invalid', 'false');
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Product saved')).toBeVisible();

  await shop.sql(
    'update products set min_order = 5000, revision = revision + 1, changed_at = now() where id = $1',
    [product._id],
  );
  const card = page.getByRole('article').filter({ hasText: name });
  // The process caches the catalogue and looks for changes every few seconds.
  await expect(async () => {
    await page.goto(`/allProducts?q=${encodeURIComponent(name)}`);
    await expect(card).toContainText('Cannot be ordered online', { timeout: 1000 });
  }).toPass();
  await expect(card.getByRole('link', { name: 'Purchase Now' })).toHaveCount(0);
  await page.goto(`/products/${product._id}`);
  await expect(page.getByLabel('Order quantity')).toHaveAccessibleDescription(/Cannot be ordered online/);
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeDisabled();
  const contact = page.getByRole('form', { name: 'Order' }).getByRole('link', { name: seller.email });
  await expect(contact).toHaveAttribute('href', `mailto:${seller.email}`);
  await page.getByLabel('Order quantity').fill('1');
  await expect(page.getByLabel('Order quantity')).toHaveAccessibleDescription(
    `Cannot be ordered online. To order it, write to ${seller.email}. Please Enter Minimum Quantity.`,
  );
  await page.goto(`/dashboard/manageProducts?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Cannot be ordered online');
});
