import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StockLevel } from '#contract/stock/schema.ts';
import { afterRefusal, countedLines, newSheet, toCounts, withCount, withPart, wrongLines } from './sheet.ts';

const level = (id: string, more: Partial<StockLevel> = {}): StockLevel => ({
  ...{ _id: id, sku: `S-${id}`, name: 'Part', available: 80, held: 10, toShip: 10, shelf: 100, expected: 0 },
  ...more,
});
const sheet = newSheet('Bin A', [level('a'), level('b', { ean: '036000291452' }), level('c')], new Date(0));

test('counted lines differ from what should be on the shelf; lines without a count are left alone', () => {
  const counted = withCount(withCount(sheet, 'a', '1,000'), 'b', ' 97 ');
  assert.deepEqual(
    countedLines(counted).map(({ id, difference }) => [id, difference]),
    [
      ['a', 900],
      ['b', -3],
    ],
  );
  assert.deepEqual(toCounts(counted, ' Spring '), {
    lines: [
      { productId: 'a', counted: 1000, expected: 100 },
      { productId: 'b', counted: 97, expected: 100 },
    ],
    why: 'Spring',
  });
  assert.deepEqual(toCounts(sheet, ''), { lines: [] });
});

test('what is no whole number is wrong, and booked as nothing', () => {
  for (const typed of ['x', '1.5', '-1', '9999999999', '1,00']) {
    const wrong = withCount(sheet, 'a', typed);
    assert.deepEqual([wrongLines(wrong).length, countedLines(wrong).length], [1, 0], typed);
  }
  assert.equal(countedLines(withCount(sheet, 'a', '0'))[0]!.difference, -100);
});

test('a refused line says why and expects what is there now, and its count stays', () => {
  const counted = withCount(withCount(sheet, 'b', '97'), 'c', '5');
  const error = { field: 'lines.0.counted', message: 'Pieces left', params: { shelf: 90 } };
  const refused = afterRefusal(counted, toCounts(counted, ''), [error]);
  const [, b, c] = refused.lines;
  assert.deepEqual([b!.expected, b!.refused, b!.counted], [90, 'Pieces left', '97']);
  assert.deepEqual([c!.expected, c!.refused], [100, undefined]);
  assert.equal(withCount(refused, 'b', '90').lines[1]!.refused, undefined);
});

test('a part is on a sheet once', () => {
  assert.equal(withPart(sheet, level('a')), sheet);
  assert.deepEqual(
    withPart(sheet, level('d')).lines.map(({ id }) => id),
    ['a', 'b', 'c', 'd'],
  );
});
