import sharp from 'sharp';
import type { Product } from '#contract/products/schema.ts';
import { enter, expect, newNumber, test } from './test.ts';

test('a supplier adds a product with attributes and price breaks; each wrong field says why, and what was typed survives a reload', async ({
  page,
  shop,
  admin,
}) => {
  const number = newNumber();
  const name = `Memory Module ${number}`;
  await enter(page, shop, admin, '/dashboard/addProduct');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Short details').fill('Registered, with ECC.');
  await page.getByLabel('SKU').fill(`MEM ${number}`);
  await page.getByLabel('Category').selectOption({ label: 'Memory' });
  await page.getByLabel('Capacity (GB)').fill('64 of them');
  await page.getByLabel('ECC').selectOption('Yes');
  await page.getByLabel('Type', { exact: true }).fill('DDR5');
  await page.getByLabel('Price', { exact: true }).fill('180');
  await page.getByLabel('Min. quantity').fill('100');
  await page.getByLabel('Available quantity').fill('2,500');
  await page.getByLabel('Weight').fill('24.5');
  await page.getByLabel('Packed in').fill('tray');
  await page.getByLabel('Pieces in a package').fill('50');
  const breaks = page.getByRole('group', { name: 'Price breaks' });
  const add = breaks.getByRole('button', { name: 'Add a price break' });
  for (const [n, from, price] of [
    [0, '500', '170'],
    [1, '400', '160'],
  ] as const) {
    await add.press('Enter');
    await breaks.getByLabel('From pieces').nth(n).fill(from);
    await breaks.getByLabel('Unit price').nth(n).fill(price);
  }

  await page.reload();
  await expect(page.getByText('What you had typed and not saved is here again.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await expect(breaks.getByLabel('From pieces')).toHaveCount(2);

  const save = page.getByRole('button', { name: 'Add Product' });
  await save.click();
  const capacity = page.getByLabel('Capacity (GB)');
  await expect(capacity).toBeFocused();
  await expect(capacity).toHaveAccessibleDescription('Capacity (GB) is a number');
  const summary = page.getByRole('region', { name: 'What to fix' });
  await expect(summary.getByRole('button')).toHaveText([
    'Capacity (GB): Capacity (GB) is a number',
    'Image: Product Image is Required',
  ]);
  await summary.getByRole('button', { name: /^Image/ }).press('Enter');
  await expect(page.getByLabel('Image')).toBeFocused();
  await capacity.fill('64');
  const picture = sharp({ create: { width: 800, height: 600, channels: 3, background: '#3a6ea5' } });
  const buffer = await picture.png().toBuffer();
  await page.getByLabel('Image').setInputFiles({ name: 'memory.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('img', { name: 'The chosen picture' })).toBeVisible();

  await save.click();
  const second = breaks.getByLabel('From pieces').nth(1);
  await expect(second).toBeFocused();
  await expect(second).toHaveAccessibleDescription(/has to start above 500 pcs and cost less than \$170\.00/);
  await second.fill('1000');
  await save.click();
  await expect(page.getByRole('dialog').getByText('Product Added SuccessfullY.')).toBeVisible();
  const [added] = await admin.call<Product[]>(`GET /products?q=${encodeURIComponent(name)}`);
  expect(added).toMatchObject({
    ...{ sku: `MEM ${number}`, category: { slug: 'memory' }, price: 180, available: 2500, weightGrams: 24.5 },
    priceBreaks: [
      { from: 500, price: 170 },
      { from: 1000, price: 160 },
    ],
    package: { name: 'tray', pieces: 50 },
  });
  expect(added!.attributes.map(({ key, value }) => [key, value])).toEqual([
    ['type', 'DDR5'],
    ['capacity', 64],
    ['ecc', true],
  ]);
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  await admin.call(`DELETE /products/${added!._id}`);
});

test('another admin changes a product meanwhile: the form says what, keeps what was typed, and offers both', async ({
  page,
  shop,
  admin,
  addProduct,
}) => {
  const { _id } = await addProduct({ price: 2, maker: 'Northbridge' });
  const read = () => admin.call<Product>(`GET /products/${_id}`);
  await enter(page, shop, admin, `/dashboard/manageProducts/${_id}`);
  await page.getByLabel('Price', { exact: true }).fill('3.00');
  await page.getByLabel('Short details').fill('A riser of 200 mm.');
  await admin.call(`PATCH /products/${_id}`, { price: 4, shortDetails: 'Theirs.', maker: 'Southbridge' });

  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  const news = page.getByRole('region', { name: 'Somebody else has changed this product meanwhile' });
  await expect(news.getByRole('heading')).toBeFocused();
  await expect(news.getByRole('listitem')).toHaveText('Maker: Southbridge');
  await expect(page.getByLabel('Maker', { exact: true })).toHaveValue('Southbridge');
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('3.00');
  await expect(page.getByRole('main').getByRole('alert').last()).toHaveText(/^Not saved yet/);
  expect((await read()).price).toBe(4);

  const details = news.getByRole('group', { name: 'Short details' });
  await details.getByRole('radio', { name: 'Theirs' }).check();
  await expect(page.getByLabel('Short details', { exact: true }).last()).toHaveValue('Theirs.');
  await details.getByRole('radio', { name: 'Yours' }).check();
  await expect(page.getByLabel('Short details', { exact: true }).last()).toHaveValue('A riser of 200 mm.');
  await news.getByRole('group', { name: 'Price' }).getByRole('radio', { name: 'Theirs' }).check();
  await expect(page.getByText('1 field not saved')).toBeVisible();
  await save.click();
  await expect(page.getByText('Product saved')).toBeVisible();
  expect(await read()).toMatchObject({ price: 4, shortDetails: 'A riser of 200 mm.', maker: 'Southbridge' });
});

test('leaving with unsaved changes asks first, and the changes are there again', async ({
  page,
  shop,
  admin,
  addProduct,
}) => {
  const { _id } = await addProduct();
  await enter(page, shop, admin, `/dashboard/manageProducts/${_id}`);
  const price = page.getByLabel('Price', { exact: true });
  await price.fill('3.00');
  const leave = page.getByRole('main').getByRole('link', { name: 'Stock history' });
  await leave.click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(price).toHaveValue('3.00');
  await leave.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/stock$/);

  await page.goBack();
  await expect(price).toHaveValue('3.00');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(price).toHaveValue('1.15');
  await leave.click();
  await expect(page).toHaveURL(/\/stock$/);
});
