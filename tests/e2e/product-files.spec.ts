import type { Product } from '#contract/products/schema.ts';
import { smallPdf } from '../fixtures/files.ts';
import { enter, expect, newNumber, test } from './test.ts';

test('a supplier attaches files and names substitutes by keyboard, in an order of their own; wrong files say why', async ({
  page,
  shop,
  admin,
  addProduct,
}) => {
  const number = newNumber();
  const part = {
    image: '/images/fan-120-pwm.webp',
    shortDetails: 'A fan',
    minOrder: 100,
    available: 900,
    price: 4,
  };
  const add = async (sku: string) => (await addProduct({ ...part, name: `Fan ${sku}`, sku }))._id;
  const [id, other] = [await add(`FAN-${number}-A`), await add(`FAN-${number}-B`)];
  await enter(page, shop, admin, `/dashboard/manageProducts/${id}`);

  const files = page.getByRole('group', { name: 'Datasheets and certificates' });
  const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: smallPdf(name) });
  await files
    .getByLabel('Add files')
    .setInputFiles([
      pdf('Fan.pdf'),
      pdf('RoHS certificate.pdf'),
      { ...pdf('page.pdf'), buffer: Buffer.from('<html>') },
    ]);
  await expect(files.getByLabel('What the link says')).toHaveCount(2);
  await expect(files.getByRole('alert')).toHaveText('Upload a PDF. This file does not begin as one.');
  await files.getByRole('button', { name: 'Dismiss page.pdf' }).press('Enter');
  await expect(files.getByRole('alert')).toHaveCount(0);
  await expect(files.getByLabel('Kind').nth(1)).toHaveValue('certificate');
  await files.getByRole('button', { name: 'Move RoHS certificate up' }).press('Enter');
  await expect(files.getByRole('button', { name: 'Move RoHS certificate up' })).toBeFocused();
  await files.getByLabel('What the link says').nth(1).fill('');

  const finder = page.getByRole('combobox', { name: 'Add a substitute' });
  await finder.fill(`fan${number}`);
  // The part itself is not offered.
  const offered = page.getByRole('listbox', { name: 'Parts' }).getByRole('option');
  await expect(offered).toHaveCount(1);
  await finder.press('ArrowDown');
  await expect(offered).toHaveAttribute('aria-selected', 'true');
  await finder.press('Enter');
  await expect(finder).toBeFocused();
  const substitutes = page.getByRole('list', { name: 'Substitutes' });
  await expect(substitutes).toContainText(`FAN-${number}-B`);
  await substitutes.getByLabel('Kind').selectOption('better');
  await substitutes.getByLabel('What to mind').fill('Quieter');

  const save = page.getByRole('button', { name: 'Save' });
  await save.press('Enter');
  await expect(files.getByLabel('What the link says').nth(1)).toBeFocused();
  await expect(files.getByText('Say what the file is, such as Datasheet')).toBeVisible();
  await files.getByLabel('What the link says').nth(1).fill('Datasheet');
  await save.press('Enter');
  await expect(page.getByText('Product saved')).toBeVisible();

  const product = await admin.call<Product>(`GET /products/${id}`);
  expect(product.attachments.map(({ kind, name, bytes }) => [kind, name, bytes])).toEqual([
    ['certificate', 'RoHS certificate', smallPdf('RoHS certificate.pdf').length],
    ['datasheet', 'Datasheet', smallPdf('Fan.pdf').length],
  ]);
  expect(product.substitutes).toEqual([{ _id: other, kind: 'better', note: 'Quieter' }]);
});
