import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { first } from '#content/catalogue/first.ts';
import { catalogue } from '#content/catalogue.ts';
import { categories } from '#content/categories.ts';
import { IMAGE_WIDTHS } from '#contract/images/schema.ts';
import { bestQuantity } from '#contract/products/best-quantity.ts';
import { NewProductSchema } from '#contract/products/schema.ts';
import { requireAttributes } from './category.ts';

describe('the demo catalogue', () => {
  test('has as many parts and categories as the README says, and the first parts stand first', () => {
    const [, parts, used] = /with (\d+) parts of (\d+) categories/.exec(readFileSync('README.md', 'utf8'))!;
    assert.equal(catalogue.length, Number(parts));
    assert.equal(new Set(catalogue.map(({ category }) => category)).size, Number(used));
    assert.deepEqual(catalogue.slice(0, first.length), first);
  });

  test('each part has a SKU, a maker’s number and a name of its own', () => {
    for (const numberOf of ['sku', 'mpn', 'name'] as const)
      assert.equal(new Set(catalogue.map((part) => part[numberOf]?.toUpperCase())).size, catalogue.length);
  });

  test('each part is one that the form would take: its attributes are its category’s, its price breaks fall', () => {
    const known = new Map(categories.map(({ slug, attributes = [] }) => [slug, attributes]));
    for (const { picture, ...part } of catalogue) {
      const { error } = NewProductSchema.safeParse({ ...part, image: `/images/${picture}.webp` });
      assert.equal(error, undefined, `${part.sku}: ${error}`);
      requireAttributes(known.get(part.category!), part.attributes);
    }
  });

  test('every picture has its files', () => {
    for (const picture of new Set(catalogue.map((part) => part.picture)))
      for (const width of IMAGE_WIDTHS)
        for (const type of ['avif', 'webp'])
          assert.ok(existsSync(`content/pictures/products/${picture}-${width}.${type}`), picture);
  });

  test('parts that share a picture differ in an attribute', () => {
    for (const [picture, parts] of Map.groupBy(catalogue, (part) => part.picture)) {
      const facts = new Set(parts.map(({ attributes }) => JSON.stringify(attributes)));
      assert.equal(facts.size, parts.length, picture);
    }
  });

  test('of many parts 1,000 pieces cost less than 930', () => {
    const advised = catalogue.filter((part) => {
      const advice = bestQuantity(930, part);
      return advice?.quantity === 1000 && advice.saved > 0;
    });
    assert.ok(advised.length >= 5, `${advised.map(({ sku }) => sku)}`);
  });

  test('of many parts some quantity below a price break is advised more pieces for little more', () => {
    const advised = catalogue.filter((part) =>
      (part.priceBreaks ?? []).some(({ from }) => (bestQuantity(from * 0.95, part)?.saved ?? 0) < 0),
    );
    assert.ok(advised.length >= 20, `${advised.map(({ sku }) => sku)}`);
    const memory = catalogue.find(({ sku }) => sku === 'D5U-5600-32');
    assert.ok(memory);
    assert.deepEqual(bestQuantity(950, memory), { quantity: 1000, total: 71_900, than: 950, saved: -745 });
  });

  test('each category has at least four parts', () => {
    for (const [category, parts] of Map.groupBy(catalogue, (part) => part.category))
      assert.ok(parts.length >= 4, `${category}: ${parts.length}`);
  });

  test('stock varies, and parts that are no longer made name one that is', () => {
    assert.ok(catalogue.some(({ available }) => available === 0));
    assert.ok(catalogue.some(({ available, minOrder }) => available > 0 && available < minOrder));
    const gone = catalogue.filter(({ lifecycle }) => lifecycle === 'obsolete');
    assert.ok(gone.length > 0);
    for (const { sku, substitutes = [] } of gone) {
      const active = catalogue.filter(({ lifecycle = 'active' }) => lifecycle === 'active');
      assert.ok(
        substitutes.some((one) => active.some((part) => part.sku === one.sku)),
        sku,
      );
    }
  });
});
