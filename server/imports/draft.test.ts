import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDraft } from './draft.ts';

const COLUMNS = (['sku', 'name', 'price', 'minimum', 'counted', 'added'] as const).map((field) => ({
  column: field,
  field,
}));

/** What is wrong with a row, and what it is about all the same. */
function read(...cells: (string | number)[]) {
  const { sku, fields, errors, told } = toDraft(cells, COLUMNS, [], 2);
  return [sku, fields, [...errors, ...told].map(({ field, message }) => [field, message])];
}

test('a wrong number of pieces is told as it is, and the row keeps its part', () => {
  const about = { name: 'SSD', price: 690 };
  const wrong = (...cells: (string | number)[]) => read('SSD-1', 'SSD', 690, ...cells);
  for (const [cells, field, message] of [
    [['', -3], 'counted', '-3 is below 0'],
    [['', '10.5'], 'counted', '10.5 is no whole number'],
    [['', '-10.5'], 'counted', '-10.5 is no whole number'],
    [['', 3e9], 'counted', '3000000000 is above 2147483647'],
    [['0'], 'minimum', '0 is below 1'],
    [['', '', '0.5'], 'added', '0.5 is no whole number'],
  ] as const)
    assert.deepEqual(wrong(...cells), ['SSD-1', about, [[field, message]]]);
});

test('of several wrong cells all are told', () => {
  assert.deepEqual(read('SSD*1', '', -1, '', -3), [
    undefined,
    {},
    [
      ['sku', 'SKU is 1 to 64 letters, digits and . _ + / # ( ) -'],
      ['counted', '-3 is below 0'],
      ['price', 'Price is at least $0.01'],
    ],
  ]);
});
