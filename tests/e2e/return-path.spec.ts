import { followRequests } from './requests.ts';
import { enter, expect, newPerson, test } from './test.ts';

/** Addresses outside the shop that an attacker may put into a link to the login page; web/return-path.test.ts has all. */
const OUTSIDE = ['//evil.example', 'java\tscript:window.ran=true'];

/** An address inside the shop that looks like an outside one. */
const INSIDE = '/allProducts?next=//evil.example';

test('a signed-in person goes to a page of the shop, even with a link to another site', async ({
  page,
  shop,
  buyer,
}) => {
  await enter(page, shop, buyer, '/');
  const left: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && new URL(request.url()).origin !== shop.origin)
      left.push(request.url());
  });
  const isQuiet = followRequests(page);
  for (const from of OUTSIDE) {
    await page.goto(`/login?from=${encodeURIComponent(from)}`);
    await expect(page, from).toHaveURL('/');
    // What the page still fetches would be cut off by the next one, and complain.
    await expect.poll(isQuiet).toBe(true);
  }
  await page.goto(`/login?from=${encodeURIComponent(INSIDE)}`);
  await expect(page).toHaveURL(shop.origin + INSIDE);
  expect(left).toEqual([]);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('signing in does not lead to another site: by password, as a newcomer, with Google', {
  tag: '@nightly',
}, async ({ page, buyer }) => {
  const from = '/\\evil.example';
  const query = `?from=${encodeURIComponent(from)}`;
  const signOut = page.getByRole('button', { name: 'SignOut' });
  await page.goto(`/login${query}`);
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password').fill(buyer.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/');
  await signOut.click();

  const newcomer = newPerson();
  await page.goto(`/login${query}`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Name').fill(newcomer.name);
  await page.getByLabel('Email').fill(newcomer.email);
  await page.getByLabel('Password').fill(newcomer.password);
  await page.getByRole('button', { name: 'SignUp', exact: true }).click();
  await expect(page).toHaveURL('/');
  await signOut.click();

  await page.goto(`/login${query}`);
  await page.getByRole('button', { name: 'Continue With Google' }).click();
  // The login page has fields of the same names.
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await page.getByRole('button', { name: /Demo Buyer/ }).click();
  await expect(page).toHaveURL('/');
  await signOut.click();

  // The callback address, as an attacker may have changed it.
  await page.goto(`/login?google=done&from=${encodeURIComponent(from)}`);
  await expect(page.getByRole('alert')).toContainText('Google sign-in did not finish');
  await expect(page).toHaveURL(/\/login\?/);
});
