import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Column } from './headers.ts';
import { findContradicted } from './repeated.ts';

test('rows of one SKU contradict each other when they say another price or stock', () => {
  const columns: Column[] = [
    { column: 'sku', field: 'sku' },
    { column: 'Price', field: 'price' },
    { column: 'Shelf' },
  ];
  const rows = [
    ['A', '5', 'left'],
    ['B', '5', ''],
    [' a', '5 ', 'right'],
    ['b', '4', ''],
    ['B', '3', ''],
    ['C', '3', ''],
    ['C', '', ''],
  ].map((cells, n) => ({ row: n + 2, cells }));
  assert.deepEqual([...findContradicted(rows, columns)], [['B', 5]]);
});
