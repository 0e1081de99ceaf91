import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Job, startJobs } from './runner.ts';

/** Lets promises that can settle do so. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a job never runs twice at once, and runs again when it has ended', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const ends: (() => void)[] = [];
  const job: Job = { name: 'a', everySeconds: 1, run: () => new Promise<void>((end) => ends.push(end)) };
  const jobs = startJobs([job], () => {});
  t.mock.timers.tick(3000);
  assert.equal(ends.length, 1);
  ends[0]!();
  await settle();
  t.mock.timers.tick(1000);
  assert.equal(ends.length, 2);

  // Stopped, it starts no more, and waits for the one that runs.
  let isStopped = false;
  const stopped = jobs.stop().then(() => {
    isStopped = true;
  });
  t.mock.timers.tick(5000);
  await settle();
  assert.deepEqual([ends.length, isStopped], [2, false]);
  ends[1]!();
  await stopped;
});

test('a job that fails, also before its first await, is reported and runs again', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const reported: [string, unknown][] = [];
  const fault = new Error('broken');
  const jobs = startJobs(
    [
      { name: 'rejects', everySeconds: 1, run: async () => Promise.reject(fault) },
      {
        name: 'throws',
        everySeconds: 1,
        run() {
          throw fault;
        },
      },
    ],
    (name, seconds, error) => {
      assert.ok(seconds >= 0);
      reported.push([name, error]);
    },
  );
  for (const round of [1, 2]) {
    t.mock.timers.tick(1000);
    await settle();
    assert.equal(reported.length, 2 * round);
  }
  assert.deepEqual(reported.slice(2).sort(), [
    ['rejects', fault],
    ['throws', fault],
  ]);
  await assert.rejects(jobs.runAll(), fault);
  await jobs.stop();
});
