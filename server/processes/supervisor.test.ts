// nightly: runs several processes
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { until } from '../../tests/until.ts';
import { Supervisor } from './supervisor.ts';

/** Two processes that do what the lists say, one after the other in each place, and serve when there is no more. */
function open(t: TestContext, does: [string[], string[]]) {
  const said: string[] = [];
  const supervisor = new Supervisor<string, string>({
    program: join(import.meta.dirname, '../../tests/fixtures/processes-worker.ts'),
    processes: 2,
    assign: (place) => does[place]!.shift() ?? 'serve',
    say: (line) => said.push(line),
    // Enough for a process that waits for a busy processor.
    patience: { lookMs: 50, looks: 200 },
  });
  t.after(() => supervisor.stop());
  return { supervisor, said };
}

test('a process that dies again and again is started with growing pauses, while the other serves', async (t) => {
  const { supervisor, said } = open(t, [['serve', 'die', 'die', 'serve'], []]);
  await supervisor.start();
  const [dying, other] = supervisor.pids;
  process.kill(dying!, 'SIGKILL');
  await until(async () => said.length === 3 && supervisor.serving === 2);
  assert.deepEqual(said, [
    'Process 1 ended with SIGKILL. Starting another',
    'Process 1 ended with exit code 3. Starting another in 0.5 s',
    'Process 1 ended with exit code 3. Starting another in 1 s',
  ]);
  assert.equal(supervisor.pids[1], other);
  assert.deepEqual(supervisor.replaced, { ended: 3, hanging: 0 });
});

test('a process whose event loop is blocked is killed and replaced', async (t) => {
  const { supervisor, said } = open(t, [['block'], []]);
  await supervisor.start();
  const [blocked] = supervisor.pids;
  await until(async () => supervisor.pids[0] !== blocked && supervisor.serving === 2);
  assert.equal(said[0], 'Process 1 does not answer any more and is ended');
  assert.equal(supervisor.replaced.hanging, 1);
});

test('a start that fails says why, and starts none again', async (t) => {
  const { supervisor, said } = open(t, [['serve'], ['fail', 'serve']]);
  await assert.rejects(supervisor.start(), { message: 'it is Sunday' });
  await supervisor.stop();
  assert.deepEqual(said, []);
  assert.equal(supervisor.serving, 0);
});

test('a process that ends while all are told to stop is not started again', async (t) => {
  const { supervisor, said } = open(t, [[], []]);
  await supervisor.start();
  const { pids } = supervisor;
  await supervisor.stop();
  for (const pid of pids) assert.throws(() => process.kill(pid!, 0), { code: 'ESRCH' });
  assert.deepEqual(said, []);
});
