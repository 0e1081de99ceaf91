import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { categories } from '#content/categories.ts';
import { NewProductSchema } from '#contract/products.ts';
import { requireAttributes } from '../products/category.ts';
import { componentCategories } from './families/components.ts';
import { families, generateProducts, MOST_PARTS } from './generate.ts';

const generate = (count: number, seed = 1) => [...generateProducts(count, seed)];

test('the same count and seed generate the same parts, another seed others', () => {
  assert.deepEqual(generate(500), generate(500));
  assert.notDeepEqual(generate(500, 2), generate(500));
});

test('generates the wanted number of parts, each valid, with a SKU of its own and attributes of its category', () => {
  const known = new Map([...categories, ...componentCategories].map((one) => [one.slug, one.attributes]));
  const parts = generate(20_000);
  assert.equal(parts.length, 20_000);
  assert.equal(new Set(parts.map(({ sku }) => sku.toUpperCase())).size, parts.length);
  for (const part of parts) {
    const { error } = NewProductSchema.safeParse(part);
    assert.equal(error, undefined, `${part.sku}: ${error}`);
    assert.ok(known.has(part.category!), part.category!);
    requireAttributes(known.get(part.category!), part.attributes);
  }
});

test('part numbers of a line share a long beginning', () => {
  const numbers = generate(5000).map(({ sku }) => sku);
  const prefixes = new Set(numbers.map((sku) => sku.slice(0, -6)));
  assert.ok(prefixes.size < numbers.length / 2, `${prefixes.size} beginnings`);
});

test('every picture exists', () => {
  for (const image of new Set(generate(20_000).map((part) => part.image))) {
    const picture = image.replace(/^\/images\/(.*)\.webp$/, '$1');
    assert.ok(existsSync(`content/pictures/products/${picture}-1280.avif`), picture);
  }
});

test('families have enough parts for the largest catalogue', () => {
  let shares = 0;
  for (const { category, share, lines, members } of families) {
    assert.ok(lines * members >= (share / 100) * MOST_PARTS, category);
    shares += share;
  }
  assert.equal(shares, 100);
});
