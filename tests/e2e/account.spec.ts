import type { Browser, Page } from '@playwright/test';
import { type Caller, openAccount, placeOrder } from './arrange.ts';
import { followLink } from './mail.ts';
import type { Shop } from './shop.ts';
import { enter, expect, newPerson, signIn, signUp, storedToken, test } from './test.ts';

const PROFILE = '/dashboard/myProfile';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const signOuts = (page: Page) => page.getByRole('button', { name: /^Sign out: / });

/** Signs a person in in a second browser. */
async function enterElsewhere(browser: Browser, shop: Shop, person: Caller, path: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: shop.origin });
  await enter(page, shop, person, path);
  return page;
}

async function tryPassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await button(page, 'Login').click();
}

test('an accessToken that has expired is renewed without the user noticing', async ({
  page,
  shop,
  buyer,
}) => {
  await enter(page, shop, buyer, '/dashboard');
  await expect(page.getByText('No orders yet')).toBeVisible();
  // An unknown token stands for an expired one: both are answered with 401.
  const stale = 'x'.repeat(43);
  await page.evaluate((token) => localStorage.setItem('accessToken', token), stale);
  const answers: [number, string][] = [];
  page.on('response', (answer) =>
    answers.push([answer.status(), `${answer.request().method()} ${new URL(answer.url()).pathname}`]),
  );
  await page.reload();
  await expect(page.getByText('No orders yet')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect(answers).toContainEqual([401, `GET /admin/${encodeURIComponent(buyer.email)}`]);
  // Calls that fail at the same time share one exchange.
  const exchanges = answers.filter(([, request]) => request.startsWith('PUT /user/'));
  expect(exchanges.map(([status]) => status)).toEqual([200]);
  const renewed = await storedToken(page);
  expect(renewed).not.toBe(stale);
  expect(renewed).toMatch(/^[\w-]{43}$/);
});

test('My Profile lists the sessions of the account, and ends one of them, or all at once', async ({
  page,
  browser,
  shop,
  buyer,
}) => {
  const other = await enterElsewhere(browser, shop, buyer, '/dashboard');
  await expect(other.getByText('No orders yet')).toBeVisible();
  await enter(page, shop, buyer, PROFILE);
  // Three sessions: the buyer's API client, the other browser, and this one.
  await expect(signOuts(page)).toHaveCount(3);
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Sign out: / }) });
  await expect(rows.nth(0)).toContainText('Chrome on Windows');
  await expect(rows.nth(0)).toContainText('This one');
  await expect(rows.nth(0)).toContainText('In use now');
  await expect(page.getByText('This one')).toHaveCount(1);
  await expect(rows.nth(1)).toContainText(/Chrome on Windows.*Signed in .*Last used /);

  await rows.nth(1).getByRole('button').click();
  await expect(signOuts(page)).toHaveCount(2);
  await other.getByRole('link', { name: 'My Profile' }).click();
  await expect(other.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible();
  await other.goto('/dashboard');
  await expect(other).toHaveURL('/');
  await expect(other.getByRole('button', { name: 'SignOut' })).toHaveCount(0);

  await signOuts(page).first().click();
  await expect(page).toHaveURL('/login');
  expect(await storedToken(page)).toBeNull();

  await enter(other, shop, buyer, '/dashboard');
  await expect(other.getByText('No orders yet')).toBeVisible();
  const token = await storedToken(other);
  await enter(page, shop, buyer, PROFILE);
  await button(page, 'Sign out everywhere').click();
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(button(page, 'Sign out everywhere')).toBeFocused();
  await button(page, 'Sign out everywhere').click();
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL('/login');
  const late = await other.request.get(`/orders?email=${buyer.email}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(late.status()).toBe(401);
  await other.reload();
  await expect(other).toHaveURL('/');
  await other.close();
});

test('a password is changed on My Profile, and only this browser stays signed in', async ({
  page,
  browser,
  shop,
  buyer,
}) => {
  const other = await enterElsewhere(browser, shop, buyer, '/dashboard');
  await expect(other.getByText('No orders yet')).toBeVisible();
  await enter(page, shop, buyer, PROFILE);
  const current = page.getByLabel('Current password');
  const next = page.getByLabel('New password');
  await button(page, 'Change password').click();
  await expect(current).toHaveAccessibleDescription('Password is Required');
  await current.fill('not the one');
  await next.fill('12345');
  await button(page, 'Change password').click();
  await expect(next).toHaveAccessibleDescription(/Secret KeY Should be 6 char\. or longer$/);
  await next.fill('another secret');
  await button(page, 'Change password').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid password' })).toBeVisible();
  await current.fill(buyer.password);
  await button(page, 'Change password').click();
  await expect(page.getByText('Changed. You are signed out everywhere else.')).toBeVisible();
  await expect(signOuts(page)).toHaveCount(1);
  await expect(current).toHaveValue('');

  await page.goto('/dashboard');
  await expect(page.getByText('No orders yet')).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL('/');
  await tryPassword(other, buyer.email, buyer.password);
  await expect(other.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible();
  await signIn(other, buyer.email, 'another secret');
  await other.close();
});

test('a link in a mail resets a forgotten password, once', async ({ page, browser, shop, buyer }) => {
  const other = await enterElsewhere(browser, shop, buyer, '/dashboard');
  await expect(other.getByText('No orders yet')).toBeVisible();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await button(page, 'Send the link').click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is Required');
  await page.getByLabel('Email').fill('nobody@parts.example.com');
  await button(page, 'Send the link').click();
  await expect(
    page.getByText('If nobody@parts.example.com has an account, an email is on its way.'),
  ).toBeVisible();
  await page.getByLabel('Email').fill(buyer.email.toUpperCase());
  await button(page, 'Send the link').click();
  await expect(page.getByText(`If ${buyer.email} has an account, an email is on its way.`)).toBeVisible();

  await followLink(page, 'Set a new password', buyer.email);
  await expect(page).toHaveURL(/\/reset-password#[\w-]+$/);
  const link = page.url();
  await page.getByLabel('New password').fill('12345');
  await button(page, 'Set password').click();
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(
    /Secret KeY Should be 6 char\. or longer$/,
  );
  await page.getByLabel('New password').fill('the new secret');
  await button(page, 'Set password').click();
  await expect(page.getByText('Your new password is set')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password').fill('the new secret');
  await button(page, 'Login').click();
  await expect(page.getByRole('button', { name: 'SignOut' })).toBeVisible();
  await page.goto(PROFILE);
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Confirmed.');

  await other.reload();
  await expect(other).toHaveURL('/');
  await other.goto(link);
  await other.getByLabel('New password').fill('once more');
  await button(other, 'Set password').click();
  await expect(other.getByRole('alert').filter({ hasText: 'This link has been used' })).toBeVisible();
  await other.getByRole('link', { name: 'Send a new link' }).click();
  await expect(other).toHaveURL('/forgot-password');
  await other.close();
});

test('a signed-in person confirms an address by a link in a mail; a link for another account says so', async ({
  page,
  buyer,
}) => {
  const person = await signUp(page);
  await page.goto(PROFILE);
  await expect(
    page.getByText(
      'Email not confirmed. Until then, unpaid orders are limited in value and held for a shorter time.',
    ),
  ).toBeVisible();
  await button(page, 'Send the link again').click();
  await expect(page.getByText(/^Sent to .* Follow the link in the email within an hour\.$/)).toBeVisible();
  await followLink(page, 'Confirm your email address', buyer.email);
  await expect(
    page.getByRole('alert').filter({ hasText: 'not for the account you are signed in to' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'SignOut' }).click();
  await expect(page).toHaveURL('/login');

  await followLink(page, 'Confirm your email address', person.email);
  await expect(page).toHaveURL(/\/login\?from=/);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await button(page, 'Login').click();
  await expect(page.getByText(`${person.email} is confirmed.`)).toBeVisible();
  await page.getByRole('link', { name: 'My Profile' }).last().click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Confirmed.');
});

test('confirming the address extends the hold of an order, and the pages of the order announce it', async ({
  page,
  shop,
}) => {
  const person = await signUp(page);
  const [product] = await (
    await page.request.get('/products', { headers: { accept: 'application/json' } })
  ).json();
  const account = await openAccount(shop.origin, { email: person.email, password: person.password });
  const order = await placeOrder(account, product);
  const heldUntil = page.locator('dt:text-is("Held until") + dd');
  const advice = 'Confirm your email address on My Profile before then, and it is kept until';
  await page.goto('/dashboard');
  await expect(page.getByText('Your parts are held until')).toContainText(advice);
  await page.goto(`/dashboard/payment/${order._id}`);
  await expect(page.getByText('The stock is kept for you until')).toContainText(advice);
  await page.goto(`/dashboard/orders/${order._id}`);
  await expect(heldUntil).toContainText(advice);
  const before = await heldUntil.textContent();
  await followLink(page, 'Confirm your email address', person.email);
  await expect(page.getByText(`${person.email} is confirmed.`)).toBeVisible();
  await page.goto(`/dashboard/orders/${order._id}`);
  await expect(heldUntil).not.toContainText(advice);
  // The hold now ends when the page had said.
  const promised = before!.split('it is kept until ')[1]!.replace(/\.$/, '');
  await expect(heldUntil).toHaveText(promised);
});

test('a person who signs in with Google alone is told how to get a password', { tag: '@nightly' }, async ({
  page,
}) => {
  const { email } = newPerson();
  await page.goto(`/login?from=${PROFILE}`);
  await page.getByRole('button', { name: 'Continue With Google' }).click();
  // The login page has fields of the same names.
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(PROFILE);
  await expect(page.getByText('your account has no password')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Confirmed.');
  await button(page, 'Send the link').click();
  await expect(page.getByText('Sent. The link expires in an hour.')).toBeVisible();
  await followLink(page, 'Set a new password', email);
  await page.getByLabel('New password').fill('my first password');
  await button(page, 'Set password').click();
  await expect(page.getByText('Your new password is set')).toBeVisible();
  await signIn(page, email, 'my first password');
});
