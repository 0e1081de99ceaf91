import type { CDPSession, Page } from '@playwright/test';
import { enrolFactor, makeAdmin, openAccount, proveAddress } from './arrange.ts';
import { expectAccessible } from './axe.ts';
import { logIn, makeStaffLater } from './second-factor.ts';
import { enter, expect, newPerson, test } from './test.ts';

/** The browser's own authenticator, in software: of this device, or a key on USB. */
interface Authenticator {
  /** Whether the person shows a finger, a face or a PIN when asked. */
  setVerified(isUserVerified: boolean): Promise<unknown>;
  remove(): Promise<unknown>;
}

async function plugIn(devices: CDPSession, transport: 'internal' | 'usb'): Promise<Authenticator> {
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport, hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    setVerified: (isUserVerified) =>
      devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    remove: () => devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
}

async function openDevices(page: Page): Promise<CDPSession> {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  return devices;
}

test('a passkey is added by keyboard, asked at sign-in and before roles are changed, and removed', async ({
  page,
  shop,
  buyer,
  admin,
}) => {
  await makeAdmin(shop, admin, buyer.email);
  const clerk = await openAccount(shop.origin, newPerson());
  await proveAddress(shop, clerk.email);
  const devices = await openDevices(page);
  const laptop = await plugIn(devices, 'internal');
  await enter(page, shop, buyer, '/dashboard/myProfile');
  const section = page.getByRole('region', { name: 'Second factor' });
  await section.getByRole('button', { name: 'Set up' }).click();
  await section.getByRole('button', { name: 'Use a passkey instead' }).click();
  const name = section.getByLabel('Name of the passkey');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue(/ on /);
  await name.fill('');
  await page.keyboard.press('Enter');
  await expect(section.getByText('Name is Required')).toBeVisible();
  await name.fill('Laptop');
  await page.keyboard.press('Enter');
  await expect(section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await section.getByRole('button', { name: 'I have saved them' }).click();
  await expect(section).toContainText('Signing in asks for a passkey.');
  const passkeys = section.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(passkeys).toHaveText([/^LaptopAdded .+Not used yet/]);

  // The only second factor stays, and a device has one passkey for the shop.
  await section.getByRole('button', { name: 'Remove: Laptop' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove this passkey?' });
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(removing.getByRole('alert')).toContainText('This passkey is your only second factor.');
  await removing.getByRole('button', { name: 'Cancel' }).click();
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await name.fill(`Blue key ${'W'.repeat(40)}`);
  await page.keyboard.press('Enter');
  await expect(section.getByRole('alert')).toContainText('has a passkey for the shop already');
  await laptop.remove();
  await plugIn(devices, 'usb');
  await page.keyboard.press('Enter');
  await expect(passkeys).toHaveText([/^Laptop/, /^Blue key/]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Remove: Laptop' }).click();
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys).toHaveText([/^Blue key/]);

  await page.getByRole('button', { name: 'SignOut' }).click();
  await logIn(page, buyer, '/dashboard/makeAdmin');
  const second = page.getByRole('region', { name: 'Second factor' });
  await expect(second.getByRole('button', { name: 'Use a passkey', exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/makeAdmin');

  await makeStaffLater({ page, shop, admin: buyer, clerk }, async (asked) => {
    await expect(asked.getByRole('button', { name: 'Use a passkey', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
  });
});

test('beside an app a person chooses between passkey and code, and a passkey that is cancelled says so', {
  tag: '@nightly',
}, async ({ page, shop, buyer }) => {
  await proveAddress(shop, buyer.email);
  const {
    codes: [first, other],
  } = await enrolFactor(shop, buyer);
  const laptop = await plugIn(await openDevices(page), 'internal');
  const second = page.getByRole('region', { name: 'Second factor' });
  const code = second.getByLabel('Code', { exact: true });
  await logIn(page, buyer, '/dashboard/myProfile');
  // Without a passkey there is nothing to choose.
  await expect(code).toBeFocused();
  await expect(second.getByRole('button', { name: /passkey/ })).toHaveCount(0);
  await page.keyboard.type(first!);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/myProfile');
  await second.getByRole('button', { name: 'Add a passkey' }).click();
  await second.getByLabel('Name of the passkey').fill('Laptop');
  await page.keyboard.press('Enter');
  await expect(second).toContainText('Signing in asks for a passkey or a code of your authenticator app.');

  await page.getByRole('button', { name: 'SignOut' }).click();
  await expect(page.getByRole('button', { name: 'SignOut' })).toHaveCount(0);
  await laptop.setVerified(false);
  await logIn(page, buyer, '/dashboard/myProfile');
  await page.getByRole('button', { name: 'Use a passkey', exact: true }).click();
  await expect(second.getByRole('alert')).toContainText('No passkey was used');
  await second.getByRole('button', { name: 'Use a code instead' }).click();
  await expect(code).toBeFocused();
  await page.keyboard.type(other!);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/myProfile');
});
