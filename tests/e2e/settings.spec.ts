import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { SECTIONS, type Section, type Settings } from '#contract/settings/schema.ts';
import type { Caller } from './arrange.ts';
import { enter, expect, test } from './test.ts';

const read = (admin: Caller) => admin.call<Settings>('GET /settings');

async function toDefault(admin: Caller, section: Section): Promise<void> {
  const { revision, isStandard } = (await read(admin))[section];
  if (!isStandard) await admin.call(`PUT /settings/${section}`, { revision, value: null });
}

// Other tests read the shop's own words.
test.afterEach(async ({ admin }) => {
  for (const section of SECTIONS) await toDefault(admin, section);
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
  const news = page.getByRole('region', { name: 'Somebody else has changed this section meanwhile' });
  await expect(news.getByRole('heading')).toBeFocused();
  await expect(news.getByRole('listitem')).toHaveText('Title of the newsletter: News');
  await expect(page.getByRole('main').getByRole('alert').last()).toHaveText(/^Not saved yet/);
  await expect(title).toHaveValue('Parts from the harbor');
  await expect(page.getByText('Title of the newsletter: Newsletter → News')).toBeVisible();
  expect((await read(admin)).home.value.banners[0]?.title).not.toBe('Parts from the harbor');
  await news.getByRole('button', { name: 'Done' }).click();
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

test('what was typed survives a reload and an error, and another tab’s change is told before it is saved over', async ({
  page,
  shop,
  admin,
}) => {
  await enter(page, shop, admin, '/dashboard/settings/blog');
  const title = page.getByLabel('Title', { exact: true });
  const intro = page.getByLabel('Introduction');
  const save = page.getByRole('button', { name: 'Save' });
  await title.fill('Notes from the harbor');
  await page.getByRole('button', { name: 'Remove Entry 1' }).click();
  await expect(page.getByText('2 fields not saved')).toBeVisible();

  // An error of the server, and one of the form.
  await page.route('**/settings/blog', (route) => route.abort());
  await save.click();
  await expect(page.getByRole('main').getByRole('alert').last()).toBeVisible();
  await page.unroute('**/settings/blog');
  await intro.fill(' ');
  await save.click();
  await expect(intro).toBeFocused();

  await page.reload();
  await expect(page.getByText('What you had typed and not saved is here again.')).toBeVisible();
  await expect(title).toHaveValue('Notes from the harbor');
  await expect(intro).toHaveValue(' ');
  await expect(page.getByText('3 fields not saved')).toBeVisible();

  // Another tab saves the same field while this one is closed, and a further one while it is open.
  const saveElsewhere = async (fields: object) => {
    const { blog } = await read(admin);
    const value = { ...blog.value, ...fields };
    await admin.call('PUT /settings/blog', { revision: blog.revision, value });
  };
  await page.goto('/healthz');
  await saveElsewhere({ title: 'Theirs' });
  await page.goto('/dashboard/settings/blog');
  const news = page.getByRole('region', { name: 'Somebody else has changed this section meanwhile' });
  const choice = news.getByRole('group', { name: 'Title' });
  await expect(choice.getByText('Theirs', { exact: true })).toHaveCount(2);
  await choice.getByRole('radio', { name: 'Theirs' }).check();
  await expect(title).toHaveValue('Theirs');
  await choice.getByRole('radio', { name: 'Yours' }).check();
  await expect(title).toHaveValue('Notes from the harbor');
  await saveElsewhere({ intro: 'Their introduction' });
  await intro.fill('Mine');
  await save.click();
  await expect(page.getByRole('main').getByRole('alert').last()).toHaveText(/^Not saved yet/);
  await news.getByRole('group', { name: 'Introduction' }).getByRole('radio', { name: 'Theirs' }).check();
  await save.click();
  await expect(page.getByText('Blog saved')).toBeVisible();
  const { value, standard } = (await read(admin)).blog;
  expect([value.title, value.intro]).toEqual(['Notes from the harbor', 'Their introduction']);
  expect(value.entries).toEqual(standard.entries.slice(1));

  // Nothing is left of the draft.
  await page.reload();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
});

test('a picture for a banner is uploaded, seen in the preview, and shown to visitors in the width of their screens', async ({
  page,
  shop,
  admin,
}) => {
  await enter(page, shop, admin, '/dashboard/settings/home');
  const group = page.getByRole('group', { name: 'Banner 1', exact: true });
  const field = group.getByLabel('Upload another picture');
  await field.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(group.getByText(/picture/i).filter({ hasText: /JPEG|read|decode|broken/i })).toBeVisible();
  const drawn = sharp({ create: { width: 1920, height: 800, channels: 3, background: '#3a6ea5' } });
  const buffer = await drawn.png().toBuffer();
  await field.setInputFiles({ name: 'harbor.png', mimeType: 'image/png', buffer });
  await expect(group.getByLabel('Picture', { exact: true }).locator('option:checked')).toHaveText(
    'Uploaded picture',
  );
  await group.getByLabel('What the picture shows').fill('The harbor');
  await page.getByRole('button', { name: 'Preview' }).click();
  const seen = (where: Page | Locator) =>
    expect
      .poll(() => where.getByRole('img', { name: 'The harbor' }).evaluate(naturalWidth))
      .toBeGreaterThan(0);
  await seen(page.getByRole('dialog', { name: 'Preview: not saved' }));
  await page.getByRole('button', { name: 'Close the preview' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Home page saved')).toBeVisible();
  expect((await read(admin)).home.value.banners[0]?.picture).toMatch(/^\/images\/[a-z0-9-]+\.webp$/);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/');
  await expect
    .poll(() => page.getByRole('img', { name: 'The harbor' }).evaluate(currentSource))
    .toMatch(/w=1920$/);
  expect(await page.getByRole('img', { name: 'The harbor' }).evaluate(naturalWidth)).toBe(1920);
});

const currentSource = (image: Element) => (image as HTMLImageElement).currentSrc;

const naturalWidth = (image: Element) => (image as HTMLImageElement).naturalWidth;
