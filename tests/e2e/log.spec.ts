import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Event } from '#contract/log/schema.ts';
import { addFault, payOrder, placeOrder } from './arrange.ts';
import { enter, expect, test } from './test.ts';

/** The log's entries as the table shows them. */
const entries = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });

/** Presses 'Export CSV' and returns the lines of the file. */
async function exportCsv(page: Page, button: Locator): Promise<{ name: string; lines: string[] }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), lines: text.trimEnd().split('\r\n') };
}

test('an admin opens the log of an order from its page, goes back, and exports it', async ({
  page,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  const product = await addProduct();
  const order = await placeOrder(buyer, product, 120);
  const transactionId = await payOrder(shop.origin, buyer, order);
  await enter(page, shop, admin, `/dashboard/orders/${order._id}`);
  const history = page.getByRole('region', { name: 'History' });
  const exported = await exportCsv(page, history.getByRole('button', { name: 'Export CSV' }));
  expect(exported.name).toBe(`order-${order.number}.csv`);

  await history.getByRole('link', { name: 'Log' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log');
  await expect(page).toHaveURL(`/dashboard/log?order=${order.number}`);
  await expect(page.getByRole('textbox', { name: 'Order' })).toHaveValue(order.number);
  await expect(page.getByRole('main')).toContainText(/\d entries/);
  const placed = entries(page).filter({ hasText: 'Order placed, stock reserved' });
  await expect(placed).toContainText(buyer.email);
  await expect(placed).toContainText('−120');
  await expect(entries(page).filter({ hasText: 'Paid' })).toContainText(transactionId);
  // Words, not codes.
  await expect(page.getByRole('table')).not.toContainText('order_placed');

  await page
    .getByRole('navigation', { name: 'Kinds of entries' })
    .getByRole('link', { name: 'Stock' })
    .click();
  await expect(page).toHaveURL(`/dashboard/log?kind=stock&order=${order.number}`);
  await expect(entries(page)).toHaveText([/Order placed, stock reserved/]);
  const { lines } = await exportCsv(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(
    `,order_placed,"Order placed, stock reserved",${buyer.email},${order._id},${order.number},${product._id},${product.name},,-120,`,
  );
  const all = await admin.call<Event[]>(`GET /events?order=${order._id}`);
  expect(exported.lines).toHaveLength(1 + all.length);

  // The filter survives a reload and the Back button.
  await page.reload();
  await expect(entries(page)).toHaveText([/Order placed, stock reserved/]);
  await page.goBack();
  await expect(entries(page)).toHaveCount(all.length);
  await entries(page)
    .first()
    .getByRole('link', { name: `Order ${order.number}` })
    .click();
  await expect(page).toHaveURL(`/dashboard/purchases/${order.purchaseId}#${order._id}`);
});

test('the log is filtered by person and kind, and a deleted order links to its entries', async ({
  page,
  shop,
  buyer,
  admin,
  newOrder,
}) => {
  const order = await newOrder();
  await buyer.call(`DELETE /orders/${order._id}`);
  await enter(page, shop, admin, '/dashboard/manageAllOrders');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Log' }).click();
  await page.getByLabel('Person').fill(buyer.email);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(`/dashboard/log?person=${encodeURIComponent(buyer.email)}`);
  await expect(entries(page).filter({ hasText: 'Order deleted' })).toHaveCount(1);
  for (const entry of await entries(page).all()) await expect(entry).toContainText(buyer.email);

  await page.getByRole('link', { name: 'Payments & reconciliation' }).click();
  await expect(page.getByText('Nothing in the log matches.')).toBeVisible();
  await page.goBack();
  await entries(page)
    .filter({ hasText: 'Order deleted' })
    .getByRole('link', { name: /^Order/ })
    .click();
  await expect(page).toHaveURL(`/dashboard/log?order=${order.number}`);
  await page.getByRole('link', { name: 'Clear' }).click();
  await expect(page).toHaveURL('/dashboard/log');
});

test('more entries load on request, and are still there after a visit to an order', {
  tag: '@nightly',
}, async ({ page, shop, buyer, admin, addProduct }) => {
  const product = await addProduct({ available: 100_000 });
  for (let placed = 0; placed < 12; placed += 1) await placeOrder(buyer, product);
  // As many entries as an account of a busy shop has.
  await shop.sql(
    `insert into events (id, kind, actor, product_id)
     select ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, 'product_changed', 'clerk@example.com', $1
     from generate_series(1, 108) n`,
    [product._id],
  );
  await enter(page, shop, admin, `/dashboard/log?product=${product._id}`);
  await expect(page.getByText('121 entries')).toBeVisible();
  await expect(entries(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Show 50 more' }).click();
  await expect(entries(page)).toHaveCount(100);
  await expect(page.getByText('100 of 121')).toBeVisible();
  const twelfth = entries(page)
    .nth(11)
    .getByRole('link', { name: /^Order/ });
  await twelfth.scrollIntoViewIfNeeded();
  await twelfth.click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await page.goBack();
  await expect(entries(page)).toHaveCount(100);
  await expect(twelfth).toBeInViewport();
  await page.getByRole('button', { name: 'Show 21 more' }).click();
  await expect(entries(page)).toHaveCount(121);
  await expect(page.getByRole('button', { name: /^Show \d/ })).toHaveCount(0);

  // The export has all entries, not only the shown ones.
  await page.reload();
  await expect(entries(page)).toHaveCount(50);
  const { lines } = await exportCsv(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(lines).toHaveLength(1 + 121);
});

test('the results of reconciliation are one click away; refunds that are still due have a page', {
  tag: '@nightly',
}, async ({ page, shop, buyer, admin, newOrder }) => {
  const order = await newOrder();
  const transactionId = await payOrder(shop.origin, buyer, order);
  const endTrouble = await addFault(shop, { method: 'POST', path: '/v1/refunds', times: '1000' });
  await expect(admin.call(`POST /orders/${order._id}/refund`, { reason: 'Arrived broken' })).rejects.toThrow(
    /503/,
  );
  await shop.sql(
    `insert into events (id, kind, actor, order_id, why)
     values ('00000000-0000-7000-a000-000000000001', 'order_paid', 'reconciliation', $1, 'Payment found')`,
    [order._id],
  );

  await page.clock.install();
  await enter(page, shop, admin, `/dashboard/log?order=${order._id}`);
  await page.getByRole('link', { name: 'What reconciliation found and did' }).click();
  // Entries of reconciliation, none of the buyer or the admin.
  await expect(page.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveText([
    /Paid.*Payment found.*reconciliation/,
  ]);

  // Stripe's message, and what the admin can do.
  await page.goto('/dashboard/disputes');
  const problem = page
    .getByRole('region', { name: 'Problems with payments' })
    .getByRole('row', { name: /^Refund/ });
  await expect(problem).toContainText('Stripe had trouble of its own');
  await expect(problem).toContainText('An unknown error occurred');
  await expect(problem).toContainText(/500 · api_error · req_/);
  await page.getByRole('link', { name: 'Refunds due' }).click();
  const due = page.getByRole('region', { name: /^Refunds still due/ }).getByRole('row');
  const refund = due.filter({ hasText: transactionId });
  await expect(refund).toContainText('Arrived broken');
  await expect(refund).toContainText('$115.00');
  // The page asks again four times a minute, and the shop retries at once here.
  const minutesLater = async (look: () => Promise<void>) =>
    expect(async () => {
      await page.clock.fastForward(60_000);
      await look();
    }).toPass();
  const retry = () => shop.sql("update payments set refund_next_at = now() where state = 'refunding'");
  await retry();
  await minutesLater(() =>
    expect(refund.getByRole('cell').nth(4)).toHaveText(/^[1-9]\d*$/, { timeout: 1_000 }),
  );
  await expect(refund).toContainText('Failed');

  await endTrouble();
  await retry();
  await minutesLater(() => expect(refund).toHaveCount(0, { timeout: 1_000 }));
});
