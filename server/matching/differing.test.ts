import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Product } from '#contract/products/schema.ts';
import { plainProduct } from '../../tests/fixtures/products.ts';
import { differingFrom } from './differing.ts';

const fans = { slug: 'case-fans', name: 'Case fans' };
const fan = (_id: string, speed: number, size = 120, category = fans): Product => ({
  ...{ ...plainProduct, _id, category },
  attributes: [
    { key: 'size', name: 'Size', value: size, unit: 'mm' },
    { key: 'speed', name: 'Speed', value: speed, unit: 'rpm' },
  ],
});

test('parts are told apart by the attributes in which they differ, with units', () => {
  const [slow, fast] = [fan('a', 1200), fan('b', 1900)];
  assert.deepEqual(
    [slow, fast].map((part) => differingFrom(part, [slow, fast]).differs),
    [[{ name: 'Speed', value: 1200, unit: 'rpm' }], [{ name: 'Speed', value: 1900, unit: 'rpm' }]],
  );
  const bare = { ...fan('c', 1900), attributes: [] };
  assert.deepEqual(
    [differingFrom(fast, [bare]).differs?.length, differingFrom(bare, [fast]).differs],
    [2, undefined],
  );
});

test('parts that differ in nothing, or are of several categories, are told apart by their names', () => {
  const other = fan('d', 1900, 140, { slug: 'coolers', name: 'Coolers' });
  assert.equal(differingFrom(fan('a', 1900), [fan('b', 1900)]).differs, undefined);
  assert.equal(differingFrom(fan('a', 1900), [other]).differs, undefined);
});
