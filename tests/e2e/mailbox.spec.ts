import { payOrder } from './arrange.ts';
import { expectAccessible } from './axe.ts';
import { enter, expect, test } from './test.ts';

test("the sandbox's mailbox shows what a buyer gets, and a mail's link leads to the order", async ({
  page,
  shop,
  buyer,
  admin,
  newOrder,
  complaints,
}) => {
  const order = await newOrder();
  const transactionId = await payOrder(shop.origin, buyer, order);
  await admin.call(`POST /orders/${order._id}/refund`, { reason: 'Recalled' });
  await enter(page, shop, buyer, '/');
  await page.getByRole('link', { name: 'Mailbox' }).click();
  const mail = page.getByRole('listitem').filter({ hasText: buyer.email });
  // In either order: both may have been sent within the same second.
  const about = (what: string) =>
    mail.filter({ hasText: `${what}: ${order.number}, 100 × ${order.productName}` });
  await expect(async () => {
    await page.reload();
    for (const what of ['Order placed', 'Paid', 'Refunded']) {
      await expect(about(what)).toHaveCount(1, { timeout: 1000 });
    }
  }).toPass();
  await expectAccessible(page);
  await about('Paid').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Paid: ${order.number}, 100 × ${order.productName}`,
  );
  await expect(page.locator('pre')).toContainText(transactionId);
  // No script runs in the frame, the test's and axe's included, so the test reaches its link by keyboard.
  await expectAccessible(page, { without: 'iframe' });
  // The frame takes the focus only once it is drawn.
  let opened = page;
  await expect(async () => {
    await page.locator('pre').getByRole('link').focus();
    const popup = page.waitForEvent('popup', { timeout: 5000 });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    opened = await popup;
  }).toPass();
  await expect(opened.getByRole('region', { name: 'Facts of the order' })).toContainText(transactionId);

  // The browser reports that the test's own script may not run in the frame.
  const others = complaints.filter((one) => !one.startsWith('Blocked script execution'));
  complaints.splice(0, complaints.length, ...others);
});
