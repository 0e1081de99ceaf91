import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Effort } from './effort.ts';

test('words of a line are looked at as far as one request may cost, few of them always', () => {
  const effort = new Effort(100);
  assert.ok(!effort.look(1_000_000), 'of one line so many never are');
  assert.ok(!effort.isSpent);
  let lines = 0;
  while (effort.look(15_000)) lines += 1;
  assert.ok(effort.isSpent && lines > 10 && lines < 40, `${lines} lines`);
  assert.ok(effort.look(100) && !effort.look(2_000));
});

test('few words cost nothing', () => {
  const effort = new Effort(100_000);
  for (let n = 0; n < 10_000; n += 1) effort.look(300);
  assert.ok(!effort.isSpent);
});
