import type { Locator, Page } from '@playwright/test';
import type { Credentials } from './arrange.ts';
import type { Shop } from './shop.ts';
import { expect } from './test.ts';

/** Logs in by keyboard, on the way to a page. Does not wait for the answer, which may ask for the second factor. */
export async function logIn(page: Page, { email, password }: Credentials, to: string): Promise<void> {
  await page.goto(`/login?from=${to}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

interface Roles {
  page: Page;
  shop: Shop;
  /** Who is signed in on the page of the users. */
  admin: Pick<Credentials, 'email'>;
  /** Who is made staff. */
  clerk: Pick<Credentials, 'email'>;
}

/** Makes a person staff ten minutes after the admin's last proof, so that the dialog asks for another: `prove` gives it. */
export async function makeStaffLater(
  { page, shop, admin, clerk }: Roles,
  prove: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await shop.sql(
    `update sessions set factor_at = now() - interval '11 minutes' where user_id = (select id from users where email = $1)`,
    [admin.email],
  );
  // The list of everybody is shown a piece at a time.
  await page.getByLabel('Find users').fill(clerk.email);
  const row = page.getByRole('row').filter({ hasText: clerk.email });
  await row.getByRole('button', { name: /^Make Staff/ }).click();
  const confirm = page.getByRole('dialog', { name: 'Make this person staff?' });
  await confirm.getByRole('button', { name: 'Make Staff' }).click();
  await prove(page.getByRole('dialog', { name: 'Confirm that it is you' }));
  await expect(page.getByText('Made staff')).toBeVisible();
  await expect(row.getByText('Staff', { exact: true })).toBeVisible();
}
