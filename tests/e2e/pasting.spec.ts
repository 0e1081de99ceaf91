import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';

import { sheet } from '../pasted/sheet.ts';
import { paste } from './paste.ts';
import { expect, newNumber, test } from './test.ts';

/** Drops a file on the page. */
const drop = (page: Page, name: string, bytes: Uint8Array) =>
  page.evaluate(
    ([name, base64]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name));
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, Buffer.from(bytes).toString('base64')] as const,
  );

/** The row of the grid that has a text. */
const row = (page: Page, text: string): Locator =>
  page.getByRole('grid').getByRole('row').filter({ hasText: text });

/** Goes to the next line that needs somebody, and presses keys there. */
async function settle(page: Page, ...keys: string[]): Promise<void> {
  await page.keyboard.press('F8');
  for (const key of keys) await page.keyboard.press(key);
}

test('a mail becomes priced lines, and what is unclear is settled by keyboard', async ({
  page,
  addProduct,
}) => {
  const n = newNumber().replaceAll('-', '');
  const fan = await addProduct({ name: `Fan Q${n}`, sku: `FQ-${n}`, price: 2, available: 9_000 });
  const [small, large] = [
    await addProduct({ name: `Riser Z${n} short`, sku: `RZS-${n}` }),
    await addProduct({ name: `Riser Z${n} long`, sku: `RZL-${n}` }),
  ];
  await page.goto('/order');
  await paste(
    page,
    [
      'Hello Ms Hart,',
      `200x ${fan.sku}`,
      `Riser Z${n} - 150 pcs`,
      `${fan.sku.slice(0, -1)}${fan.sku.endsWith('7') ? '8' : '7'} 300`,
      `250.000 ${large.sku}`,
      'zzqqx unknown thing 5 pcs',
      'Best regards',
      'Robin Field',
    ].join('\n'),
  );
  await expect(page.getByText('Added 5 lines.').first()).toBeVisible();
  await expect(row(page, '$400.00')).toHaveCount(1);
  await expect(page.getByText('Left out: 3 rows (text, signature)')).toBeVisible();

  // Several: the second candidate by its key.
  const several = row(page, `Riser Z${n} - 150 pcs`);
  await expect(several.getByText('Several parts fit:')).toBeVisible();
  const second = several.getByRole('button', { name: /^2 / });
  const isLong = (await second.textContent())!.includes(large.sku);
  await settle(page, '2');
  await expect(row(page, (isLong ? large : small).name).filter({ hasText: '$172.50' })).toHaveCount(1);

  // Likely: Enter confirms.
  await expect(page.getByText('Best match:')).toBeVisible();
  await settle(page, 'Enter');
  await expect(row(page, '$600.00')).toHaveCount(1);

  // A quantity in doubt, as both can be ordered: the second reading.
  await expect(page.getByText('How many?')).toBeVisible();
  await settle(page, '2');
  await expect(row(page, '$287.50')).toHaveCount(1);

  // Nothing found: searched in place.
  await settle(page, 'Enter');
  await page.keyboard.type(fan.sku);
  await expect(page.getByRole('option', { name: fan.name })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The minimum is 100 pcs.')).toBeVisible();
  await settle(page, '1');
  await expect(row(page, '$200.00')).toHaveCount(1);
  await expect(page.getByText('need attention')).toHaveCount(0);

  // One paste is one step of undo; what was found is none.
  for (let steps = 0; steps < 6; steps += 1) await page.keyboard.press('Control+z');
  await expect(row(page, '200x')).toHaveCount(0);
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
});

test('a workbook is dropped, its columns are corrected, and the next one of its kind is read so', async ({
  page,
  addProduct,
}) => {
  const fan = await addProduct({ price: 2 });
  const riser = await addProduct({ price: 3 });
  const file = sheet([
    ['Order 4711', null, null],
    ['Ding', 'Value', 'Qty'],
    ['K-1', fan.sku, 250],
    ['K-2', riser.sku, 100],
    ['Total', null, 350],
  ]);
  await page.goto('/order');
  await drop(page, 'bom.xlsx', file);
  await expect(page.getByText('Added 2 lines from bom.xlsx.').first()).toBeVisible();
  await expect(page.getByText('Left out: 2 rows (title, total)')).toBeVisible();
  // Two changes that follow at once are both kept.
  await page.evaluate(() => {
    const choose = (label: string, value: string) => {
      const select = document.querySelector<HTMLSelectElement>(`[aria-label="What ${label} stands for"]`)!;
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    };
    choose('Value', 'mpn');
    choose('Ding', 'customerRef');
  });
  await expect(page.getByLabel('What Value stands for')).toHaveValue('mpn');
  await expect(row(page, '$500.00')).toContainText('K-1');
  await expect(row(page, '$300.00')).toContainText('K-2');

  await page.getByText('Left out: 2 rows').click();
  await page.getByRole('button', { name: 'Add as a line: Order 4711' }).click();
  await expect(row(page, 'Order 4711')).toHaveCount(1);

  await page.goto('/order');
  await drop(page, 'again.xlsx', file);
  await expect(page.getByText('Added 2 lines from again.xlsx.').first()).toBeVisible();
  await expect(page.getByLabel('What Value stands for')).toHaveValue('mpn');
  await expect(row(page, '$500.00')).toHaveCount(2);
});

test('a file that is none says so, and a large one says how many lines are more', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto('/order');
  await drop(page, 'photo.png', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0x0d]));
  await expect(
    page.getByText(/photo\.png was not read\. This is no list that we can read/).first(),
  ).toBeVisible();
  await drop(page, 'old.xls', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]));
  await expect(
    page.getByText(/old\.xls was not read\. This is a workbook of an old Excel/).first(),
  ).toBeVisible();

  const line = `NOT-KNOWN;${'a long description of it '.repeat(4)};200\n`;
  const count = Math.ceil((10 * 1024 * 1024) / line.length);
  await page.getByLabel('Choose a file').setInputFiles({
    ...{ name: 'large.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(`Part;Description;Qty\n${line.repeat(count)}`),
  });
  await expect(page.locator('.pad-raw').first()).toHaveText(/^NOT-KNOWN ?NOT-KNOWN;a long/, {
    timeout: 60_000,
  });
  const more = (count - 5_000).toLocaleString('en-US');
  await expect(page.getByText(`A list has 5,000 lines: ${more} more were not added.`).first()).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '5002');
});

