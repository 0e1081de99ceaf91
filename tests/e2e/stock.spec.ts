import type { Product } from '#contract/products/schema.ts';
import type { StockLevel } from '#contract/stock/schema.ts';
import { placeOrder } from './arrange.ts';
import { enter, expect, test } from './test.ts';

/** A GTIN with its check digit. */
const EAN = '4006381333931';

test('a stock-take with three differences: scanned, kept through a reload, overtaken once, and booked at once', async ({
  page,
  shop,
  admin,
  buyer,
  addProduct,
}) => {
  const parts: Product[] = [];
  for (const n of [1, 2, 3, 4])
    parts.push(
      await addProduct({
        // A name made by chance may have the digits of what should be there.
        ...{ sku: `TAKE-${n}`, name: `Counted part ${n}`, available: 1000, bin: `TAKE-0${n}` },
        ...(n === 1 && { ean: EAN }),
      } as object),
    );
  // 100 of the second lie on the shelf for an order.
  await placeOrder(buyer, parts[1]!);
  await enter(page, shop, admin, '/dashboard/stock?bin=take');
  await expect(page.getByRole('status').filter({ hasText: '4 match' })).toBeVisible();
  await page.getByRole('link', { name: 'Stock-take' }).click();
  await expect(page.getByText('4 parts', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Start counting' }).click();

  const main = page.getByRole('main');
  const scan = page.getByLabel('Scan SKU or EAN');
  // Whoever counts sees no number of what should be there.
  await expect(main.getByRole('table')).not.toContainText(/900|1,000/);
  await scan.fill(EAN);
  await scan.press('Enter');
  const count = page.getByRole('textbox', { name: 'Counted', exact: true });
  await expect(count).toBeFocused();
  await page.keyboard.type('997');
  await page.keyboard.press('Enter');
  await expect(scan).toBeFocused();
  await scan.fill('nothing');
  await scan.press('Enter');
  await expect(page.getByText('No part on sale has the SKU or EAN nothing.')).toBeVisible();

  const countOf = (n: number) => page.getByLabel(`Counted of TAKE-${n}`);
  await expect(countOf(1)).toHaveValue('997');
  await countOf(2).fill('1000');
  await countOf(2).press('Enter');
  await expect(countOf(3)).toBeFocused();
  await page.keyboard.type('1,002');
  await page.keyboard.press('Enter');
  await page.keyboard.type('940');
  await page.reload();
  await expect(countOf(4)).toHaveValue('940');

  await page.getByRole('button', { name: 'See differences' }).click();
  await expect(main.getByText('3 of 4 counts differ')).toBeVisible();
  await expect(main.locator('tbody tr')).toHaveText([/TAKE-1.*1,000.*−3/s, /TAKE-3.*\+2/s, /TAKE-4.*−60/s]);
  await admin.call(`POST /products/${parts[3]!._id}/stock`, { kind: 'received', quantity: 20 });
  await page.getByLabel('Why (optional)').fill('Spring stock-take');
  await page.getByRole('button', { name: 'Book 4 counts' }).click();
  await expect(page.getByText('One count cannot be booked. Nothing was booked')).toBeVisible();
  await expect(main.getByText('1,020 should be there now')).toBeVisible();
  const available = async () => {
    const ids = parts.map(({ _id }) => _id).join(',');
    return (await admin.call<StockLevel[]>(`GET /stock?products=${ids}`)).map((level) => level.available);
  };
  expect(await available()).toEqual([1000, 900, 1000, 1020]);
  await countOf(4).fill('960');
  await page.getByRole('button', { name: 'Book 4 counts' }).click();
  await expect(page.getByText('4 counts booked, 3 with a difference')).toBeVisible();
  expect(await available()).toEqual([997, 900, 1002, 960]);
  await expect(page.getByRole('button', { name: 'Start counting' })).toBeVisible();
});

test('each number of stock opens its ledger, where a clerk books damaged pieces and prints labels', async ({
  page,
  shop,
  admin,
  addProduct,
}) => {
  const part = await addProduct({ sku: 'LEDGER-1', available: 412 });
  await enter(page, shop, admin, '/dashboard/manageProducts?q=LEDGER-1');
  await page.getByRole('link', { name: `Stock of ${part.name}: 412` }).click();
  const ledger = page.getByRole('region', { name: 'Ledger' }).locator('tbody tr');
  await expect(ledger).toHaveText([/Product added.*\+412.*412/]);
  await page.getByLabel('What happened').selectOption('Damaged');
  await page.getByLabel('Damaged pieces').fill('500');
  await page.getByRole('button', { name: 'Book out' }).click();
  await expect(page.getByText('Say why')).toBeVisible();
  await page.getByLabel('Why').fill('Fell from the rack');
  await page.getByRole('button', { name: 'Book out' }).click();
  await expect(page.getByText('Only 412 pcs are on sale.')).toBeVisible();
  await page.getByLabel('Damaged pieces').fill('12');
  await page.getByRole('button', { name: 'Book out' }).click();
  await expect(page.getByText('−12 pcs booked: 400 are on sale')).toBeVisible();
  await expect(ledger).toHaveText([/Pieces damaged.*Fell from the rack.*admin@.*−12.*400/, /Product added/]);

  // A delivery that arrives on this page is in its ledger.
  const expected = page.getByRole('region', { name: 'Expected goods' });
  const dialog = page.getByRole('dialog');
  await expected.getByRole('button', { name: 'Add a delivery' }).click();
  await dialog
    .getByLabel('Expected on')
    .fill(new Date(Date.now() + 86_400_000 * 9).toISOString().slice(0, 10));
  await dialog.getByLabel('Pieces').fill('20');
  await dialog.getByLabel('Pieces').press('Enter');
  await expected.getByRole('button', { name: /^Arrived/ }).click();
  await dialog.getByLabel('Pieces that arrived').fill('20');
  await dialog.getByRole('button', { name: 'Book in' }).click();
  await expect(ledger.first()).toHaveText(/\+20.*420/);

  await page.getByRole('link', { name: 'Print labels' }).click();
  await page.getByLabel('Labels a part').fill('2401');
  await expect(page.getByText('Enter a whole number from 1 to 2,400')).toBeVisible();
  await page.getByLabel('Labels a part').fill('3');
  const labels = page.getByRole('list', { name: 'Labels' }).getByRole('listitem');
  await expect(labels).toHaveText([/LEDGER-1/, /LEDGER-1/, /LEDGER-1/]);
  await expect(labels.first().locator('svg path')).toHaveAttribute('d', /^M10 0h2v1h-2z/);
});
