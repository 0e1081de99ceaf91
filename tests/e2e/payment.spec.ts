import type { Page } from '@playwright/test';
import type { Order, OrderEvent } from '#contract/purchases/orders.ts';
import { addFault, type Caller, payOrder, placeOrder } from './arrange.ts';
import type { Shop } from './shop.ts';
import { test as base, enter, expect, typeCard } from './test.ts';

const GOOD = '4242424242424242';
const ASKS_FOR_PROOF = '4000002760003184';

const test = base.extend<{
  /** Places an order as the buyer and opens its payment page. */
  order: Order;
}>({
  order: async ({ page, shop, buyer, newOrder }, use) => {
    const order = await newOrder();
    await enter(page, shop, buyer, `/dashboard/payment/${order._id}`);
    await use(order);
  },
});

const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });
const problem = (page: Page) =>
  page
    .locator('form')
    .filter({ has: pay(page) })
    .getByRole('alert');
const done = (page: Page) => page.getByRole('dialog').getByText('Congrats! Your Payment is Completed.');

async function payBy(page: Page, card: string): Promise<void> {
  await typeCard(page, card);
  await pay(page).click();
}

/** Pays with a card that requires 3-D Secure, and returns the bank's window. */
async function payWithProof(page: Page): Promise<Page> {
  await typeCard(page, ASKS_FOR_PROOF);
  const [bank] = await Promise.all([page.waitForEvent('popup'), pay(page).click()]);
  return bank;
}

/** Returns what the provider has charged for an order minus refunds, in cents. */
async function charged(shop: Shop, order: Order): Promise<number[]> {
  const rows = await shop.sql<{ body: { amount_captured: number; amount_refunded: number } }>(
    `select charge.body from sandbox_stripe.objects charge, payments
     where charge.kind = 'charge' and payments.purchase_id = (select purchase_id from orders where id = $1)
       and charge.body->>'payment_intent' = payments.intent_id and charge.body->>'status' = 'succeeded'`,
    [order._id],
  );
  return rows.map(({ body }) => body.amount_captured - body.amount_refunded);
}

const read = (buyer: Caller, order: Order) => buyer.call<Order>(`GET /orders/${order._id}`);
const historyOf = async (buyer: Caller, order: Order) =>
  (await buyer.call<OrderEvent[]>(`GET /orders/${order._id}/history`)).map(({ what }) => what);

/** Lets an order's hold expire, and waits until the shop has released its stock. */
async function endHold(shop: Shop, buyer: Caller, order: Order): Promise<void> {
  await shop.sql(
    "update purchases set held_until = now() - interval '1 second' where id = (select purchase_id from orders where id = $1)",
    [order._id],
  );
  await expect.poll(async () => (await read(buyer, order)).heldUntil).toBeNull();
}

