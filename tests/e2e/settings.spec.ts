import type { Section, Settings } from '#contract/settings.ts';
import { type Caller, placeOrder } from './arrange.ts';
import { enter, expect, test } from './test.ts';

const read = (admin: Caller) => admin.call<Settings>('GET /settings');

async function toDefault(admin: Caller, section: Section): Promise<void> {
  const { revision, isStandard } = (await read(admin))[section];
  if (!isStandard) await admin.call(`PUT /settings/${section}`, { revision, value: null });
}

// Other tests read the shop's own words.
test.afterEach(async ({ admin }) => {
  for (const section of ['shop', 'orders', 'home'] as const) await toDefault(admin, section);
});

test('an owner renames the shop and changes the banners without a terminal', async ({
  page,
  shop,
  admin,
  browser,
}) => {
  await enter(page, shop, admin, '/dashboard/overview');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');

  // What is wrong stays in the form, at its field.
  const name = page.getByLabel('Name of the shop');
  await name.fill(' ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/Fill this in/);
  await name.fill('Harbor <b>Parts</b>');
  await expect(name).toHaveAccessibleDescription(/Default: Northbridge/);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Shop and company saved')).toBeVisible();
  await expect(page.locator('.top-name')).toHaveText('Harbor <b>Parts</b>');

  // Leaving with something typed asks first.
  await page.getByRole('link', { name: 'Home page' }).click();
  const title = page.getByLabel('Title', { exact: true }).first();
  await title.fill('Parts from the harbor');
  await page.getByRole('link', { name: 'Blog', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(title).toHaveValue('Parts from the harbor');

  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview: not saved' });
  await expect(preview.getByRole('heading', { name: 'Parts from the harbor' })).toBeVisible();
  await preview.getByRole('button', { name: '2', exact: true }).click();
  await preview.getByRole('button', { name: 'Close the preview' }).click();

  // Somebody else saves the section meanwhile: nothing of what was typed is lost.
  const { home } = await read(admin);
  const newsletter = { ...home.value.newsletter, title: 'News' };
  await admin.call('PUT /settings/home', { revision: home.revision, value: { ...home.value, newsletter } });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Somebody else has saved this section meanwhile')).toBeVisible();
  await expect(title).toHaveValue('Parts from the harbor');
  await expect(page.getByText('Title of the newsletter: Newsletter → News')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Home page saved')).toBeVisible();

  // A visitor, who has never seen the shop before.
  const context = await browser.newContext({ javaScriptEnabled: false });
  const visitor = await context.newPage();
  await visitor.goto(`${shop.origin}/`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Parts from the harbor');
  await expect(visitor).toHaveTitle(/\| Harbor <b>Parts<\/b>$/);
  await context.close();

  // And back: an older version by the history, the shop's name by its default.
  await page.getByRole('button', { name: `Put version ${home.revision + 1} into the form` }).click();
  await expect(title).toHaveValue(home.value.banners[0]!.title);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Version ${home.revision + 3} · now`)).toBeVisible();
  await page.getByRole('link', { name: 'Shop and company' }).click();
  await page.getByRole('button', { name: 'Back to the default' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Back to the default' }).click();
  await expect(page.locator('.top-name')).toHaveText('Northbridge');
  await expect(name).toHaveValue('Northbridge');
});

test('another minimum counts on pages at once, and at the next order', async ({
  page,
  shop,
  admin,
  addProduct,
}) => {
  const product = await addProduct({ minOrder: 1 });
  await enter(page, shop, admin, '/dashboard/settings/orders');
  await page.getByLabel('Minimum in pieces').fill('20');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Orders and days saved')).toBeVisible();
  await page.goto(`/products/${product._id}`);
  await expect(page.getByText('Minimum 20 pcs').filter({ visible: true }).first()).toBeVisible();
  expect((await placeOrder(admin, product, 20)).order).toBe(20);
});
