import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guardsOfDay } from './day.ts';

const guards = Array.from({ length: 88 }, (_, n) => `guard ${n}`);
const dayAfter = (days: number) =>
  new Date(Date.UTC(2026, 10, 22) + days * 86_400_000).toISOString().slice(0, 10);

test('the same day selects the same guards, each once', () => {
  const chosen = guardsOfDay(guards, '2026-11-22', 3);
  assert.equal(new Set(chosen).size, 3);
  assert.deepEqual(guardsOfDay(guards, '2026-11-22', 3), chosen);
  assert.deepEqual(guardsOfDay(guards.slice(0, 2), '2026-11-22', 3).toSorted(), guards.slice(0, 2));
});

test('every guard is selected within as many days as needed', () => {
  const days = Array.from({ length: Math.ceil(88 / 3) }, (_, n) => dayAfter(n));
  assert.deepEqual(new Set(days.flatMap((day) => guardsOfDay(guards, day, 3))), new Set(guards));
});

test('an invalid day is refused', () => {
  for (const day of ['', 'today', '2026-13-01', '2026-11-22T10:00', '22.11.2026']) {
    assert.throws(() => guardsOfDay(guards, day, 3), RangeError, day);
  }
});