test('without the shop the lines stay, and are priced as soon as it answers; what is short is split over the day on which more is expected', async ({
  page,
  admin,
  addProduct,
}) => {
  const part = await addProduct({ price: 2 });
  await page.goto('/order');
  await page.route('**/lines/match', (route) => route.abort());
  await paste(page, `200 x ${part.sku}`);
  await expect(page.getByText('The shop cannot be reached, so prices and stock may be old.')).toBeVisible();
  await expect(row(page, part.sku)).toContainText('200');
  await page.unroute('**/lines/match');
  await page.getByRole('button', { name: 'Ask now' }).click();
  await expect(row(page, '$400.00')).toHaveCount(1);
  await expect(page.getByText('The shop cannot be reached, so')).toHaveCount(0);
  const short = await addProduct({ price: 2, available: 600 });
  await admin.call(`POST /products/${short._id}/receipts`, { dueOn: '2099-03-03', quantity: 400 });
  await paste(page, `1000 x ${short.sku}`);
  await expect(page.getByText('Only 600 in stock, 400 more on Mar 3, 2099.')).toBeVisible();
  await settle(page, '1');
  await expect(row(page, '$1,200.00')).toHaveCount(1);
  await expect(row(page, '$800.00')).toHaveCount(1);
});

test('real lists: a column is asked for with one key, hidden rows and sheets are told, and letters are right', async ({
  page,
}) => {
  const read = (name: string) => readFileSync(new URL(`../pasted/cases/${name}`, import.meta.url));
  const dropCase = (name: string) => drop(page, name, read(name));
  await page.goto('/order');

  // Two columns may be the quantity: asked once, and known the next time.
  await dropCase('menge-and-bestellmenge.csv');
  await expect(page.getByText('Which column is the quantity to order?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bestellmenge: 400, 600' })).toBeVisible();
  await page.keyboard.press('2');
  await expect(page.getByText('Which column is the quantity to order?')).toHaveCount(0);
  await expect(page.getByLabel('What Bestellmenge stands for')).toHaveValue('quantity');
  await expect(row(page, 'NB-C8').filter({ hasText: '400' })).toHaveCount(1);
  await dropCase('menge-and-bestellmenge.csv');
  await expect(row(page, 'NB-C8').filter({ hasText: '400' })).toHaveCount(2);
  await expect(page.getByText('Which column is the quantity to order?')).toHaveCount(0);

  await dropCase('filtered-rows.xlsx');
  await expect(page.getByText('2 hidden rows left out')).toBeVisible();
  await expect(row(page, 'NB-N25D')).toHaveCount(0);
  await page.getByRole('button', { name: 'Include hidden rows' }).click();
  await expect(row(page, 'NB-N25D').filter({ hasText: '800' })).toHaveCount(1);

  await dropCase('hidden-first-sheet.xlsx');
  await expect(page.getByLabel('Sheet')).toHaveValue('1');
  await expect(row(page, 'NB-E32')).toHaveCount(0);
  await page.getByLabel('Sheet').selectOption('Data (hidden)');
  await expect(row(page, 'NB-E32').filter({ hasText: '600' })).toHaveCount(1);

  await dropCase('polish-cp1250-szt.csv');
  await expect(page.getByLabel('Letters read as')).toHaveValue('windows-1250');
  await expect(page.getByLabel('What Ilość stands for')).toHaveValue('quantity');

  await dropCase('edifact-orders.edi');
  await expect(
    page.getByText(/edifact-orders\.edi was not read\. This is an EDIFACT order/).first(),
  ).toBeVisible();
});

