import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseAfter } from './pauses.ts';

test('a process is started again at once, and after growing pauses while it ends again soon', () => {
  const pauses: (number | undefined)[] = [undefined];
  for (let n = 0; n < 9; n += 1) pauses.push(pauseAfter(1_000, pauses.at(-1)));
  assert.deepEqual(pauses.slice(1), [0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  assert.equal(pauseAfter(60_000, 30_000), 0, 'it has run well');
});
