import { AxeBuilder } from '@axe-core/playwright';
import { askStripe, payOrder, placeOrder } from './arrange.ts';
import { enter, expect, test } from './test.ts';

test('a refund of a disputed payment says what to do, and goes on from the page once the dispute is won', async ({
  page,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  const order = await placeOrder(buyer, await addProduct());
  const transactionId = await payOrder(shop.origin, buyer, order, '4000000000000259');
  await enter(page, shop, admin, `/dashboard/orders/${order._id}`);
  const trouble = page.getByRole('region', { name: 'Disputes and refused refunds' });
  await expect(trouble).toContainText('The buyer disputes this payment, and the bank has taken the money.', {
    timeout: 30_000,
  });
  await expect(trouble).toContainText('$115.00 disputed as fraudulent');
  await page.getByLabel('Reason').fill('Recalled');
  await page.getByRole('button', { name: 'Refund $115.00' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
  await expect(trouble).toContainText('Stripe refunds no disputed payment. Answer the dispute at Stripe.');
  await expect(page.getByRole('form', { name: 'Refund' })).toHaveCount(0);
  const retry = trouble.getByRole('button', { name: 'Try again' });
  await retry.click();
  await expect(trouble.getByRole('alert')).toContainText('Answer the dispute at Stripe.');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  // The log has it among what is still due.
  await page.goto('/dashboard/log?kind=reconciliation');
  const due = page.getByRole('region', { name: /^Refunds still due/ }).getByRole('row');
  await expect(due.filter({ hasText: transactionId })).toContainText('Answer the dispute at Stripe.');
  await expect(
    due.filter({ hasText: transactionId }).getByRole('button', { name: 'Try again' }),
  ).toBeVisible();
  await page.goto(`/dashboard/orders/${order._id}`);

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
  await expect(page.getByText(/^refunded /)).toBeVisible();
  await expect(retry).toHaveCount(0);
});

test('a part that was refunded at Stripe shows on the order, in My Orders and on the receipt', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const order = await placeOrder(buyer, await addProduct());
  const payment_intent = await payOrder(shop.origin, buyer, order);
  await askStripe(shop, 'POST /v1/refunds', { payment_intent, amount: '4000' });
  const refunded = () => buyer.call<{ refunded: number }>(`GET /orders/${order._id}`);
  await expect.poll(async () => (await refunded()).refunded, { timeout: 60_000 }).toBe(40);
  const words = '$40.00 of $115.00 refunded';
  await enter(page, shop, buyer, '/dashboard');
  await expect(page.getByRole('row').filter({ hasText: order.number })).toContainText(words);
  await page.goto(`/dashboard/orders/${order._id}`);
  await expect(page.getByRole('region', { name: 'What was ordered' })).toContainText(words);
  await page.goto(`/dashboard/orders/${order._id}/receipt`);
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText(`${words} to the card.`);
});
