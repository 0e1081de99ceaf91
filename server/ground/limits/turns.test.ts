import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_LIMITS } from './limits.ts';
import { createTraffic } from './traffic.ts';

const tooMuch = { code: 'overloaded' };

test('a waiting page counts as work from its arrival', async () => {
  const { pages } = createTraffic(NO_LIMITS, { calls: 1, pages: 2 });
  let begun = 0;
  const render = () => {
    begun += 1;
  };
  const rendering = [pages.run(render), pages.run(render)];
  assert.equal(begun, 0);
  assert.throws(() => pages.admit(), tooMuch);
  // Admitted work, and work that needs no admission, runs up to twice the bound.
  rendering.push(pages.run(render), pages.run(render));
  await assert.rejects(pages.run(render), tooMuch);
  await Promise.all(rendering);
  assert.equal(begun, 4);
  pages.admit();
});

test('the event loop runs between two pages', async () => {
  const { pages } = createTraffic(NO_LIMITS, { calls: 1, pages: 8 });
  let round = 0;
  let isOver = false;
  const goRound = () => {
    round += 1;
    if (!isOver) setImmediate(goRound);
  };
  setImmediate(goRound);
  const rounds = await Promise.all(Array.from({ length: 8 }, () => pages.run(async () => round)));
  isOver = true;
  assert.equal(new Set(rounds).size, 8);
});
