import { AxeBuilder } from '@axe-core/playwright';
import { openAccount, proveAddress } from './arrange.ts';
import { enter, expect, newNumber, newPerson, test } from './test.ts';

test('an admin finds a person by name or address while typing, and "not confirmed" is explained once', async ({
  page,
  shop,
  admin,
}) => {
  const family = `Quill${newNumber()}`;
  const people = [];
  for (const first of ['Ada', 'Ben']) {
    people.push(await openAccount(shop.origin, { ...newPerson(), name: `${first} ${family}` }));
  }
  const [ada, ben] = people as [(typeof people)[0], (typeof people)[0]];
  await proveAddress(shop, ben.email);
  await enter(page, shop, admin, '/dashboard/makeAdmin');
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(page.getByText(/^Total users: /)).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Find users' });
  await search.pressSequentially(family.toLowerCase());
  await expect(page.getByRole('status').getByText('2 match')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(`/dashboard/makeAdmin?q=${family.toLowerCase()}`);
  // The name is beside the address; the mark is short and explained once.
  const unproven = rows.filter({ hasText: ada.email });
  await expect(unproven).toContainText(`Ada ${family}`);
  await expect(unproven).toContainText('not confirmed');
  await expect(rows.filter({ hasText: ben.email })).not.toContainText('not confirmed');
  await expect(page.getByText('its owner can confirm it on My Profile')).toHaveCount(1);
  await expect(unproven.getByRole('button', { name: /^Make Admin/ })).toHaveAccessibleDescription(
    /^Address not confirmed: its owner can confirm it/,
  );
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await search.fill(ben.email.toUpperCase());
  await expect(rows).toHaveText([new RegExp(ben.email)]);
  await page.reload();
  await expect(rows).toHaveText([new RegExp(ben.email)]);
  await search.fill('nobody of this name');
  await expect(page.getByText('No user matches “nobody of this name”.')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/dashboard/makeAdmin');
  await expect(search).toHaveValue('');
  await expect(rows.filter({ hasText: admin.email })).toBeVisible();
});

test('the search waits until typing stops, and only the number of payments to answer is requested', async ({
  page,
  shop,
  admin,
}) => {
  const [looked, counted]: [string[], URL[]] = [[], []];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/users') looked.push(url.searchParams.get('q') ?? '');
    if (url.pathname === '/payments/to-answer') counted.push(url);
  });
  await page.clock.install();
  await enter(page, shop, admin, '/dashboard/makeAdmin');
  await expect(page.getByText(/^Total users: /)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const before = looked.length;
  await page.clock.pauseAt(Date.now() + 60_000);
  const search = page.getByRole('searchbox', { name: 'Find users' });
  for (const letter of 'adm') {
    await search.press(letter);
    await page.clock.runFor(50);
  }
  await search.press('i');
  await expect(search).toHaveValue('admi');
  await expect(page).toHaveURL('/dashboard/makeAdmin');
  await page.clock.runFor(200);
  await expect(page).toHaveURL('/dashboard/makeAdmin?q=admi');
  await expect.poll(() => looked.slice(before)).toEqual(['admi']);
  expect(new Set(counted.map(({ search }) => search))).toEqual(new Set(['?limit=1']));
});
