import { readFile } from 'node:fs/promises';
import { enter, expect, test } from './test.ts';

test('an admin imports a file with two bad rows, mends them, undoes the import, and says after a reload how numbers are written', async ({
  page,
  shop,
  admin,
  addProduct,
}) => {
  const part = await addProduct({ price: 5 });
  await enter(page, shop, admin, '/dashboard/imports');
  const csv = `sku,name,price,shelf\n${part.sku},,6,A1\nE2E-1,First part,,A2\nE2E-2,Second part,abc,A3\n`;
  const file = (name: string, content: string) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
  await page.getByLabel(/Choose a CSV/).setInputFiles(file('parts.csv', csv));
  await expect(page.getByRole('heading', { level: 1, name: 'parts.csv' })).toBeVisible();
  await expect(page.getByText('one is not known: shelf')).toBeVisible();
  await expect(page.getByRole('cell', { name: /Price: \$5\.00.*\$6\.00/ })).toBeVisible();
  await page.getByRole('link', { name: 'Errors 2' }).click();
  await expect(page.getByText('abc is no number')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download bad rows' }).click();
  const bad = await readFile((await (await download).path())!, 'utf8');
  expect(bad).toContain('import_row,import_error');

  await page.getByRole('button', { name: 'Apply 1 row' }).press('Enter');
  await expect(page.getByText('Applied: 1 of 3 rows written.')).toBeVisible();
  const mended = bad.replace('First part,', 'First part,3').replace('abc', '4');
  await page.getByLabel(/Choose the corrected file/).setInputFiles(file('mended.csv', mended));
  await expect(page.getByRole('heading', { level: 1, name: 'mended.csv' })).toBeVisible();
  await page.getByRole('button', { name: 'Apply 2 rows' }).click();
  await expect(page.getByText('Applied: 2 of 2 rows written.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByText('Undone: all products are as they were before.')).toBeVisible();

  await page.getByRole('link', { name: 'Imports' }).last().click();
  await page.getByRole('link', { name: 'parts.csv' }).click();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByText('Undone: all products are as they were before.')).toBeVisible();
  expect((await admin.call<{ price: number }>(`GET /products/${part._id}`)).price).toBe(5);
  await page.goto('/dashboard/imports');
  const doubtful = file('doubt.csv', `sku;price\n${part.sku};1,234\n`);
  await page.getByLabel(/Choose a CSV/).setInputFiles(doubtful);
  await expect(page.getByRole('heading', { level: 1, name: 'doubt.csv' })).toBeVisible();
  await page.reload();
  await page.getByLabel(/Choose the file again/).setInputFiles(doubtful);
  await page.getByRole('button', { name: 'A point' }).click();
  await expect(page.getByRole('cell', { name: /Price: \$5\.00.*\$1,234\.00/ })).toBeVisible();

  await page.getByRole('link', { name: 'Imports' }).last().click();
  await page.getByLabel(/Choose a CSV/).setInputFiles(doubtful);
  await expect(page.getByText('A point begins the decimals, as in an earlier file.')).toBeVisible();
  await expect(page.getByRole('cell', { name: /Price: \$5\.00.*\$1,234\.00/ })).toBeVisible();
  await page.getByRole('button', { name: 'A comma' }).click();
  await expect(page.getByText('Price has at most two decimals')).toBeVisible();
});

test('an admin says which of two columns is meant, what stock is and what values stand for, and the form is known the next time', async ({
  page,
  shop,
  admin,
}) => {
  await enter(page, shop, admin, '/dashboard/imports');
  const file = (sku: string) => ({
    name: 'products.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `ID,Type,SKU,Name,Short description,Description,Stock,Regular price\n1,simple,${sku},Belt,Short text,Long text,4,55\n`,
    ),
  });
  await page.getByLabel(/Choose a CSV/).setInputFiles(file('WOO-E2E-1'));
  const questions = page.getByRole('region', { name: 'Questions about columns' });
  await expect(questions.getByText(/Which column is meant for Details/)).toBeVisible();
  await questions.getByRole('button', { name: 'Short description' }).click();
  await expect(page.getByRole('cell', { name: /Details: Short text/ })).toBeVisible();
  await questions.getByRole('button', { name: 'What is on the shelf' }).click();
  await expect(questions).toBeHidden();
  await page.getByRole('button', { name: 'Apply 1 row' }).click();
  await expect(page.getByText('Applied: 1 of 1 row written.')).toBeVisible();
  const added = await admin.call<{ _id: string; price: number; available: number }>('GET /parts/WOO-E2E-1');
  expect([added.price, added.available]).toEqual([55, 4]);

  await page.getByRole('link', { name: 'Imports' }).last().click();
  await page.getByLabel(/Choose a CSV/).setInputFiles(file('WOO-E2E-2'));
  await expect(page.getByRole('cell', { name: /Details: Short text/ })).toBeVisible();
  await expect(questions).toBeHidden();
  // Other tests count the newest parts.
  await admin.call(`DELETE /products/${added._id}`);

  // A file of Shopify has categories of its own.
  await page.getByRole('link', { name: 'Imports' }).last().click();
  await page
    .getByLabel(/Choose a CSV/)
    .setInputFiles(new URL('../../server/imports/cases/shopify.csv', import.meta.url).pathname);
  await questions.getByRole('button', { name: 'What is on the shelf' }).click();
  await expect(questions.getByText('What do these values of column “Type” stand for?')).toBeVisible();
  await questions.getByLabel('Fans').selectOption('case-fans');
  await questions.getByRole('button', { name: 'Read again with these values' }).click();
  await expect(questions).toBeHidden();
  await expect(page.getByRole('cell', { name: /SHO-120/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Apply 2 rows' })).toBeVisible();
});
