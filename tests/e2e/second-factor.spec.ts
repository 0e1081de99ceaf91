import { codeOf, lettersOf } from '../fixtures/second-factor.ts';
import { makeAdmin, openAccount, proveAddress } from './arrange.ts';
import { enter, expect, newPerson, test } from './test.ts';

test('a second factor is set up, asked at sign-in and before roles are changed, and recovered by a code', async ({
  page,
  shop,
  buyer,
  admin,
}) => {
  await proveAddress(shop, buyer.email);
  await makeAdmin(shop, admin, buyer.email);
  const clerk = await openAccount(shop.origin, newPerson());
  await proveAddress(shop, clerk.email);
  await enter(page, shop, buyer, '/dashboard/myProfile');
  const section = page.getByRole('region', { name: 'Second factor' });
  await section.getByRole('button', { name: 'Set up' }).click();
  await expect(section.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const copy = await section.getByRole('button', { name: /^Copy key/ }).getAttribute('aria-label');
  const secret = lettersOf(copy!.replace('Copy key ', '').replaceAll(' ', ''));
  const code = section.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(section.getByText(/^This code is wrong/)).toBeVisible();
  const codes = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  // Of the half minute before, which may end meanwhile: this one's stays good for the sign-in.
  await expect(async () => {
    await code.fill(await codeOf(secret, -1));
    await page.keyboard.press('Enter');
    await expect(codes).toHaveCount(10, { timeout: 5_000 });
  }).toPass();
  const [recovery] = await codes.allTextContents();
  await section.getByRole('button', { name: 'I have saved them' }).click();
  await expect(section).toContainText('10 recovery codes are left');

  await page.getByRole('button', { name: 'SignOut' }).click();
  await page.goto('/login?from=/dashboard/makeAdmin');
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password').fill(buyer.password);
  await page.keyboard.press('Enter');
  const second = page.getByRole('region', { name: 'Second factor' });
  await expect(second.getByLabel('Code', { exact: true })).toBeFocused();
  await page.keyboard.type(await codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/makeAdmin');

  // Ten minutes later.
  await shop.sql(
    `update sessions set factor_at = now() - interval '11 minutes' where user_id = (select id from users where email = $1)`,
    [buyer.email],
  );
  // The list of everybody is shown a piece at a time.
  await page.getByLabel('Find users').fill(clerk.email);
  const row = page.getByRole('row').filter({ hasText: clerk.email });
  await row.getByRole('button', { name: /^Make Staff/ }).click();
  const confirm = page.getByRole('dialog', { name: 'Make this person staff?' });
  await confirm.getByRole('button', { name: 'Make Staff' }).click();
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(asked.getByLabel('Code', { exact: true })).toBeFocused();
  await page.keyboard.type(recovery!);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Made staff')).toBeVisible();
  await expect(row.getByText('Staff', { exact: true })).toBeVisible();
});
