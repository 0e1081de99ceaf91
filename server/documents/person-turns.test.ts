import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PersonTurns } from './person-turns.ts';

/** Turns with a piece of work that goes on until it is told to end. */
function start() {
  const turns = new PersonTurns();
  const begun: string[] = [];
  const never = new AbortController().signal;
  const work = (name: string, end = never) =>
    turns.run(name[0]!, end, async () => {
      begun.push(name);
      await new Promise(setImmediate);
      if (name === 'b1') throw new Error('failed');
    });
  return { begun, work };
}

test('one piece of work is done at a time, in turn, and each person has one that waits', async () => {
  const { begun, work } = start();
  const results = await Promise.allSettled(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => work(name)));
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1']);
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  assert.deepEqual(refused, ['too_many_requests', undefined, 'too_many_requests']);
  await work('a4');
  assert.equal(begun.at(-1), 'a4');
});

test('work whose wait is ended is not done, and is in nobody’s way', async () => {
  const { begun, work } = start();
  const end = new AbortController();
  const first = work('a1');
  const waiting = work('b1', end.signal);
  const next = work('c1');
  end.abort(new Error('gone'));
  await assert.rejects(waiting, /gone/);
  const again = work('b2');
  await Promise.all([first, next, again]);
  assert.deepEqual(begun, ['a1', 'c1', 'b2']);
});
