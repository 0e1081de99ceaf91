import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Product } from '#contract/products/schema.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { type Caller, cartLines } from './arrange.ts';
import type { Shop } from './shop.ts';
import { test as base, enter, expect, newNumber, typeCard } from './test.ts';

interface Mail {
  text: string;
  /** What lines 1 to 4 name: $3.00 from 1,000 pieces on, and three that are written wrong. */
  advised: Product;
  few: Product;
  packed: Product;
  meant: Product;
}

/** A right quantity of a product. */
const piecesOf = ({ minOrder, multiple }: Product) =>
  Math.ceil(Math.max(100, minOrder) / multiple) * multiple;

/** A mail of 40 lines: three need the buyer, and of one more pieces cost less. */
const test = base.extend<{ mail: Mail }>({
  mail: async ({ addProduct, admin }, use) => {
    const number = newNumber();
    const part = (letter: string, more: Partial<Product>) =>
      addProduct({ sku: `MAIL-${number}-${letter}`, name: `Bracket ${letter} ${number}`, price: 2, ...more });
    const [advised, few, packed, meant, all] = await Promise.all([
      part('A', { price: 4, priceBreaks: [{ from: 1000, price: 3 }] }),
      part('B', {}),
      part('C', { multiple: 50 }),
      part('D', {}),
      admin.call<Product[]>('GET /products'),
    ]);
    const cheap = all
      .filter(
        ({ available, lifecycle, sku }) =>
          available >= 5_000 && lifecycle === 'active' && !sku.startsWith('MAIL-'),
      )
      .filter((product) => product.price * piecesOf(product) < 20_000)
      .slice(0, 36);
    expect(cheap).toHaveLength(36);
    const ways = [
      (product: Product) => `${piecesOf(product)}x ${product.sku}`,
      (product: Product) => `${product.sku} - ${piecesOf(product)} pcs`,
      (product: Product) => `${piecesOf(product)} ${product.sku}`,
    ];
    const lines = [
      `930 ${advised.sku}`,
      `50x ${few.sku}`,
      `120 ${packed.sku}`,
      `200x Q7-${number}-NOWHERE`,
      ...cheap.map((product, n) => ways[n % ways.length]!(product)),
    ];
    const text = `Hello,\n\nplease send us for the next build:\n\n${lines.join('\n')}\n\nBest regards\n\n-- \nRobin Field\nPurchasing\n`;
    await use({ text, advised, few, packed, meant });
  },
});

const foot = (page: Page) => page.getByRole('region', { name: 'The whole order' });

/** At checkout: places the order. */
async function placeOrder(page: Page): Promise<void> {
  await page.getByLabel('Recipient').fill('Robin Field');
  await page.getByRole('textbox', { name: /^Street/ }).fill('1 Dock Road');
  await page.getByLabel('City').fill('Oakland');
  await page.getByLabel('ZIP or postal code').fill('94607');
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('Phone').fill('+1 555 0100');
  await page.getByLabel('PO number').fill('PO 2026/118');
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Order NB-\d+ placed$/ })).toBeVisible();
}

/** From the placed order: pays it once, downloads its invoice, and orders it again. */
async function payAndReorder(page: Page, shop: Shop, buyer: Caller): Promise<void> {
  await page.getByRole('link', { name: /^Pay NB-\d+ now$/ }).click();
  await expect(page.getByRole('main').locator('dt:text-is("Lines") + dd')).toHaveText('40 lines');
  await typeCard(page, '4242424242424242');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Congrats! Your Payment is Completed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('link', { name: /^Order NB-\d+$/ }).click();
  await expect(page.getByRole('button', { name: 'Reorder' })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Invoice (PDF)' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^NB-\d+ invoice\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  const [{ id, paid }, ...others] = (await shop.sql<{ id: string; paid: boolean }>(
    `select purchases.id, paid_at is not null as paid from purchases join users on users.id = user_id
     where email = $1`,
    [buyer.email],
  )) as [{ id: string; paid: boolean }];
  expect([paid, others]).toEqual([true, []]);
  const purchase = await buyer.call<PurchaseDetail>(`GET /purchases/${id}`);
  expect([purchase.lines.length, purchase.poNumber]).toEqual([40, 'PO 2026/118']);
  expect(await cartLines(buyer)).toEqual([]);

  await page.getByRole('button', { name: 'Reorder' }).click();
  await page.getByRole('button', { name: 'Add 40 lines to the order' }).click();
  await expect(page).toHaveURL('/order');
  const wanted = purchase.lines.map(({ productId, quantity }) => [productId, quantity]);
  await expect.poll(() => cartLines(buyer)).toEqual(wanted);
}

