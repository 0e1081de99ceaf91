import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Product } from '#contract/products/schema.ts';
import { compareParts } from './compare-parts.ts';

const part = (details: Partial<Product>) =>
  ({
    ...{ _id: 'a', sku: 'A', minOrder: 100, available: 500, price: 2, multiple: 1 },
    ...{ priceBreaks: [], attributes: [], lifecycle: 'active' },
    ...details,
  }) as unknown as Product;
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);

test('what differs comes first; a fact that one part has and another has not differs', () => {
  const capacity = (value: number) => ({ key: 'capacity', name: 'Capacity', value, unit: 'GB' });
  const ecc = { key: 'ecc', name: 'ECC', value: true };
  const { different, same } = compareParts([
    part({ attributes: [capacity(32), ecc], weightGrams: 24, maker: 'Northbridge' }),
    part({ attributes: [capacity(64)], weightGrams: 24, maker: 'Northbridge', price: 1.5 }),
  ]);
  assert.deepEqual(namesOf(different), ['Unit price at the minimum', 'Capacity', 'ECC']);
  assert.deepEqual(different[1]!.values, ['32\u00a0GB', '64\u00a0GB']);
  assert.deepEqual(different[2]!.values, ['Yes', undefined]);
  assert.deepEqual(namesOf(same), [...['In stock', 'Minimum order', 'Maker', 'Weight', 'Lifecycle']]);
});

test('attributes of one key and another name are two rows', () => {
  const { different } = compareParts([
    part({ attributes: [{ key: 'power', name: 'Power', value: 65, unit: 'W' }] }),
    part({ attributes: [{ key: 'power', name: 'Output', value: 65, unit: 'W' }] }),
  ]);
  assert.deepEqual(namesOf(different), ['Power', 'Output']);
});

test('price breaks are lines of one text, and a part alone differs from nothing', () => {
  const priceBreaks = [
    { from: 1000, price: 1.9 },
    { from: 5000, price: 1.8255 },
  ];
  const { different, same } = compareParts([part({ priceBreaks })]);
  assert.deepEqual(different, []);
  assert.deepEqual(same.find(({ name }) => name === 'Price breaks')?.values, [
    '1,000 pcs: $1.90\n5,000 pcs: $1.8255',
  ]);
});

test('a lead time is told only of a part whose stock covers an order', () => {
  const leadDays = 3;
  const { different, same } = compareParts([
    part({ leadDays, available: 100 }),
    ...[part({ leadDays, available: 99 }), part({ leadDays, available: 119, multiple: 60 })],
    part({ available: 500 }),
  ]);
  assert.deepEqual([...different, ...same].find(({ name }) => name === 'Lead time')?.values, [
    ...['Ships in 3 days', undefined, undefined, undefined],
  ]);
});
