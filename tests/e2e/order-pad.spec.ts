import type { Locator, Page } from '@playwright/test';
import type { Product } from '#contract/products/schema.ts';
import { test as base, expect, newNumber } from './test.ts';

interface Parts {
  /** $4.00 for a piece, $3.00 from 1,000 on. */
  cheap: Product;
  /** In multiples of 50, $2.00 for a piece. */
  packed: Product;
}

const test = base.extend<{ parts: Parts }>({
  parts: async ({ addProduct }, use) => {
    const number = newNumber();
    const cheap = await addProduct({
      ...{ sku: `PAD-${number}-A`, name: `Pad Bracket ${number}`, price: 4, available: 20_000 },
      priceBreaks: [{ from: 1000, price: 3 }],
    });
    const packed = await addProduct({
      ...{ sku: `PAD-${number}-B`, name: `Pad Screw ${number}`, price: 2, multiple: 50 },
    });
    await use({ cheap, packed });
  },
});

test.use({ viewport: { width: 1366, height: 768 }, permissions: ['clipboard-read', 'clipboard-write'] });

const grid = (page: Page) => page.getByRole('grid', { name: 'Lines of the order' });
const row = (page: Page, n: number) => grid(page).locator(`[aria-rowindex="${n + 1}"]`);
const cell = (page: Page, n: number, column: string) => row(page, n).locator(`[data-label="${column}"]`);
const foot = (page: Page) => page.getByRole('region', { name: 'The whole order' });

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((written) => navigator.clipboard.writeText(written), text);
  await page.keyboard.press('Control+V');
}

/** Opens the pad, and moves the focus into its grid by keyboard. */
async function openPad(page: Page): Promise<void> {
  await page.goto('/order');
  await expect(grid(page)).toBeVisible();
  await page.getByRole('button', { name: 'Keys' }).focus();
  await page.keyboard.press('Tab');
  await expect(cell(page, 1, 'Part')).toBeFocused();
}

async function expectFocus(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  await expect(grid(page).locator('[tabindex="0"]')).toHaveCount(1);
}