test.describe('by keyboard', () => {
  test.use({ viewport: { width: 1366, height: 768 }, permissions: ['clipboard-read', 'clipboard-write'] });

  test('40 lines of a mail are pasted, mended, bought at once, paid once, invoiced and ordered again', async ({
    page,
    shop,
    buyer,
    mail,
  }) => {
    test.setTimeout(180_000);
    const grid = page.getByRole('grid', { name: 'Lines of the order' });
    const cell = (n: number, column: string): Locator =>
      grid.locator(`[aria-rowindex="${n + 1}"] [data-label="${column}"]`);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await enter(page, shop, buyer, '/order');
    await expect(grid).toBeVisible();
    await page.getByRole('button', { name: 'Keys' }).focus();
    await press('Tab');
    await page.evaluate((text) => navigator.clipboard.writeText(text), mail.text);
    await press('Control+v');
    await expect(foot(page)).toContainText('40 lines');
    await expect(foot(page).getByRole('button', { name: '3 lines need attention' })).toBeVisible();

    await press('Control+Home', 'F8');
    await expect(cell(2, 'Status')).toBeFocused();
    await press('1');
    await expect(cell(2, 'Quantity')).toHaveText('100');
    await press('F8');
    await expect(cell(3, 'Status')).toBeFocused();
    await press('2');
    await expect(cell(3, 'Quantity')).toHaveText('150');
    await press('F8');
    await expect(cell(4, 'Status')).toBeFocused();
    await press('Home', 'ArrowRight');
    await expect(cell(4, 'Part')).toBeFocused();
    await page.keyboard.type(`200 ${mail.meant.sku}`);
    await press('Enter');
    await expect(foot(page).getByRole('button', { name: /needs? attention/ })).toHaveCount(0);
    await expect(foot(page)).toContainText('saves $720.00');
    await press('Control+Home', 'Alt+b');
    await expect(cell(1, 'Quantity')).toHaveText('1,000');
    await press('Control+Enter');
    await expect(page).toHaveURL('/order/checkout');
    await placeOrder(page);
    await payAndReorder(page, shop, buyer);
  });
});

test.describe('by touch, on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('40 lines of a mail are pasted, mended and bought at once', async ({ page, shop, buyer, mail }) => {
    test.setTimeout(180_000);
    await enter(page, shop, buyer, '/order');
    await page.getByLabel('Part number, or lines to paste').fill(mail.text);
    await page.getByRole('button', { name: 'Add', exact: true }).tap();
    await expect(foot(page)).toContainText('40 lines');
    await foot(page).getByRole('button', { name: 'Details' }).tap();
    await expect(foot(page).getByRole('button', { name: '3 lines need attention' })).toBeVisible();
    const line = (n: number) =>
      page
        .getByRole('list', { name: 'Lines of the order' })
        .getByRole('listitem')
        .filter({ has: page.getByLabel(`Quantity, line ${n}`, { exact: true }) });

    await foot(page).getByRole('button', { name: '3 lines need attention' }).tap();
    await line(2)
      .getByRole('button', { name: /Order 100/ })
      .tap();
    await line(3)
      .getByRole('button', { name: /Order 150/ })
      .tap();
    await line(4).getByText('More').tap();
    await line(4).getByLabel('Part, line 4').fill(`200 ${mail.meant.sku}`);
    await line(4).getByLabel('Part, line 4').press('Enter');
    await expect(foot(page).getByRole('button', { name: /needs? attention/ })).toHaveCount(0);
    await foot(page).getByRole('button', { name: 'Apply it' }).tap();
    await expect(line(1).getByLabel('Quantity, line 1')).toHaveValue('1000');
    await foot(page).getByRole('link', { name: 'Checkout' }).tap();
    await expect(page).toHaveURL('/order/checkout');
    await placeOrder(page);
  });
});
