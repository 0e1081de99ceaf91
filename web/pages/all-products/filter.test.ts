import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Product } from '#contract/products.ts';
import { findProducts } from './filter.ts';

const part = (name: string, price: number, shortDetails = ''): Product => ({
  _id: name,
  name,
  price,
  shortDetails,
  image: '/images/part.webp',
  minOrder: 100,
  available: 1000,
});
const parts = [part('Fan 120 mm', 6.35, 'PWM, fluid bearing'), part('SSD 2 TB', 96.4), part('Fan 80 mm', 4)];
const names = (products: Product[]) => products.map(({ name }) => name);

test('finds every word in name or details, in any order and case', () => {
  assert.deepEqual(names(findProducts(parts, ' pwm  FAN ')), ['Fan 120 mm']);
  assert.deepEqual(names(findProducts(parts, 'mm')), ['Fan 120 mm', 'Fan 80 mm']);
  assert.deepEqual(findProducts(parts, 'keyboard'), []);
});

test('keeps the order of the catalogue unless told otherwise, and never changes the list it was given', () => {
  assert.deepEqual(names(findProducts(parts, '')), names(parts));
  assert.deepEqual(names(findProducts(parts, '', 'newest')), ['Fan 80 mm', 'SSD 2 TB', 'Fan 120 mm']);
  assert.deepEqual(names(findProducts(parts, '', 'name')), ['Fan 120 mm', 'Fan 80 mm', 'SSD 2 TB']);
  assert.deepEqual(names(findProducts(parts, '', 'price')), ['Fan 80 mm', 'Fan 120 mm', 'SSD 2 TB']);
  assert.deepEqual(names(findProducts(parts, '', '-price')), ['SSD 2 TB', 'Fan 120 mm', 'Fan 80 mm']);
  assert.deepEqual(names(parts), ['Fan 120 mm', 'SSD 2 TB', 'Fan 80 mm']);
});
