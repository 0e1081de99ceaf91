import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { identify, isAlive, withLock } from './lock.mjs';

const folder = mkdtempSync(join(tmpdir(), 'northbridge-lock-test-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const lockModule = pathToFileURL(join(import.meta.dirname, 'lock.mjs')).href;

/** Runs a script with `withLock` in a separate process. */
function runScript(script: string) {
  const head = `import { withLock } from ${JSON.stringify(lockModule)}; import fs from 'node:fs';`;
  return spawn(process.execPath, ['--input-type=module', '-e', head + script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('work runs one at a time, its result or error is returned, and the lock is removed afterwards', async () => {
  const file = join(folder, 'made', 'lock');
  let inside = 0;
  const waits: unknown[] = [];
  const work = async () => {
    inside += 1;
    assert.equal(inside, 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    inside -= 1;
    return 'result';
  };
  const results = await Promise.all([1, 2, 3].map(() => withLock(file, (pid) => waits.push(pid), work)));
  assert.deepEqual(results, ['result', 'result', 'result']);
  assert.deepEqual(waits, [process.pid, process.pid]);
  await assert.rejects(
    withLock(
      file,
      () => {},
      () => Promise.reject(new Error('no')),
    ),
    /^Error: no$/,
  );
  assert.deepEqual(readdirSync(join(folder, 'made')), []);
});

test('exactly one process takes over the lock of a killed holder', async () => {
  const file = join(folder, 'killed');
  const holder = runScript(
    `withLock(${JSON.stringify(file)}, () => {}, () => new Promise((r) => { console.log('has it'); setTimeout(r, 600_000) }));`,
  );
  await once(holder.stdout, 'data');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  assert.equal(existsSync(file), true);
  // Each increments a number in two steps: two at once would lose an increment.
  const sum = join(folder, 'sum');
  writeFileSync(sum, '0');
  const adders = Array.from({ length: 8 }, () =>
    runScript(`
      for (let i = 0; i < 3; i++) await withLock(${JSON.stringify(file)}, () => {}, async () => {
        const before = Number(fs.readFileSync(${JSON.stringify(sum)}, 'utf8'));
        await new Promise((r) => setTimeout(r, 3));
        fs.writeFileSync(${JSON.stringify(sum)}, String(before + 1));
      });`),
  );
  await Promise.all(adders.map((adder) => once(adder, 'exit')));
  assert.equal(readFileSync(sum, 'utf8'), '24');
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('killed')),
    [],
  );
});

test('a reused process id or an old unreadable lock does not block', async () => {
  const file = join(folder, 'reused');
  writeFileSync(file, JSON.stringify({ pid: process.pid, started: 'long ago', id: 'abc' }));
  assert.equal(
    await withLock(
      file,
      () => assert.fail(),
      () => 'done',
    ),
    'done',
  );
  writeFileSync(file, '');
  utimesSync(file, 1, 1);
  assert.equal(
    await withLock(
      file,
      () => assert.fail(),
      () => 'done',
    ),
    'done',
  );
});

test('a process is distinguished from another one with its id', () => {
  const self = identify(process.pid);
  assert.equal(isAlive(self), true);
  assert.equal(isAlive({ ...self, started: 'long ago' }), false);
  assert.equal(isAlive({ pid: 2 ** 22 + 1, started: '' }), false);
});
