import type { Locator, Page } from '@playwright/test';
import type { Payment } from '#contract/payments/schema.ts';
import type { Product } from '#contract/products/schema.ts';
import type { Order } from '#contract/purchases/orders.ts';
import { addFault, askStripe, payOrder, placeOrder } from './arrange.ts';
import { expectAccessible } from './axe.ts';
import { enter, expect, test } from './test.ts';

/** Opens the refund of the order that is shown: of pieces, or of all that is left. */
async function openRefund(page: Page, all?: 'all'): Promise<Locator> {
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Refund NB-/ });
  if (all) await dialog.getByLabel('What is refunded').selectOption('all');
  return dialog;
}

test('a disputed payment is counted in the menu, links to its order from the first page, and offers no refund', async ({
  page,
  browser,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  test.slow();
  const order = await placeOrder(buyer, await addProduct());
  const transactionId = await payOrder(shop.origin, buyer, order, '4000000000000259');
  const disputed = async () => (await admin.call<Order>(`GET /orders/${order._id}`)).disputed;
  await expect.poll(disputed, { timeout: 60_000 }).toBe(115);

  await enter(page, shop, admin, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(
    menu.getByRole('link', {
      name: /^Disputes and refunds ?: \d+ payments? with a dispute to answer or a refused refund$/,
    }),
  ).toBeVisible();
  const notice = page.getByRole('status').filter({ hasText: 'with a dispute to answer or a refused refund' });
  await expectAccessible(page);
  await notice.getByRole('link', { name: 'Disputes and refused refunds' }).click();
  const toAnswer = page.getByRole('region', { name: /^Disputes to answer and refused refunds: \d/ });
  const row = toAnswer.getByRole('row').filter({ hasText: transactionId });
  await expect(row).toContainText('The owner of the card says that they did not make this payment.');
  await expect(row).toContainText('Answer it at Stripe, or accept it there.');
  await expect(row).toContainText('$115.00');
  await expect(row).toContainText('days left');
  await expectAccessible(page);
  await row.getByRole('link', { name: `Order ${order.number}` }).click();

  await expect(page.getByRole('main').locator('.badge', { hasText: 'Disputed' })).toBeVisible();
  const dialog = await openRefund(page);
  await expect(dialog).toContainText("Answer the dispute in Stripe's dashboard");
  await expect(dialog.getByRole('button', { name: /^Refund/ })).toHaveCount(0);

  const context = await browser.newContext({ baseURL: shop.origin });
  const theirs = await context.newPage();
  await enter(theirs, shop, buyer, '/dashboard');
  await expect(theirs.getByRole('row').filter({ hasText: order.number })).toContainText('Disputed');
  await theirs.goto(`/dashboard/orders/${order._id}`);
  await expect(theirs.getByText('Your bank disputes this payment')).toBeVisible();

  // After the answer the notice disappears when no other payment needs one.
  const { data } = await askStripe<{ data: { id: string }[] }>(
    shop,
    `GET /v1/disputes?payment_intent=${transactionId}`,
  );
  await askStripe(shop, `POST /v1/disputes/${data[0]!.id}/close`, {});
  await expect.poll(disputed, { timeout: 60_000 }).toBe(0);
  await page.goto('/dashboard/disputes');
  await expect(
    page.getByRole('heading', { name: /^Disputes to answer and refused refunds: \d/ }),
  ).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('link', { name: 'Closed disputes' }).click();
  const closed = page.getByRole('region', { name: /^Closed disputes: \d/ }).getByRole('row');
  await expect(closed.filter({ hasText: order.number })).toContainText('You have lost the dispute');
  await expectAccessible(page);

  // A lost dispute: the bank keeps the money, and buyer and admin see it.
  await theirs.reload();
  await expect(theirs.getByText('Your bank has taken back this payment.')).toBeVisible();
  await theirs.goto('/dashboard');
  await expect(theirs.getByRole('row').filter({ hasText: order.number })).toContainText('Taken back by bank');
  await context.close();
  await page.goto(`/dashboard/orders/${order._id}`);
  await expect(page.getByText('The buyer’s bank has taken back this payment')).toBeVisible();
});

test('a refund refused because of an unknown dispute says what to do, and can be retried once the dispute is won', {
  tag: '@nightly',
}, async ({ page, shop, buyer, admin, addProduct }) => {
  const order = await placeOrder(buyer, await addProduct());
  // The shop cannot read disputes here, so the page offers the refund.
  const endTrouble = await addFault(shop, { method: 'GET', path: '/v1/disputes', times: '100000' });
  const transactionId = await payOrder(shop.origin, buyer, order, '4000000000000259');
  await enter(page, shop, admin, `/dashboard/orders/${order._id}`);
  const trouble = page.getByRole('region', { name: 'Disputes and refused refunds' });
  const dialog = await openRefund(page, 'all');
  await dialog.getByLabel('Reason').fill('Recalled');
  await dialog.getByRole('button', { name: 'Refund $115.00' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    /has stopped\..* Stripe refunds no disputed payment\./,
  );
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(trouble).toContainText('Stripe refunds no disputed payment. Answer the dispute at Stripe.');
  const retry = trouble.getByRole('button', { name: 'Try again' });
  await retry.click();
  await expect(trouble.getByRole('alert')).toContainText('Answer the dispute at Stripe.');
  await expectAccessible(page);

  await page.goto('/dashboard/overview');
  await page.getByRole('link', { name: /payments? to answer/ }).click();
  const stopped = page.getByRole('row').filter({ hasText: transactionId });
  await expect(stopped).toContainText('Answer the dispute at Stripe.');
  await expect(stopped.getByRole('button', { name: 'Try again' })).toBeVisible();
  // It goes on by nothing but an answer, so it is not listed as due, too.
  await page.getByRole('link', { name: 'Refunds due' }).click();
  await expect(page.getByRole('heading', { name: /^Refunds still due: \d/ })).toBeVisible();
  await expect(stopped).toHaveCount(0);

  await endTrouble();
  const payments = () => admin.call<Payment[]>(`GET /orders/${order._id}/payments`);
  await expect.poll(async () => (await payments())[0]!.disputes.length, { timeout: 60_000 }).toBe(1);
  await page.goto(`/dashboard/orders/${order._id}`);
  await expect(trouble).toContainText('The buyer disputes this payment, and the bank has taken the money.');
  await expect(trouble).toContainText('$115.00 disputed as fraudulent');
  // What needs an answer is above the history.
  const history = page.getByRole('region', { name: 'History' });
  expect((await trouble.boundingBox())!.y).toBeLessThan((await history.boundingBox())!.y);

  const { data } = await askStripe<{ data: { id: string }[] }>(
    shop,
    `GET /v1/disputes?payment_intent=${transactionId}`,
  );
  const dispute = `/v1/disputes/${data[0]!.id}`;
  await askStripe(shop, `POST ${dispute}`, { 'evidence[uncategorized_text]': 'winning_evidence' });
  await expect
    .poll(async () => (await askStripe<{ status: string }>(shop, `GET ${dispute}`)).status, {
      timeout: 60_000,
    })
    .toBe('won');
  await retry.click();
  await expect(page.getByRole('main').locator('.badge', { hasText: /^Refunded$/ })).toBeVisible();
  await expect(retry).toHaveCount(0);
});

test('a part that was refunded at Stripe shows on the order and in My Orders; no more pieces are offered than it has left money for', {
  tag: '@nightly',
}, async ({ page, shop, buyer, admin, addProduct }) => {
  const order = await placeOrder(buyer, await addProduct());
  const payment_intent = await payOrder(shop.origin, buyer, order);
  await askStripe(shop, 'POST /v1/refunds', { payment_intent, amount: '6900' });
  const refunded = () => buyer.call<{ refunded: number }>(`GET /orders/${order._id}`);
  await expect.poll(async () => (await refunded()).refunded, { timeout: 60_000 }).toBe(69);
  const words = '$69.00 of $115.00 refunded';
  await enter(page, shop, buyer, '/dashboard');
  const row = page.getByRole('row').filter({ hasText: order.number });
  await expect(row).toContainText(words);
  // On a phone the row is a card, in which the product gets more room than the amounts.
  await page.setViewportSize({ width: 360, height: 740 });
  const [card, lead, status] = await Promise.all(
    [row, row.locator('.lead'), row.locator('.status')].map(async (part) => (await part.boundingBox())!),
  );
  expect(lead!.width).toBeGreaterThan(status!.width);
  expect(lead!.x + lead!.width).toBeLessThanOrEqual(status!.x);
  expect(status!.x + status!.width).toBeLessThanOrEqual(card!.x + card!.width);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`/dashboard/orders/${order._id}`);
  await expect(page.getByRole('main')).toContainText(words);
  await enter(page, shop, admin, `/dashboard/orders/${order._id}`);
  const dialog = await openRefund(page);
  await expect(dialog).toContainText('$46.00 of the payment is left, less than the pieces cost');
  const line = dialog.getByRole('row').last();
  await expect(line.getByRole('cell').nth(1)).toHaveText('40');
  await dialog.getByLabel('Reason').fill('Damaged');
  const pieces = dialog.getByLabel(/^Pieces, /);
  await pieces.fill('41');
  await pieces.press('Enter');
  await expect(line.getByText('40 pcs are left')).toBeVisible();
  await pieces.fill('40');
  await pieces.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('This would take all that is left of the payment');
  await dialog.getByLabel('What is refunded').selectOption('all');
  await dialog.getByRole('button', { name: 'Refund $46.00' }).click();
  await expect(page.getByRole('main').locator('.badge', { hasText: /^Refunded$/ })).toBeVisible();
});

test('an admin refunds some pieces with the keyboard, and the order says which', async ({
  page,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  const product = await addProduct();
  const order = await placeOrder(buyer, product);
  await payOrder(shop.origin, buyer, order);
  await enter(page, shop, admin, `/dashboard/orders/${order._id}`);
  const dialog = await openRefund(page);
  const pieces = dialog.getByLabel(/^Pieces, /);
  const row = dialog.getByRole('row').last();
  const left = row.getByRole('cell').nth(1);
  await expect(left).toHaveText('100');
  await dialog.getByLabel('Reason').fill('Damaged');
  for (const [typed, message] of [
    ['101', '100 pcs are left'],
    ['1.5', 'Enter a whole number of pieces'],
    ['many', 'Enter a whole number of pieces'],
    ['1e2', 'Enter a whole number of pieces'],
    ['1,000', '100 pcs are left'],
  ] as const) {
    await pieces.fill(typed);
    await pieces.press('Enter');
    await expect(row.getByText(message)).toBeVisible();
    await expect(pieces).toBeFocused();
  }
  await pieces.fill('40');
  await expect(dialog.getByRole('button', { name: 'Refund $46.00' })).toBeVisible();
  await expect(dialog.getByLabel('Put them on sale again')).toBeChecked();
  await expectAccessible(page);

  // Another admin was faster: nothing is refunded, and the input stays.
  await admin.call(`POST /orders/${order._id}/refund`, {
    reason: 'Too late',
    lines: [{ orderId: order._id, quantity: 10, refundedPieces: 0 }],
  });
  await pieces.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Pieces of this order were refunded meanwhile.');
  await expect(pieces).toHaveValue('40');
  await expect(left).toHaveText('90');
  await pieces.press('Enter');
  await expect(dialog).toHaveCount(0);
  const sheet = page.getByRole('main');
  await expect(sheet).toContainText('50 of 100 pcs refunded, $57.50');
  await expect(sheet).toContainText('$57.50 of $115.00 refunded');
  // The box was ticked, and the other refund has not said otherwise: all of them are on sale again.
  const { available } = await admin.call<Product>(`GET /products/${product._id}`);
  expect(available).toBe(product.available - 100 + 50);
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Damaged. 40 pcs, $46.00.');
  // One refund is told once as asked for, and once as done.
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByText('$46.00')).toHaveCount(2);
  await page.goto(`/dashboard/people/${buyer.email}`);
  await expect(page.getByRole('row').filter({ hasText: order.number })).toContainText('Part refunded');

  // A stopped refund does not count as refunded, and another one may take its place.
  await addFault(shop, { method: 'POST', path: '/v1/refunds', status: '400', code: 'balance_insufficient' });
  await expect(
    admin.call(`POST /orders/${order._id}/refund`, {
      reason: 'Damaged',
      lines: [{ orderId: order._id, quantity: 10, refundedPieces: 50 }],
    }),
  ).rejects.toThrow();
  await page.goto(`/dashboard/orders/${order._id}`);
  await expect(sheet).toContainText('50 of 100 pcs refunded, $57.50');
  await expect(sheet).toContainText('10 of 100 pcs being refunded, $11.50');
  await openRefund(page);
  await expect(dialog).toContainText('A refund of $11.50 has stopped.');
  await expect(left).toHaveText('50');
  await expect(pieces).toHaveValue('10');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // The whole remaining amount, without pieces. Once it has stopped it can be given up, and be asked for anew.
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(sheet).toContainText('60 of 100 pcs refunded, $69.00');
  await addFault(shop, { method: 'POST', path: '/v1/refunds', status: '400', code: 'charge_not_refundable' });
  await openRefund(page, 'all');
  await dialog.getByLabel('Reason').fill('Recalled');
  await dialog.getByRole('button', { name: 'Refund $46.00' }).click();
  await expect(dialog.getByRole('alert')).toContainText('A refund of all that is left, $46.00, has stopped.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Withdraw the refund' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('$46.00 stay with the shop, and the order stays paid');
  await expectAccessible(page);
  await question.getByLabel('Reason').fill('The buyer keeps the rest');
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    'The buyer keeps the rest. $46.00 stay paid.',
  );
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog.getByLabel('What is refunded').selectOption('all');
  await expect(dialog).toContainText('What is not shipped will not be, and goes on sale again.');
  await dialog.getByLabel('Reason').fill('Recalled');
  await dialog.getByRole('button', { name: 'Refund $46.00' }).click();
  await expect(page.getByRole('main').locator('.badge', { hasText: /^Refunded$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0);
});

test('a refund of pieces that is sent again after a lost response is made once', { tag: '@nightly' }, async ({
  page,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  const order = await placeOrder(buyer, await addProduct());
  await payOrder(shop.origin, buyer, order);
  await enter(page, shop, admin, `/dashboard/orders/${order._id}`);
  const dialog = await openRefund(page);
  await dialog.getByLabel(/^Pieces, /).fill('10');
  await dialog.getByLabel('Reason').fill('Damaged');
  await page.route('**/purchases/*/refunds', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Refund $11.50' }).click();
  await expect(dialog.getByRole('alert')).toContainText('cannot be reached');
  await page.unroute('**/purchases/*/refunds');
  await expect(dialog.getByRole('row').last().getByRole('cell').nth(1)).toHaveText('90');
  await dialog.getByRole('button', { name: 'Refund $11.50' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('10 of 100 pcs refunded, $11.50');
});

test('while a refund is under way no second one is offered, and the page says when to come back', {
  tag: '@nightly',
}, async ({ page, shop, buyer, admin, addProduct }) => {
  const order = await placeOrder(buyer, await addProduct());
  await payOrder(shop.origin, buyer, order);
  await enter(page, shop, admin, `/dashboard/orders/${order._id}`);
  const dialog = await openRefund(page);
  await dialog.getByLabel(/^Pieces, /).fill('10');
  await dialog.getByLabel('Reason').fill('Damaged');
  const endTrouble = await addFault(shop, { method: 'POST', path: '/v1/refunds', times: '1000' });
  await dialog.getByRole('button', { name: 'Refund $11.50' }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await openRefund(page);
  await expect(dialog.getByRole('alert')).toContainText(
    /A refund of \$11\.50 is under way and continues automatically\..* Stripe is asked again at .+: come back after that\./,
  );
  await endTrouble();
});
