import type { Locator } from '@playwright/test';
import { payOrder } from './arrange.ts';
import { enter, expect, test } from './test.ts';

/** Returns the vertical centre of an element's text line. */
const middleOf = (words: Locator) =>
  words.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { top, bottom } = range.getBoundingClientRect();
    return (top + bottom) / 2;
  });

test('user text has its own writing direction, only figures in columns have equal widths, and the texts of the nav bar are aligned', async ({
  page,
  shop,
  buyer,
  newOrder,
}) => {
  const name = 'مروحة DDR5-5600';
  const order = await newOrder({ name });
  await payOrder(shop.origin, buyer, order);
  await page.goto(`/allProducts?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('heading', { name })).toHaveCSS('direction', 'rtl');
  await enter(page, shop, buyer, '/dashboard');
  await expect(page.getByRole('link', { name })).toHaveCSS('direction', 'rtl');
  await page.goto(`/dashboard/orders/${order._id}`);
  const shown = page.getByRole('region', { name: 'Lines' }).getByText(name);
  await expect(shown).toHaveCSS('direction', 'rtl');
  await expect(shown).toHaveCSS('font-variant-numeric', 'normal');
  await page.setViewportSize({ width: 1280, height: 720 });
  const bar = page.getByRole('navigation', { name: 'Main' });
  const link = (name: string) => bar.getByRole('link', { name, exact: true });
  const rows = [
    [link('Northbridge'), bar.getByRole('button', { name: 'SignOut' })],
    ['Home', 'All Products', 'Dashboard'].map(link),
  ];
  for (const row of rows) {
    const [first = Number.NaN, ...others] = await Promise.all(row.map(middleOf));
    for (const middle of others) expect(Math.abs(middle - first)).toBeLessThan(1);
  }
});
