import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { lockFolder } from './folder-lock.ts';

const scratch = mkdtempSync(join(tmpdir(), 'northbridge-lock-test-'));
const script = join(import.meta.dirname, '../../../../tests/fixtures/lock-folders.ts');
const processes: ChildProcess[] = [];

after(async () => {
  await Promise.all(processes.map(end));
  rmSync(scratch, { recursive: true, force: true });
});

test('of two that lock a folder in the same moment one gets it, never none', async () => {
  const both = [newProcess(), newProcess()];
  for (let round = 0; round < 30; round++) {
    const folder = newFolder();
    const moment = Date.now() + 8;
    const got = await Promise.all(both.map((child) => lock(child, folder, moment)));
    assert.deepEqual(got.sort(), [false, true], `round ${round}`);
  }
});

test('a lock is held although nobody keeps what lockFolder returned, and let go of by the end of its process', async () => {
  const folder = newFolder();
  const holder = newProcess();
  const other = newProcess();
  assert.equal(await lock(holder, folder), true);
  assert.equal(await lock(other, folder), false);
  await end(holder);
  assert.equal(await lock(other, folder), true);
});

test('a lock whose owner cannot be written is let go of', async () => {
  const folder = newFolder();
  const owner = join(folder, 'owner');
  mkdirSync(owner);
  await assert.rejects(lockFolder(folder, 0), { code: 'EISDIR' });
  rmdirSync(owner);
  assert.equal(await lock(newProcess(), folder), true);
});

function newFolder(): string {
  return mkdtempSync(join(scratch, 'folder-'));
}

function newProcess(): ChildProcess {
  const child = fork(script, { execArgv: [...process.execArgv, '--expose-gc'] });
  processes.push(child);
  return child;
}

/** Whether a process gets the lock of a folder, for which it asks at a moment. */
async function lock(child: ChildProcess, folder: string, moment = 0): Promise<boolean> {
  const answered = new AbortController();
  const answer = once(child, 'message', { signal: answered.signal });
  const exit = once(child, 'exit', { signal: answered.signal });
  child.send({ folder, moment });
  try {
    const [got] = await Promise.race([answer, exit.then(() => assert.fail('the process ended'))]);
    return got;
  } finally {
    answered.abort();
    await Promise.allSettled([answer, exit]);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
