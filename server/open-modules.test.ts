import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Handlers, HandlersOf } from './ground/handling/handler.ts';
import type { Module } from './ground/module.ts';
import { modules } from './modules.ts';
import { type CallsOf, joinHandlers, joinKinds, openModules } from './open-modules.ts';
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
    /^Error: status and health both bring getHealth$/,
  );
});

test('a call that no module answers does not compile', () => {
  type HandlersBy<M> = HandlersOf<CallsOf<M>>;
  const mount = (_handlers?: Handlers) => {};
  mount({} as HandlersBy<(typeof modules)[number]>);
  // @ts-expect-error Nobody answers the calls of reviews.
  mount({} as HandlersBy<Exclude<(typeof modules)[number], typeof reviewModule>>);
});

test('a kind of entry in the log that no module brings, or two do, stops the start', () => {
  assert.throws(
    () => joinKinds(modules.filter(({ name }) => name !== 'products')),
    /^Error: no module brings the log's product_added,product_changed,product_removed$/,
  );
  assert.throws(
    () => joinKinds([...modules, { name: 'sales', events: { order_paid: ['orders'] } }]),
    /^Error: purchases and sales both bring order_paid$/,
  );
});

describe('opening modules', () => {
  const closed: string[] = [];
  const opens = (name: string): Module => ({
    name,
    open: () => ({ handlers: {}, close: () => void closed.push(name) }),
  });
  const fails: Module = { name: 'fails', open: () => Promise.reject(new Error('no')) };
  beforeEach(() => closed.splice(0));

  test('that fails closes those that are open, the last one first', async () => {
    await assert.rejects(openModules([opens('a'), opens('b'), fails, opens('c')], {}), /^Error: no$/);
    assert.deepEqual(closed, ['b', 'a']);
  });

  test('each is closed once, also when another cannot be', async () => {
    const open = () => ({ handlers: {}, close: () => Promise.reject(new Error('no')) });
    const { close } = await openModules([opens('a'), { name: 'b', open }, opens('c')], {});
    await assert.rejects(close(), /^Error: no$/);
    await close();
    assert.deepEqual(closed, ['c', 'a']);
  });

  test('each has a job of its own that deletes what is too old', async () => {
    const forgets = (name: string): Module => ({
      name,
      open: () => ({ handlers: {}, forget: () => Promise.reject(new Error(name)) }),
    });
    const { jobs } = await openModules([forgets('a'), opens('b'), forgets('c')], {});
    assert.deepEqual(
      jobs.map(({ name }) => name),
      ['forget a', 'forget c'],
    );
    await assert.rejects(jobs[1]!.run(), /^Error: c$/);
  });
});