test('by keyboard alone: type, edit, mend, take advice, undo, go to checkout', async ({ page, parts }) => {
  const { cheap, packed } = parts;
  await openPad(page);
  await page.keyboard.type(`930 ${cheap.sku}`);
  await press(page, 'Enter');
  await expect(cell(page, 1, 'Line total')).toHaveText('$3,720.00');
  await expect(cell(page, 1, 'Unit price')).toContainText('from 1,000: $3.00');
  await expectFocus(page, cell(page, 2, 'Part'));

  // A part, then its quantity: 120 is no multiple of 50.
  await page.keyboard.type(packed.sku.toLowerCase());
  await press(page, 'Tab', 'Tab');
  await page.keyboard.type('120');
  await press(page, 'Enter');
  await expect(cell(page, 2, 'Status')).toContainText('multiples of 50');
  await expect(foot(page).getByRole('button', { name: '1 line needs attention' })).toBeVisible();
  await expect(foot(page)).toContainText('$3,720.00');

  // The next problem is announced, and its second remedy is one key.
  await press(page, 'F8');
  await expectFocus(page, cell(page, 2, 'Status'));
  await expect(page.getByRole('status').filter({ hasText: /^Line 2: / })).toBeAttached();
  await press(page, '2');
  await expect(cell(page, 2, 'Quantity')).toHaveText('150');
  await expect(foot(page).getByRole('button', { name: /needs? attention/ })).toHaveCount(0);
  await expectFocus(page, cell(page, 2, 'Status'));
  await expect(foot(page)).toContainText('$4,020.00');

  // Buying 1,000 costs less than 930.
  await expect(foot(page)).toContainText(`Buying 1,000 instead of 930 of ${cheap.sku} saves $720.00`);
  await press(page, 'ArrowUp', 'Alt+b');
  await expect(cell(page, 1, 'Quantity')).toHaveText('1,000');
  await press(page, 'Control+z');
  await expect(cell(page, 1, 'Quantity')).toHaveText('930');
  await press(page, 'Control+Shift+z');
  await expect(cell(page, 1, 'Line total')).toHaveText('$3,000.00');

  // Escape takes back what is typed; what cannot be meant stays open and says why.
  await press(page, 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await page.keyboard.type('77');
  await press(page, 'Escape');
  await expectFocus(page, cell(page, 1, 'Quantity'));
  await expect(cell(page, 1, 'Quantity')).toHaveText('1,000');
  await page.keyboard.type('many');
  await press(page, 'Enter');
  const field = page.getByRole('textbox', { name: 'Quantity, line 1' });
  await expect(field).toHaveAccessibleDescription(/whole number/);
  await field.fill('1200');
  await press(page, 'Enter');
  await expect(cell(page, 1, 'Quantity')).toHaveText('1,200');
  await expectFocus(page, cell(page, 2, 'Quantity'));

  await press(page, 'Alt+ArrowUp');
  await expect(cell(page, 1, 'Part')).toContainText(packed.sku);
  await press(page, 'Control+Delete');
  await expect(foot(page)).toContainText('1 line');
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toHaveAttribute('aria-keyshortcuts', 'Control+Z');
  await undo.press('Enter');
  await expect(foot(page)).toContainText('2 lines');

  await press(page, 'Control+Enter');
  // A visitor signs in first.
  await expect(page).toHaveURL(/\/login\?from=%2Forder%2Fcheckout$/);
});

test('lines that need somebody are one tab stop, and keys lead out of their buttons; without a line that can be ordered the checkout stays closed', async ({
  page,
  parts,
}) => {
  await openPad(page);
  await paste(page, `120 ${parts.packed.sku}\n7 ${parts.cheap.sku}\nno-such-part-${newNumber()}`);
  await expect(cell(page, 1, 'Status').getByRole('button')).toHaveCount(2);
  await expect(cell(page, 3, 'Status').getByRole('combobox')).toBeVisible();
  await press(page, 'Control+Home');
  await expectFocus(page, cell(page, 1, 'Line'));
  await page.getByRole('button', { name: 'Keys' }).focus();
  await press(page, 'Tab');
  await expectFocus(page, cell(page, 1, 'Line'));

  await press(page, 'End', 'Enter', 'ArrowRight');
  await expect(cell(page, 1, 'Status').getByRole('button').last()).toBeFocused();
  await press(page, 'Control+Home');
  await expectFocus(page, cell(page, 1, 'Line'));
  await press(page, 'End', 'Enter', 'ArrowLeft');
  await expectFocus(page, cell(page, 1, 'Line total'));
  await press(page, 'End', 'Enter', 'Escape');
  await expectFocus(page, cell(page, 1, 'Status'));

  await press(page, 'Control+End', 'ArrowUp', 'Enter');
  await expect(cell(page, 3, 'Status').getByRole('combobox')).toBeFocused();
  await expect(cell(page, 3, 'Status').locator('.part-search-panel')).toHaveText(
    'No parts found. Try the part number alone, or fewer words.',
  );
  await press(page, 'Escape');
  await expectFocus(page, cell(page, 3, 'Status'));
  await expect(foot(page)).toContainText('No line can be ordered yet.');
  await press(page, 'Control+Home', 'Control+Enter');
  await expectFocus(page, cell(page, 1, 'Status'));
  await expect(page).toHaveURL(/\/order$/);
});

test('F8 stops at each line that needs somebody where it is mended; undoing goes to its line; the checkout opens', async ({
  page,
  parts,
}) => {
  const { cheap, packed } = parts;
  await openPad(page);
  await paste(
    page,
    `${cheap.sku}\n120 ${packed.sku}\n130 ${packed.sku}\n200 ${cheap.sku}\n???-${newNumber()}`,
  );
  await expect(foot(page).getByRole('button', { name: '4 lines need attention' })).toBeVisible();
  await press(page, 'Control+Home', 'F8');
  await expectFocus(page, cell(page, 1, 'Quantity'));
  await press(page, 'End', 'Enter');
  await expect(page.getByRole('textbox', { name: 'Quantity, line 1' })).toBeFocused();
  await page.keyboard.type('300');
  await press(page, 'Enter', 'F8');
  await expectFocus(page, cell(page, 2, 'Status'));
  await press(page, 'Control+Delete');
  await expect(foot(page)).toContainText('4 lines');
  await press(page, 'F8');
  await expectFocus(page, cell(page, 2, 'Status'));
  await expect(page.getByRole('status').filter({ hasText: /^Line 2: / })).toBeAttached();

  await press(page, 'Control+Home', 'Control+z');
  await expect(foot(page)).toContainText('5 lines');
  await expectFocus(page, cell(page, 2, 'Line'));
  await press(page, 'Control+Enter');
  await expect(page).toHaveURL(/\/login\?from=%2Forder%2Fcheckout$/);
});

test('cells go to a spreadsheet and back; a paste is one step; Tab leaves the grid after Escape', async ({
  page,
  parts,
}) => {
  const { cheap, packed } = parts;
  await openPad(page);
  await paste(page, `200 ${cheap.sku}\n${packed.sku} - 150 pcs\n300 ${cheap.sku}`);
  await expect(cell(page, 3, 'Line total')).toHaveText('$1,200.00');
  await expect(cell(page, 3, 'Status')).toContainText('Also in line 1');

  await press(page, 'Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('200\n150\n300');
  await press(page, 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowLeft');
  await paste(page, '00123\t500\r\n"a\tb"\t250\r\n');
  await expect(cell(page, 1, 'Your number')).toHaveText('00123');
  await expect(cell(page, 2, 'Quantity')).toHaveText('250');
  await press(page, 'Control+z');
  await expect(cell(page, 1, 'Your number')).toHaveText('');
  await expect(cell(page, 2, 'Quantity')).toHaveText('150');

  // The same part twice stays two lines until somebody joins them, or keeps them.
  await press(page, 'ArrowDown', 'ArrowDown', 'Alt+2');
  await expect(cell(page, 3, 'Status')).toHaveText('');
  await expect(foot(page)).toContainText('3 lines');
  await press(page, 'Alt+j');
  await expect(foot(page)).toContainText('2 lines');
  await expect(cell(page, 1, 'Quantity')).toHaveText('500');
  await press(page, 'Control+z', 'Control+z');
  await expect(page.getByRole('heading', { name: 'Paste your list' })).toBeVisible();
  await press(page, 'Control+Shift+z');
  await expect(foot(page)).toContainText('3 lines');

  await press(page, 'Control+End', 'Escape', 'Tab');
  await expect(grid(page).locator(':focus')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeFocused();
  await press(page, 'Shift+Tab', '?');
  const keys = page.getByRole('dialog', { name: 'Keys of the order pad' });
  await expect(keys).toContainText('F8');
  await expect(keys.getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 });
  await press(page, 'Escape');
  await expect(keys).toBeHidden();
  await expect(grid(page).locator(':focus')).toHaveCount(1);

  await page.reload();
  await expect(cell(page, 3, 'Line total')).toHaveText('$1,200.00');
  await expect(cell(page, 3, 'Status')).toHaveText('');
  const login = page.getByRole('banner').getByRole('link', { name: 'Login' });
  await expect(login).toHaveAttribute('href', '/login?from=%2Forder');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await downloading).suggestedFilename()).toBe('order.csv');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(foot(page)).toContainText('3 lines');
});

test('500 pasted lines: rows near the window are in the document, and keys reach the others', async ({
  page,
  parts,
}) => {
  await openPad(page);
  const lines = Array.from({ length: 500 }, (_, n) => `${100 + 3 * n} ${parts.cheap.sku}`);
  await paste(page, lines.join('\n'));
  await expect(foot(page)).toContainText('500 lines');
  await expect(cell(page, 1, 'Line total')).toHaveText('$400.00');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '502');
  const rows = grid(page).getByRole('row');
  expect(await rows.count()).toBeLessThan(60);

  await press(page, 'Control+End');
  await expectFocus(page, grid(page).locator('[aria-rowindex="502"] [data-label="Status"]'));
  await press(page, 'ArrowUp', 'Home');
  await expectFocus(page, cell(page, 500, 'Line'));
  await expect(cell(page, 500, 'Line')).toBeInViewport();
  await expect(cell(page, 500, 'Quantity')).toHaveText('1,597');
  expect(await rows.count()).toBeLessThan(60);
  await press(page, 'PageUp', 'PageUp', 'Control+Home');
  await expectFocus(page, cell(page, 1, 'Line'));
  await expect(cell(page, 1, 'Line')).toBeInViewport();

  // The row that has the focus stays, wherever the wheel goes.
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, 12_000);
  await expect(cell(page, 1, 'Line')).not.toBeInViewport();
  await expectFocus(page, cell(page, 1, 'Line'));
  await press(page, 'Control+z');
  await expect(page.getByRole('heading', { name: 'Paste your list' })).toBeVisible();
});

