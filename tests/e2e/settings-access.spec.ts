import type { Page } from '@playwright/test';
import { SECTIONS, type Settings } from '#contract/settings/schema.ts';
import type { Caller } from './arrange.ts';
import { enter, expect, test } from './test.ts';
import { type State, walk } from './walk.ts';

const read = (admin: Caller) => admin.call<Settings>('GET /settings');

test.afterEach(async ({ admin }) => {
  const settings = await read(admin);
  for (const section of SECTIONS) {
    const { revision, isStandard } = settings[section];
    if (!isStandard) await admin.call(`PUT /settings/${section}`, { revision, value: null });
  }
});

const title = (page: Page) => page.getByLabel('Title', { exact: true }).first();
const preview = (page: Page) => page.getByRole('dialog', { name: 'Preview: not saved' });
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

test.describe('axe finds nothing', () => {
  test.use({ reducedMotion: 'reduce' });

  test('in the settings, their previews, their history and what others have changed', async ({
    page,
    shop,
    admin,
  }) => {
    test.setTimeout(300_000);
    const states: State[] = [
      {
        name: 'preview of the shop',
        path: '/dashboard/settings',
        reach: press('Preview'),
        shows: preview,
      },
      {
        name: 'shop with errors',
        reach: async (page) => {
          await press('Close the preview')(page);
          await page.getByLabel('Name of the shop').fill('');
          await press('Save')(page);
        },
        shows: (page) => page.getByText('1 field is wrong'),
      },
      {
        name: 'what was typed is here again',
        reach: (page) => page.reload(),
        shows: (page) => page.getByRole('button', { name: 'Discard it' }),
      },
      {
        name: 'preview of a mail',
        path: '/dashboard/settings/mail',
        isLoaded: true,
        reach: press('Preview'),
        shows: preview,
      },
      {
        name: 'preview of orders and days',
        path: '/dashboard/settings/orders',
        reach: async (page) => {
          await expect(page.getByRole('region', { name: 'History' })).toContainText('default values');
          await press('Preview')(page);
        },
        shows: preview,
      },
      {
        name: 'home page, saved, with its history',
        path: '/dashboard/settings/home',
        reach: async (page) => {
          await title(page).fill('Parts from the harbor');
          await press('Save')(page);
        },
        shows: (page) => page.getByText(/^Version \d+ · now$/),
      },
      {
        name: 'changed by somebody else',
        reach: async (page) => {
          await title(page).fill('Mine');
          const { home } = await read(admin);
          const banners = home.value.banners.map((one) => ({ ...one, title: 'Theirs' }));
          const value = { ...home.value, banners };
          await admin.call('PUT /settings/home', { revision: home.revision, value });
          await press('Save')(page);
        },
        shows: (page) => page.getByRole('heading', { name: /^Somebody else has changed this section/ }),
      },
      {
        name: 'portfolio',
        path: '/dashboard/settings/portfolio',
        isLoaded: true,
        shows: (page) => page.getByLabel('Title', { exact: true }),
      },
    ];
    await enter(page, shop, admin, '/');
    await walk(page, states);
  });
});

test('on a phone the section that is open is in view among all', { tag: '@nightly' }, async ({
  page,
  shop,
  admin,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, shop, admin, '/dashboard/settings/blog');
  const link = page.getByRole('link', { name: 'Blog', exact: true });
  await expect(link).toBeInViewport({ ratio: 0.9 });
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});
