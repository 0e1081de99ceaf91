import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costOf } from './cost.ts';

const lines = (count: number, line = {}) => Array.from({ length: count }, () => line);

test('lines cost by how many have to be searched', () => {
  const costs = [0, 1, 50, 51, 1000].map((count) => costOf(lines(count)));
  assert.deepEqual(costs, [1, 1, 1, 2, 20]);
  assert.equal(costOf(lines(1000, { productId: 'x' })), 2);
  assert.equal(costOf([...lines(50), ...lines(10, { productId: 'x' })]), 2);
});
