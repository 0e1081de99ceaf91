import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { NO_LIMITS } from '../ground/limits/limits.ts';
import type { Parts } from './find.ts';
import { lineHandlers } from './routes.ts';

/** Milliseconds of a search by words: a slice of its own. */
const SEARCH_MS = 6;

/** Opens a matching that finds nothing, slowly, and tells the rounds of the event loop in which it searches. */
function open(t: TestContext) {
  const rounds: number[] = [];
  let round = 0;
  let isOver = false;
  const goRound = async () => {
    while (!isOver) {
      await setImmediate();
      round += 1;
    }
  };
  const going = goRound();
  const parts: Parts = {
    size: 0,
    numbers: { exactly: () => [], within: () => [], beginning: () => [], misspelt: () => [] },
    words: { having: () => [], has: () => false, isLike: () => false },
    get: () => undefined,
    findPart: () => undefined,
    facets: () => ({ total: 0, categories: [], makers: [], inStock: 0, facets: [], understood: [] }),
    find() {
      rounds.push(round);
      const end = performance.now() + SEARCH_MS;
      while (performance.now() < end);
      return { products: [], total: 0 };
    },
  };
  const { matchLines } = lineHandlers(parts, NO_LIMITS, { of: async () => undefined }, async () => []);
  const request = { ip: '192.0.2.1', raw: { socket: { destroyed: false } } };
  const ask = async (count: number) => {
    const lines = Array.from({ length: count }, (_, n) => ({ text: `nothing known ${count} n${n}` }));
    await (matchLines as (input: object) => unknown)({ body: { lines }, request });
  };
  const leave = () => {
    request.raw.socket.destroyed = true;
  };
  t.after(async () => {
    leave();
    isOver = true;
    await going;
  });
  return { ask, rounds, leave };
}

test('a few lines, as somebody types them, wait for no pasted list', async (t) => {
  const { ask, leave } = open(t);
  const pasted = Array.from({ length: 16 }, () => ask(21));
  await assert.rejects(ask(21), { code: 'overloaded' });
  await ask(20);
  leave();
  await Promise.all(pasted);
});

test('pasted lists leave half of the time to others, however many there are', async (t) => {
  const { ask, rounds } = open(t);
  await Promise.all([ask(21), ask(21), ask(21)]);
  assert.equal(rounds.length, 63);
  // Rests in which others search have a round or two.
  const rested = rounds.filter((round, n) => n > 0 && round - rounds[n - 1]! > 4).length;
  assert.ok(rested > 40, `${rested} rests`);
});
