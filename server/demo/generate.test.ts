import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { categories } from '#content/categories.ts';
import { NewProductSchema } from '#contract/products/schema.ts';
import { requireAttributes } from '../products/category.ts';
import { componentCategories, families } from './families.ts';
import { generateProducts, MOST_PARTS } from './generate.ts';

test('the same range and seed generate the same parts, another seed others', () => {
  assert.deepEqual(generateProducts(0, 500, 1), generateProducts(0, 500, 1));
  assert.deepEqual(generateProducts(0, 500, 1).slice(300), generateProducts(300, 500, 1));
  assert.notDeepEqual(generateProducts(0, 500, 2), generateProducts(0, 500, 1));
});

test('each part is valid, with a SKU of its own, attributes of its category and a picture that exists', () => {
  const known = new Map([...categories, ...componentCategories].map((one) => [one.slug, one.attributes]));
  const parts = generateProducts(0, 20_000, 1);
  assert.equal(new Set(parts.map(({ sku }) => sku.toUpperCase())).size, 20_000);
  for (const part of parts) {
    const { error } = NewProductSchema.safeParse(part);
    assert.equal(error, undefined, `${part.sku}: ${error}`);
    requireAttributes(known.get(part.category!), part.attributes);
  }
  for (const image of new Set(parts.map((part) => part.image)))
    assert.ok(existsSync(`content/pictures/products${image.slice('/images'.length, -5)}-1280.avif`), image);
});

test('families have enough parts for the largest catalogue', () => {
  for (const { category, lines, members } of families)
    assert.ok(lines * members >= MOST_PARTS / families.length, category);
});
