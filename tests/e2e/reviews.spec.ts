import { enter, expect, expectToStayFor, newNumber, test } from './test.ts';

test("[S2.31, S5.11, S8.10, S8.1, S9.2, S9.3, S6.2] a customer writes a review, is thanked for 2000 ms, and sees it on the home page; a refused one shows 'Failed to add Review' for 5000 ms and keeps its text", async ({
  page,
  shop,
  buyer,
  admin,
}) => {
  const text = `Delivered as listed.\nNothing to add. ${newNumber()}`;
  await page.clock.install();
  await enter(page, shop, buyer, '/dashboard/addReview');
  for (const [label, value] of [
    ['Name', buyer.name],
    ['Email', buyer.email],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveValue(value);
    await expect(page.getByLabel(label)).not.toBeEditable();
  }
  const rating = page.getByLabel('Rating');
  await expect(rating).toHaveValue('1');
  await expect(rating.getByRole('option')).toHaveText(['1', '2', '3', '4', '5']);
  const review = page.getByLabel('Review', { exact: true });
  const submit = page.getByRole('button', { name: 'Add Review' });
  await submit.click();
  await expect(review).toHaveAccessibleDescription('Description is Required');
  await review.fill('   ');
  await submit.click();
  await expect(review).toHaveAccessibleDescription('Description is Required');

  await rating.selectOption('5');
  await review.fill(text);
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/reviews') && request.method() === 'POST',
  );
  const said = 'Thank You for Your Valuable FeedBack.';
  const thanks = page.getByRole('dialog', { name: said }).getByRole('status').filter({ hasText: said });
  await expectToStayFor(page, thanks, 2000, () => submit.click());
  expect((await sent).postDataJSON()).toEqual({
    name: buyer.name,
    email: buyer.email,
    ratings: '5',
    description: text,
  });
  await expect(review).toHaveValue('');
  await expect(rating).toHaveValue('1');

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Home', exact: true })
    .click();
  const newest = page.getByRole('region', { name: 'Customer Review' }).getByRole('listitem').first();
  await expect(newest).toContainText('Nothing to add.');
  await expect(newest).toContainText('5 of 5 stars');
  await expect(newest).toContainText(buyer.name);
  await page.goto('/dashboard/addReview');
  await page.getByLabel('Rating').selectOption('4');
  await page.getByLabel('Review', { exact: true }).fill('Written before the account was gone.');
  await admin.call(`DELETE /users/${buyer.email}`);
  const toasts = page.locator('[aria-live="polite"]');
  await expectToStayFor(page, toasts.getByText('Failed to add Review'), 5000, () =>
    page.getByRole('button', { name: 'Add Review' }).click(),
  );
  await expect(page.getByRole('main').locator('form').getByRole('alert')).not.toBeEmpty();
  await expect(page.getByLabel('Review', { exact: true })).toHaveValue(
    'Written before the account was gone.',
  );
  await expect(page.getByLabel('Rating')).toHaveValue('4');
});

test('staff find a review, hide it by keyboard with a reason, and show it again; the home page follows', async ({
  page,
  shop,
  buyer,
  admin,
}) => {
  const word = newNumber();
  await buyer.call('POST /reviews', { ratings: '1', description: `Ask for Kim ${word}` });
  await enter(page, shop, admin, '/dashboard/reviews');
  await page.getByLabel('Find reviews').fill(`kim ${word}`);
  await expect(page.getByRole('status').filter({ hasText: '1 match' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: word });
  await expect(row.getByRole('link', { name: buyer.email })).toHaveAttribute(
    'href',
    `/dashboard/people/${encodeURIComponent(buyer.email)}`,
  );
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Hide this review?' });
  await dialog.getByLabel('Reason').fill('It names a person.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Review hidden')).toBeVisible();
  await expect(row).toContainText('It names a person.');
  const shown = page.getByRole('region', { name: 'Customer Review' }).getByRole('listitem');
  await page.goto('/');
  await expect(shown).toHaveCount(3);
  await expect(shown.filter({ hasText: word })).toHaveCount(0);

  await page.goto('/dashboard/reviews?state=hidden');
  await row.getByRole('button', { name: /^Show again/ }).click();
  const again = page.getByRole('dialog', { name: 'Show this review again?' });
  await again.getByLabel('Reason').fill('The buyer has left the name out.');
  await again.getByRole('button', { name: 'Show again' }).click();
  await expect(page.getByText('Review shown again')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.goto('/');
  await expect(shown.filter({ hasText: word })).toHaveCount(1);
});
