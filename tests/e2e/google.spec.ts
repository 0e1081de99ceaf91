import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, newPerson, test } from './test.ts';
import { expectToFit, NARROWEST } from './walk.ts';

const google = (page: Page) => page.getByRole('button', { name: 'Continue With Google' });
const accounts = (page: Page) => page.getByRole('heading', { level: 1, name: 'Choose an account' });

/** Opens Google's page from the login page; after it, people land on their profile. */
async function leave(page: Page, origin = '') {
  await page.goto(`${origin}/login?from=/dashboard/myProfile`);
  await google(page).click();
  await expect(accounts(page)).toBeVisible();
}

test('Continue With Google, by keyboard alone, leads to the requested page', async ({ page }) => {
  const { email } = newPerson();
  await page.goto('/dashboard/myProfile');
  await expect(page).toHaveURL(/\/login\?from=/);
  await google(page).focus();
  await page.keyboard.press('Enter');
  await expect(accounts(page)).toBeVisible();

  const emailField = page.getByLabel('Email');
  const isFocused = () => emailField.evaluate((field) => field === document.activeElement);
  for (let tabs = 0; tabs < 5 && !(await isFocused()); tabs += 1) await page.keyboard.press('Tab');
  await expect(emailField).toBeFocused();
  await page.keyboard.type('not an address');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This is not an email address');
  await expect(emailField).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(email.toUpperCase());
  await page.keyboard.press('Tab');
  await page.keyboard.type('Robin Field');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/dashboard\/myProfile$/);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Display name')).toHaveValue('Robin Field');
  await expect(page.getByRole('button', { name: 'SignOut' })).toBeVisible();
});

test('a demo account is one click away, also at 127.0.0.1 and after the server was killed', async ({
  page,
  shop,
}) => {
  await leave(page, shop.origin.replace('localhost', '127.0.0.1'));
  await shop.killAndRestart();
  await page.getByRole('button', { name: /Demo Buyer/ }).click();
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/dashboard\/myProfile$/);
  await expect(page.getByLabel('Email')).toHaveValue('buyer@example.com');
});

test('a person who cancels, goes back, or has an unverified address, finds a login page that works and says so', async ({
  page,
}) => {
  await leave(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('You turned back at Google');
  await google(page).click();
  await expect(accounts(page)).toBeVisible();
  await page.goBack();
  await expect(google(page)).toBeEnabled();

  await google(page).click();
  // The login page has such a field as well.
  await expect(accounts(page)).toBeVisible();
  await page.getByLabel('Email').fill(newPerson().email);
  await page.getByLabel('Verified address').uncheck();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Google has not verified this email address');
  await expect(page.getByRole('button', { name: 'SignOut' })).toHaveCount(0);

  // Signing in still leads to the requested page.
  await google(page).click();
  await page.getByRole('button', { name: /Demo Buyer/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/myProfile$/);
});

test('a forged or reused callback address signs nobody in and says so', { tag: '@nightly' }, async ({
  page,
  shop,
}) => {
  const alert = page.getByRole('alert');
  const isCallback = (url: string) => url.startsWith(`${shop.origin}/api/auth/callback/google`);
  await leave(page);
  await page.goto('/api/auth/callback/google?code=made-up&state=made-up');
  await expect(alert).toContainText('started too long ago, or in another tab or browser');
  await expect(page.getByRole('button', { name: 'SignOut' })).toHaveCount(0);

  await leave(page);
  const used = page.waitForRequest((request) => isCallback(request.url()));
  await page.getByRole('button', { name: /Demo Buyer/ }).click();
  const way = (await used).url();
  await page.getByRole('button', { name: 'SignOut' }).click();
  await expect(page.getByRole('button', { name: 'SignOut' })).toHaveCount(0);
  await page.goto(way);
  await expect(alert).toContainText('started too long ago, or in another tab or browser');
  await expect(page.getByRole('button', { name: 'SignOut' })).toHaveCount(0);
});

test('the account chooser is accessible in both themes, and fits on a phone', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await leave(page);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, { contrastOnly: true });
  await page.setViewportSize(NARROWEST);
  await expectToFit(page, 'the account chooser');
});
