import { enter, expect, test } from './test.ts';

test('an admin finds a customer, sees what they owe, keeps them from ordering with a reason, and lets them again', async ({
  page,
  shop,
  buyer,
  admin,
  newOrder,
}) => {
  const order = await newOrder();
  await enter(page, shop, admin, '/dashboard/customers');
  await page.getByLabel('Find customers').fill(buyer.email);
  await expect(page.getByRole('status').filter({ hasText: '1 match' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: buyer.email });
  await expect(row.getByRole('cell', { name: '$115.00 in 1' })).toBeVisible();
  await page.setViewportSize({ width: 375, height: 667 });
  await expect(row.getByText('$115.00 unpaid in 1'), 'on a phone, below the address').toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(row.getByText('$115.00 unpaid in 1')).toBeHidden();
  await page.getByRole('link', { name: 'Ordering blocked' }).click();
  await expect(page.getByText(/^Nobody in this list matches/)).toBeVisible();
  await page.getByRole('link', { name: 'With unpaid orders' }).click();
  await row.getByRole('link', { name: buyer.email }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(buyer.email);
  await expect(page.getByRole('link', { name: order.number })).toBeVisible();
  const ordering = page.getByRole('region', { name: 'Ordering' });
  await ordering.getByRole('button', { name: 'Block ordering' }).click();
  const block = page.getByRole('dialog', { name: 'Block ordering?' });
  await block.getByRole('button', { name: 'Block ordering' }).click();
  await expect(block.getByText('Reason is Required')).toBeVisible();
  await block.getByLabel('Reason').fill('Two invoices are overdue.');
  await page.keyboard.press('Enter');
  await expect(ordering.getByText('Blocked:')).toBeVisible();
  await page.goto('/dashboard/customers?state=blocked');
  await expect(row).toContainText('Two invoices are overdue.');
  await row.getByRole('link', { name: buyer.email }).click();
  await ordering.getByRole('button', { name: 'Let order again' }).click();
  const unblock = page.getByRole('dialog', { name: 'Let this person order again?' });
  await unblock.getByLabel('Reason').fill('They have paid.');
  await page.keyboard.press('Enter');
  await expect(ordering.getByText('The person may order.')).toBeVisible();
});
