import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costOf } from './cost.ts';

const lines = (count: number, line = {}) => Array.from({ length: count }, () => line);

test('lines cost by how many have to be searched', () => {
  const costs = [0, 1, 50, 51, 1000].map((count) => costOf(lines(count)));
  assert.deepEqual(costs, [1, 1, 1, 2, 20]);
  assert.equal(costOf(lines(1000, { productId: 'x' })), 2);
  assert.equal(costOf(lines(500, { productId: 'x' })), 1);
  assert.equal(costOf([...lines(50), ...lines(10, { productId: 'x' })]), 2);
});

test('long lines cost more where they are read', () => {
  const long = { text: 'x'.repeat(401) };
  assert.equal(costOf(lines(1000, { text: 'x'.repeat(200) })), 20);
  assert.equal(costOf(lines(1000, long)), 60);
  assert.equal(costOf(lines(1000, { ...long, productId: 'x' })), 42);
  assert.equal(costOf(lines(1000, { ...long, productId: 'x', quantity: 5 })), 2);
});
