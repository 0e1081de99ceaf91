import assert from 'node:assert/strict';
import { test } from 'node:test';
import { niceAbove } from './scale.ts';

test('a scale ends at the next round number, whose half is round, too', () => {
  const cases = [
    ...([
      [0, 2],
      [1, 2],
      [2, 2],
      [3, 4],
      [5, 10],
      [10, 10],
    ] as const),
    ...([
      [11, 20],
      [39, 40],
      [41, 100],
      [1999, 2000],
      [2001, 4000],
      [123_456, 200_000],
    ] as const),
  ];
  for (const [value, scale] of cases) assert.equal(niceAbove(value), scale, String(value));
});
