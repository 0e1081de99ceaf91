import { newId } from '../../server/ground/database/uuid.ts';
import { expectAccessible } from './axe.ts';
import { startShop } from './shop.ts';
import { expect, test } from './test.ts';

/** Pages of staff in a shop in which nothing has happened, with what each says instead of rows. */
const EMPTY: [path: string, said: string][] = [
  ['/dashboard/manageAllOrders', 'No orders yet. They appear here as soon as one is placed.'],
  ['/dashboard/shipping', 'Nothing is to ship. Paid orders appear here, the oldest first.'],
  ['/dashboard/shipping/pick-list', 'Choose orders in Shipping first.'],
  ['/dashboard/returns', "No return is open. Buyers ask for one on their order's page."],
  ['/dashboard/returns?state=asked', 'Nobody waits for an answer.'],
  ['/dashboard/returns?state=accepted', 'No pieces are on their way back.'],
  ['/dashboard/imports', 'No imports yet. Export the products for a file to begin with.'],
  ['/dashboard/disputes?view=refunds', 'No refunds are waiting.'],
  ['/dashboard/customers?state=blocked', 'Nobody is kept from ordering.'],
];

test('on the first day of a shop, every page of staff says that there is nothing, and why', {
  tag: '@nightly',
}, async ({ browser }) => {
  // A shop of its own.
  test.slow();
  const shop = await startShop();
  try {
    const context = await browser.newContext({ baseURL: shop.origin });
    const page = await context.newPage();
    const main = page.getByRole('main');
    /** Nothing is computed from nothing, or told by a word of programs. */
    const saysNothingOdd = async () =>
      expect(await main.textContent()).not.toMatch(/NaN|Infinity|undefined|Invalid Date|\[object/);
    await page.goto('/login?from=/dashboard/overview');
    await page.getByLabel('Email').fill('admin@example.com');
    await page.getByLabel('Password').fill('northbridge');
    await page.keyboard.press('Enter');
    await expect(main.getByText(/^Nothing to ship\. Nothing overdue\. .* All emails sent\.$/)).toBeVisible();
    await expect(main.getByRole('row', { name: /^Average order/ })).toHaveText(/^Average order(––){4}$/);
    await expect(main.getByRole('row', { name: /^Revenue/ })).toContainText('$0.00');
    // Of the revenue, the orders and the parts.
    await expect(main.getByText('No payments in this period.')).toHaveCount(3);
    await expect(main.getByText('Nothing is unpaid.')).toBeVisible();
    await saysNothingOdd();
    await expectAccessible(page);
    for (const days of ['7 days', '90 days']) {
      await page.getByRole('link', { name: days, exact: true }).click();
      await expect(main.getByRole('heading', { name: `The last ${days}` })).toBeVisible();
      await saysNothingOdd();
    }
    for (const [path, said] of EMPTY) {
      await page.goto(path);
      await expect(main.getByText(said), path).toBeVisible();
      await saysNothingOdd();
    }

    // A part of which nothing has come or gone: as one is that was written by somebody else's program.
    const id = newId();
    await shop.sql(
      `insert into products (id, sku, name, image, short_details, min_order, available, price_micros)
       values ($1, 'STILL-1', 'A part that nobody has moved', '/images/none.webp', 'A part', 100, 0, 2500000)`,
      [id],
    );
    await page.goto(`/dashboard/products/${id}/stock`);
    await expect(main.getByText('Nothing has moved the stock of this part yet.')).toBeVisible();
    await expect(main.getByRole('status').filter({ hasText: '0 movements' })).toBeVisible();
    await expect(main.getByText('On the shelf0')).toBeVisible();
    await saysNothingOdd();
    await context.close();
  } finally {
    await shop.stop();
  }
});
