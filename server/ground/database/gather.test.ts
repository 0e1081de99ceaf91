import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { Gatherer } from './gather.ts';

/** A work that ends when it is told to, and what it was given. */
function work() {
  const given: number[][] = [];
  const ends: (() => void)[] = [];
  const run = async (items: number[]) => {
    given.push(items);
    await new Promise<void>((resolve) => ends.push(resolve));
    return items.map((item) => item * 10);
  };
  return { given, ends, run };
}

/** What PostgreSQL says no with. */
const refusal = (code: string) => Object.assign(new pg.DatabaseError('no', 1, 'error'), { code });

/** Turns of the event loop, in which whatever can begin has begun. */
async function soon(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('what comes at the same time is done together, and each gets its own result', async () => {
  const { given, ends, run } = work();
  const gatherer = new Gatherer(run);
  const results = Promise.all([gatherer.add(1), gatherer.add(2), gatherer.add(3)]);
  await soon();
  assert.deepEqual(given, [[1, 2, 3]]);
  ends[0]!();
  assert.deepEqual(await results, [10, 20, 30]);
});

test('what comes while two works are under way waits for the next and joins neither', async () => {
  const { given, ends, run } = work();
  const gatherer = new Gatherer(run);
  const first = gatherer.add(1);
  await soon();
  const second = gatherer.add(2);
  await soon();
  const others = Promise.all([gatherer.add(3), gatherer.add(4)]);
  await soon();
  assert.deepEqual(given, [[1], [2]]);
  ends[1]!();
  assert.equal(await second, 20);
  await soon();
  assert.deepEqual(given, [[1], [2], [3, 4]]);
  ends[2]!();
  assert.deepEqual(await others, [30, 40]);
  ends[0]!();
  assert.equal(await first, 10);
});

test('items of one work come to a bound by their weight, and one that is heavier goes alone', async () => {
  const { given, ends, run } = work();
  const gatherer = new Gatherer(run, (item) => item);
  const results = Promise.all([200, 56, 1, 500, 2, 3].map((item) => gatherer.add(item)));
  for (let n = 0; n < 4; n += 1) {
    await soon();
    for (const end of ends.splice(0)) end();
  }
  assert.deepEqual(given, [[200, 56], [1], [500], [2, 3]]);
  assert.deepEqual(await results, [2000, 560, 10, 5000, 20, 30]);
});

test('beside a larger work the next begins when it is as large, or after a moment', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { given, ends, run } = work();
  const gatherer = new Gatherer(run);
  const add = async (...items: number[]) => {
    const results = items.map((item) => gatherer.add(item));
    await soon();
    return () => Promise.all(results);
  };
  const first = await add(1, 2, 3);
  const second = await add(4, 5);
  assert.deepEqual(given, [[1, 2, 3]]);
  const third = await add(6);
  assert.deepEqual(given.slice(1), [[4, 5, 6]]);
  ends[1]!();
  assert.deepEqual([await second(), await third()], [[40, 50], [60]]);

  const late = await add(7);
  assert.equal(given.length, 2);
  t.mock.timers.tick(10);
  assert.deepEqual(given[2], [7]);
  for (const end of ends) end();
  assert.deepEqual([await first(), await late()], [[10, 20, 30], [70]]);
});

test('no more are done together than a statement is to have', async () => {
  const given: number[] = [];
  const gatherer = new Gatherer(async (items: number[]) => {
    given.push(items.length);
    return items;
  });
  const numbers = Array.from({ length: 600 }, (_, n) => n);
  assert.deepEqual(await Promise.all(numbers.map((n) => gatherer.add(n))), numbers);
  assert.deepEqual(given, [256, 256, 88]);
});

test('when PostgreSQL refuses them together the faulty one is looked for in parts, and fails alone', async () => {
  const tried: number[][] = [];
  const gatherer = new Gatherer(async (items: number[]) => {
    tried.push(items);
    if (items.includes(2)) throw refusal('23505');
    return items;
  });
  const items = Array.from({ length: 256 }, (_, item) => item);
  const results = await Promise.allSettled(items.map((item) => gatherer.add(item)));
  assert.deepEqual(
    results.map(({ status }) => status === 'fulfilled'),
    items.map((item) => item !== 2),
  );
  assert.deepEqual(
    tried.map(({ length }) => length),
    [256, ...Array(16).fill(16), ...Array(16).fill(1)],
  );
});

test('when it took too long, or PostgreSQL is closing down, it is not tried in parts', async () => {
  let runs = 0;
  const gatherer = new Gatherer(async () => {
    runs += 1;
    throw refusal('57014');
  });
  const results = await Promise.allSettled([gatherer.add(1), gatherer.add(2)]);
  assert.ok(results.every(({ status }) => status === 'rejected'));
  assert.equal(runs, 1);
});

test('when nobody knows whether it was done, nothing is done twice', async () => {
  let runs = 0;
  const gatherer = new Gatherer(async () => {
    runs += 1;
    throw new Error('Connection terminated unexpectedly');
  });
  const results = await Promise.allSettled([gatherer.add(1), gatherer.add(2)]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(runs, 1);
  // And the next is done.
  await assert.rejects(gatherer.add(3));
  assert.equal(runs, 2);
});
