import type { Route } from '@playwright/test';
import { Problem } from '../../server/ground/handling/problem.ts';
import { expect, test } from './test.ts';

test('an order and a sign-in over the rate limit say how long to wait and keep the input', async ({
  page,
  openProduct,
}) => {
  await openProduct();
  // tests/http has the server's limits, and server/ground/handling/problem.test.ts its answers.
  const refuse = (what: 'order' | 'signIn') => (route: Route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 429,
          headers: { 'retry-after': '7' },
          contentType: 'application/problem+json',
          body: JSON.stringify(new Problem('too_many_requests', { what, seconds: 7 }).toBody()),
        })
      : route.fallback();
  await page.route('**/orders', refuse('order'));
  const form = page.getByRole('form', { name: 'Order' });
  await form.getByLabel('Shipping address').fill('1 Dock Road');
  await form.getByLabel('Phone').fill('+1 555 0100');
  await form.getByRole('button', { name: 'Place Order' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'Wait 7 seconds' })).toBeVisible();
  await expect(form.getByLabel('Shipping address')).toHaveValue('1 Dock Road');
  await page.getByRole('button', { name: 'SignOut' }).click();
  await page.route('**/api/auth/sign-in/email', refuse('signIn'));
  const main = page.getByRole('main');
  await main.getByLabel('Email').fill('buyer@example.com');
  await main.getByLabel('Password').fill('not-the-password');
  await main.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(main.getByRole('alert').filter({ hasText: 'Too many tries to sign in.' })).toHaveText(
    /Wait 7 seconds and try again\./,
  );
  await expect(main.getByLabel('Email')).toHaveValue('buyer@example.com');
  await expect(main.getByLabel('Password')).toHaveValue('not-the-password');
});