test('20 lines of a mail are ready for the checkout after 12 keys at most', async ({ page }) => {
  const keys: string[] = [];
  const press = async (key: string) => {
    keys.push(key);
    await page.keyboard.press(key);
  };
  await page.goto('/order');
  await paste(
    page,
    [
      'Dear all,',
      'please quote and deliver to our plant in Reno by 12/15:',
      '',
      ...[
        '100 x NB-C8',
        'NB-E64 - 200 pcs',
        '300 NB-N25D',
        '1. NB-P850G 250 pcs',
        '- NB-T120: 400',
        'nb s8, 100 ea',
      ],
      ...[
        'NB-H35-16T   200',
        '200x NB-M2-80-2T',
        'NB-G8 qty 200',
        'NB-CR800 x100',
        'NB-S8-10 (100 pcs)',
        'NBE32 300',
      ],
      ...[
        'Case Fan 120 mm PWM - 500 pcs',
        '100 pieces of NB-M2G4-80-1T @ $95.00',
        'NB-C8 20',
        'PSU ATX 650G 100 pcs',
      ],
      ...['100 x DDR5 UDIMM 32', 'NB-P850G 1.000', 'TRX-1G-LX 100', 'D5U-5600-16 200 pcs'],
      '',
      'Kind regards',
      'Robin Field, Purchasing, +1 555 0100',
    ].join('\n'),
  );
  keys.push('Control+v');
  await expect(page.getByText('Added 20 lines.').first()).toBeVisible();
  await expect(page.getByText('Looking for it…')).toHaveCount(0);
  const need = page.getByRole('button', { name: /needs? attention/ });
  const isReady = async () => (await need.count()) === 0;
  const grid = page.getByRole('grid');
  while (keys.length < 12 && !(await isReady())) {
    const before = await grid.textContent();
    await press('F8');
    await press('1');
    // What is chosen may ask one thing more, such as for the minimum.
    await expect.poll(() => grid.textContent()).not.toBe(before);
    await expect(page.getByText('Looking for it…')).toHaveCount(0);
  }
  expect(await isReady(), keys.join(' ')).toBe(true);
  expect(keys.length, keys.join(' ')).toBeLessThanOrEqual(12);
  // Each line has the part that it names: none was settled by another one.
  for (const sku of ['CPU-C8-47', 'PSU-ATX-650G', 'D5U-5600-32', 'TRX-1G-LX', 'FAN-120-PWM'])
    await expect(row(page, sku).first()).toBeVisible();
});
