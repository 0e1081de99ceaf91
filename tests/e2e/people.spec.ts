import { enter, expect, test } from './test.ts';

test('an admin opens a person from the list, keeps them from ordering with a reason, and lets them again', async ({
  page,
  shop,
  buyer,
  admin,
}) => {
  await enter(page, shop, admin, `/dashboard/makeAdmin?q=${encodeURIComponent(buyer.email)}`);
  await page.getByRole('link', { name: buyer.email }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(buyer.email);
  const ordering = page.getByRole('region', { name: 'Ordering' });
  await ordering.getByRole('button', { name: 'Block ordering' }).click();
  await expect(ordering.getByText('Reason is Required')).toBeVisible();
  await ordering.getByLabel('Reason').fill('Two invoices are overdue.');
  await page.keyboard.press('Enter');
  await expect(ordering.getByText('Blocked:')).toBeVisible();
  await ordering.getByRole('button', { name: 'Let order again' }).click();
  await expect(ordering.getByLabel('Reason')).toBeVisible();
});
