import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Handlers, HandlersOf } from './handling/handler.ts';
import { type CallsOf, joinHandlers, type modules } from './modules.ts';
import type { reviews as reviewModule } from './reviews/module.ts';

const health = { handlers: { getHealth: () => ({ ok: true }) } };
const reviews = { handlers: { listReviews: () => [] } };

test('the handlers of all modules are one map', () => {
  const joined = joinHandlers([
    ['status', health],
    ['reviews', reviews],
  ]);
  assert.deepEqual(Object.keys(joined), ['getHealth', 'listReviews']);
});

test('a call that two modules answer stops the start', () => {
  assert.throws(
    () =>
      joinHandlers([
        ['status', health],
        ['reviews', reviews],
        ['health', health],
      ]),
    /^Error: status and health both answer getHealth$/,
  );
});

test('a call that no module answers does not compile', () => {
  type HandlersBy<M> = HandlersOf<CallsOf<M>>;
  const mount = (_handlers?: Handlers) => {};
  mount({} as HandlersBy<(typeof modules)[number]>);
  // @ts-expect-error Nobody answers the calls of reviews.
  mount({} as HandlersBy<Exclude<(typeof modules)[number], typeof reviewModule>>);
});
