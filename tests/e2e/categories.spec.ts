import type { Category } from '#contract/categories/schema.ts';
import type { Product } from '#contract/products/schema.ts';
import { enter, expect, newNumber, test } from './test.ts';

test('an admin adds a category, gives it attributes, orders them by keyboard, and is warned before values go', async ({
  page,
  shop,
  admin,
  addProduct,
}) => {
  const number = newNumber();
  const name = `Risers ${number}`;
  const slug = `risers-${number}`;
  const read = async () =>
    (await admin.call<Category[]>('GET /categories')).find((category) => category.slug === slug);
  await enter(page, shop, admin, '/dashboard/categories');
  const adding = page.getByRole('form', { name: 'Add a category' });
  await adding.getByLabel('Name').fill('Memory');
  await adding.getByRole('button', { name: 'Add' }).click();
  await expect(adding.getByLabel('Word in addresses')).toHaveAccessibleDescription(
    /^It stays as it is when the name changes Memory has this word already$/,
  );
  await adding.getByLabel('Name').fill(name);
  await expect(adding.getByLabel('Word in addresses')).toHaveValue(slug);
  await adding.getByLabel('Part of').selectOption({ label: 'Memory' });
  await adding.getByRole('button', { name: 'Add' }).click();
  await expect(adding.getByLabel('Name')).toBeFocused();
  expect((await read())?.parent).toBe('memory');

  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const add = page.getByRole('button', { name: 'Add an attribute' });
  for (const [n, attribute, kind] of [
    [0, 'Length', 'Number'],
    [1, 'Generation', 'Choice'],
  ] as const) {
    await add.press('Enter');
    await page
      .getByLabel('Name')
      .nth(n + 1)
      .fill(attribute);
    await page.getByLabel('Kind').nth(n).selectOption(kind);
  }
  await page.getByLabel('Unit').fill('mm');
  await page.getByRole('button', { name: 'Move Generation up' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move Generation up' })).toBeFocused();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Category saved')).toBeVisible();
  expect((await read())?.attributes).toEqual([
    { key: 'generation', name: 'Generation', kind: 'choice' },
    { key: 'length', name: 'Length', kind: 'number', unit: 'mm' },
  ]);

  // Somebody else changes it meanwhile: nothing is lost, and nothing is written over unseen.
  await page.goto(`/dashboard/categories/${slug}`);
  await page.getByLabel('Name').first().fill(`${name} mine`);
  await admin.call(`PUT /categories/${slug}`, { name: `${name} theirs` });
  await page.getByRole('link', { name: 'Categories', exact: true }).last().click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(leaving).toContainText('It is lost when you leave.');
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Somebody else has changed this category meanwhile.')).toBeVisible();
  expect((await read())?.name).toBe(`${name} theirs`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Category saved')).toBeVisible();
  expect((await read())?.name).toBe(`${name} mine`);
  await admin.call(`PUT /categories/${slug}`, { name });

  const facts = { category: slug, attributes: { length: 150 } } as unknown as Partial<Product>;
  const product = await addProduct(facts);
  await page.goto(`/dashboard/categories/${slug}`);
  await expect(page.getByRole('link', { name: 'Its 1 product', exact: true })).toBeVisible();
  const length = page.getByRole('group', { name: 'Length' });
  await length.getByLabel('Kind').selectOption('Text');
  await expect(length.getByLabel('Kind')).toHaveAccessibleDescription(/1 product keeps its value/);
  await length.getByLabel('Kind').selectOption('Number');
  await length.getByRole('button', { name: 'Remove Length' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Length?' });
  await expect(question).toContainText('1 product has a value of it.');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(length).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Category saved')).toBeVisible();
  expect((await read())?.attributes.map(({ key }) => key)).toEqual(['generation']);

  // It is not removed while a product is in it.
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  const removal = page.getByRole('dialog', { name: `Remove ${name}?` });
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expect(removal.getByRole('alert')).toContainText('Move or remove them first.');
  await admin.call(`DELETE /products/${product._id}`);
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('dialog').getByText('Deleted SuccessfullY.')).toBeVisible();
  expect(await read()).toBeUndefined();
});
