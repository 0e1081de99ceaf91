import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MemoryCounters } from './memory.ts';

const PACE = { burst: 3, every: 2 };

describe('counters in memory', () => {
  test('allow a burst, then one at each interval, and return the wait', () => {
    let now = 0;
    const counters = new MemoryCounters(10, () => now);
    const take = () => counters.take('a', PACE);
    assert.deepEqual([take(), take(), take()], [0, 0, 0]);
    assert.equal(take(), 2);
    assert.equal(take(), 2, 'a refused try is not counted');
    now = 1_500;
    assert.equal(take(), 0.5);
    now = 2_000;
    assert.equal(take(), 0);
    assert.equal(take(), 2);
    now = 60_000;
    assert.deepEqual([take(), take(), take(), take()], [0, 0, 0, 2]);
  });

  test('count what is dear as several', () => {
    let now = 0;
    const counters = new MemoryCounters(10, () => now);
    const take = (cost: number) => counters.take('a', { burst: 10, every: 2 }, cost);
    assert.deepEqual([take(7), take(4), take(3), take(1)], [0, 2, 0, 2]);
    now = 8_000;
    assert.deepEqual([take(5), take(4)], [2, 0]);
  });

  test('count each key separately', () => {
    const counters = new MemoryCounters(10, () => 0);
    for (let i = 0; i < 3; i += 1) counters.take('a', PACE);
    assert.ok(counters.take('a', PACE) > 0);
    assert.equal(counters.take('b', PACE), 0);
  });

  test('are bounded in number, and empty ones are dropped', () => {
    let now = 0;
    const counters = new MemoryCounters(100, () => now);
    for (let i = 0; i < 1_000; i += 1) counters.take(`client ${i}`, PACE);
    assert.equal(counters.size, 100);
    now = 120_000;
    counters.take('last', PACE);
    assert.equal(counters.size, 1);
  });
});