test('for boards: quantities follow, with attrition and leader', async ({ page, parts }) => {
  await openPad(page);
  // 4 is the price of the part.
  await paste(page, `${parts.cheap.sku}\t8`);
  await expect(cell(page, 1, 'Quantity')).toHaveText('8');
  await page.getByRole('checkbox', { name: 'Boards to build' }).check();
  await page.getByRole('textbox', { name: 'Boards' }).fill('125');
  await press(page, 'Enter');
  await expect(cell(page, 1, 'Quantity')).toHaveText('1,000');
  await cell(page, 1, 'Attrition %').click();
  await page.keyboard.type('2.5');
  await press(page, 'Tab');
  await page.keyboard.type('50');
  await press(page, 'Enter');
  await expect(cell(page, 1, 'Quantity')).toHaveText('1,075');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('lines are added, changed, mended, moved and removed by touch', async ({ page, parts }) => {
    const { cheap, packed } = parts;
    await page.goto('/order');
    await page.getByLabel('Part number, or lines to paste').fill(`930 ${cheap.sku}\n120 ${packed.sku}`);
    await page.getByRole('button', { name: 'Add', exact: true }).tap();
    const lines = page.getByRole('list', { name: 'Lines of the order' }).getByRole('listitem');
    await expect(lines).toHaveCount(2);
    await expect(lines.first()).toContainText('$3,720.00');
    // Beside the total there is the checkout alone until more is asked for.
    await expect(foot(page).getByRole('button', { name: '1 line needs attention' })).toBeHidden();
    expect((await foot(page).boundingBox())!.height).toBeLessThan(70);
    await foot(page).getByRole('button', { name: 'Details' }).tap();
    const checkout = (await foot(page).getByRole('link', { name: 'Checkout' }).boundingBox())!;
    expect(checkout.x + checkout.width).toBeGreaterThan(330);
    await foot(page).getByRole('button', { name: '1 line needs attention' }).tap();
    // A field would open the keyboard over the remedies.
    await expect(lines.nth(1).getByRole('button', { name: /Order 100/ })).toBeFocused();
    await lines
      .nth(1)
      .getByRole('button', { name: /Order 150/ })
      .tap();
    await expect(lines.nth(1).getByLabel('Quantity, line 2')).toHaveValue('150');
    await lines.first().getByLabel('Quantity, line 1').fill('950');
    await lines.first().getByLabel('Quantity, line 1').blur();
    await expect(lines.first()).toContainText('$3,800.00');
    await foot(page).getByRole('button', { name: 'Apply it' }).tap();
    await expect(lines.first()).toContainText('$3,000.00');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);

    await lines.nth(1).getByText('More').tap();
    await lines.nth(1).getByRole('button', { name: 'Move up' }).tap();
    await expect(lines.first()).toContainText(packed.sku);
    await lines.first().getByRole('button', { name: 'Remove line 1' }).tap();
    await expect(lines).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo', exact: true }).tap();
    await expect(lines).toHaveCount(2);
    await foot(page).getByRole('link', { name: 'Checkout' }).tap();
    // A visitor signs in first.
    await expect(page).toHaveURL(/\/login\?from=%2Forder%2Fcheckout$/);
  });
});