test.describe('3-D Secure', () => {
  test('the bank asks in a separate window, never framed, and the payment continues after approval', async ({
    page,
    shop,
    buyer,
    order,
  }) => {
    const bank = await payWithProof(page);
    await expect(bank.getByRole('heading', { name: 'Confirm your payment of $115.00' })).toBeVisible();
    expect(page.frames()).toHaveLength(1);
    const refused = await page.request.get(bank.url());
    expect(refused.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(refused.headers()['x-frame-options']).toBe('DENY');
    expect((await read(buyer, order)).paid).toBe(false);

    await bank.getByRole('button', { name: 'Complete authentication' }).click();
    await expect(done(page)).toBeVisible();
    await expect.poll(() => bank.isClosed()).toBe(true);
    expect((await read(buyer, order)).paid).toBe(true);
    expect(await charged(shop, order)).toEqual([order.total * 100]);
  });

  test('a closed bank window can be opened again, and the authentication cancelled or failed: nothing is charged, and another card can be used', {
    tag: '@nightly',
  }, async ({ page, shop, order }) => {
    const bank = await payWithProof(page);
    await bank.close();
    const question = page.getByRole('dialog', { name: 'Confirm with your bank' });
    const [again] = await Promise.all([
      page.waitForEvent('popup'),
      question.getByRole('button', { name: "Open the bank's window" }).click(),
    ]);
    await expect(again.getByRole('heading', { name: /^Confirm your payment/ })).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(problem(page)).toContainText('unable to authenticate your payment method');
    await expect(question).toHaveCount(0);
    expect(await charged(shop, order)).toEqual([]);
    const third = await payWithProof(page);
    await third.getByRole('button', { name: 'Fail authentication' }).click();
    await expect(problem(page)).toContainText('unable to authenticate your payment method');
    expect(await charged(shop, order)).toEqual([]);
    await payBy(page, GOOD);
    await expect(done(page)).toBeVisible();
    expect(await charged(shop, order)).toEqual([order.total * 100]);
  });
});

test('while a payment is processing the page says so, and shows the result without a reload', async ({
  page,
  shop,
  order,
}) => {
  await typeCard(page, GOOD);
  // Counts only confirmations: the shop also polls its open payments.
  const endTrouble = await addFault(shop, {
    ...{ effect: 'processing', ms: '4000', method: 'POST', path: '/v1/payment_intents' },
  });
  await pay(page).click();
  await expect(page.getByText('This order is being paid at this moment.')).toBeVisible();
  await expect(pay(page)).toHaveCount(0);
  await endTrouble();
  await expect(page.getByRole('main').getByText('Paid', { exact: true })).toBeVisible({ timeout: 60_000 });
  expect(await charged(shop, order)).toEqual([order.total * 100]);
});

test.describe('a buyer who comes back days later', () => {
  test('pays as usual: the stock is reserved again', async ({ page, shop, buyer, addProduct }) => {
    const product = await addProduct({ available: 1000 });
    const order = await placeOrder(buyer, product);
    // By the link of the mail; the buyer leaves with the card half typed.
    await enter(page, shop, buyer, `/dashboard/payment/${order.purchaseId}`);
    await page.getByLabel('Card number').fill('4242');
    await expect(page).toHaveURL(`/dashboard/payment/${order._id}`);
    await page.goto('/');
    await endHold(shop, buyer, order);
    const stock = async () =>
      (await buyer.call<{ available: number }>(`GET /products/${product._id}`)).available;
    expect(await stock()).toBe(1000);

    await page.goto(`/dashboard/orders/${order._id}`);
    await expect(page.getByText('Unpaid, expired')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Payment' }).click();
    await payBy(page, GOOD);
    await expect(done(page)).toBeVisible();
    expect(await stock()).toBe(900);
    expect(await historyOf(buyer, order)).toEqual(
      expect.arrayContaining(['Hold ended, stock released', 'Stock reserved again', 'Paid']),
    );
  });

  test('reads that the parts are sold, is not charged, and sees the remaining stock', async ({
    page,
    shop,
    buyer,
    admin,
    addProduct,
  }) => {
    const product = await addProduct({ available: 150 });
    const order = await placeOrder(buyer, product);
    await endHold(shop, buyer, order);
    await placeOrder(admin, product, 100);
    await enter(page, shop, buyer, `/dashboard/payment/${order._id}`);
    await expect(page.getByRole('alert')).toContainText('These parts have since been sold');
    await expect(page.getByRole('alert')).toContainText('Nothing was charged.');
    await expect(pay(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'See what is available' }).click();
    await expect(page.getByLabel('Available')).toHaveValue('50 pcs');
    expect(await charged(shop, order)).toEqual([]);

    // After a restock the same order can be paid.
    await page.goBack();
    await expect(page.getByRole('alert')).toContainText('Nothing was charged.');
    await admin.call(`PATCH /products/${product._id}`, { available: 500 });
    await page.getByRole('button', { name: 'Try again' }).click();
    await payBy(page, GOOD);
    await expect(done(page)).toBeVisible();
  });

  test('finds the order paid when another tab has paid it', { tag: '@nightly' }, async ({
    page,
    shop,
    buyer,
    order,
  }) => {
    await typeCard(page, GOOD);
    const transactionId = await payOrder(shop.origin, buyer, order);
    await pay(page).click();
    await expect(page.getByRole('main').getByText(transactionId)).toBeVisible();
    await expect(page.getByRole('main').getByText('Paid', { exact: true })).toBeVisible();
    expect(await charged(shop, order)).toEqual([order.total * 100]);
  });
});

test.describe('while the payment provider is down', () => {
  test('the payment page says so, other pages work, and the card form appears without a reload afterwards', async ({
    page,
    shop,
    buyer,
    newOrder,
  }) => {
    const order = await newOrder();
    const endTrouble = await addFault(shop, { path: '/v1/payment_intents', times: '1000', status: '503' });
    await enter(page, shop, buyer, `/dashboard/payment/${order._id}`);
    const message = page.getByRole('main').getByRole('alert');
    await expect(message).toContainText('Could not load the payment', { timeout: 30_000 });
    await expect(message).toContainText(/payment provider/i);
    await expect(message).toContainText('This page keeps trying automatically.');
    await expect(message.getByRole('button', { name: 'Try again' })).toBeVisible();
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
    await breadcrumb.getByRole('link', { name: 'My Orders' }).click();
    await expect(page.getByRole('row').filter({ hasText: order.productName })).toBeVisible();
    await page.goBack();
    await endTrouble();
    await expect(page.getByLabel('Card number')).toBeVisible({ timeout: 30_000 });
    await payBy(page, GOOD);
    await expect(done(page)).toBeVisible();
  });

  test('a charge whose response was lost is not repeated by another attempt', { tag: '@nightly' }, async ({
    page,
    shop,
    order,
  }) => {
    await typeCard(page, GOOD);
    // The webhook is lost as well: only the browser knows of the payment.
    const endTrouble = await addFault(shop, { event: '*', effect: 'hold', times: '100' });
    await addFault(shop, { path: '/v1/payment_intents', method: 'POST', effect: 'drop', when: 'after' });
    await pay(page).click();
    await expect(problem(page)).toContainText(/issues connecting to our payments provider|cannot be reached/);
    if (await pay(page).isVisible()) await pay(page).click();
    await expect(page.getByRole('main').getByText('Paid', { exact: true })).toBeVisible();
    expect(await charged(shop, order)).toEqual([order.total * 100]);
    await endTrouble();
  });
});
