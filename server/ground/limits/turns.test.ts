import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import type { CallName } from '#contract/api.ts';
import { type Limits, NO_LIMITS } from './limits.ts';
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

test('a large body costs by its bytes before it is read, so that a flood is refused and a file is not', async () => {
  const costs: (number | undefined)[] = [];
  const count: Limits['count'] = async (_limit, _trier, cost) => {
    costs.push(cost);
  };
  const { calls } = createTraffic({ ...NO_LIMITS, count }, { calls: 1, pages: 1 });
  const send = (name: CallName, length?: number) => {
    const headers = length === undefined ? {} : { 'content-length': String(length) };
    return calls.count(name, { ip: '192.0.2.1', headers } as FastifyRequest, undefined);
  };
  await send('setPartNumbers', 100);
  await send('setPartNumbers', 1_450_000);
  await send('readPartNumbersEffect', 4 * 1024 * 1024);
  await send('readPartNumbersEffect');
  await send('changeList', 1_000_000);
  assert.deepEqual(costs, [1, 89, 256, 256, 1]);
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
