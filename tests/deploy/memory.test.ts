// nightly: runs a shop within the memory that docs/going-live.md names
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestDatabase } from '../fixtures/database.ts';
import { until } from '../until.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A group of processes with a bound of memory, of Linux' first or second kind; undefined where none may be made. */
function makeGroup(bytes: number) {
  const isFirst = existsSync('/sys/fs/cgroup/memory');
  const folder = join(isFirst ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup', `northbridge-${process.pid}`);
  try {
    mkdirSync(folder);
  } catch {
    return undefined;
  }
  try {
    writeFileSync(join(folder, isFirst ? 'memory.limit_in_bytes' : 'memory.max'), String(bytes));
  } catch {
    rmdirSync(folder);
    return undefined;
  }
  const events = join(folder, isFirst ? 'memory.oom_control' : 'memory.events');
  return {
    members: join(folder, 'cgroup.procs'),
    kills: () => Number(/oom_kill (\d+)/.exec(readFileSync(events, 'utf8'))?.[1]),
    remove: () => rmdirSync(folder),
  };
}

test('a shop with its documents runs in the memory that the page about going live names', async (t) => {
  const page = await readFile(join(ROOT, 'docs/going-live.md'), 'utf8');
  const megabytes = Number(/\*\*Memory:\*\* (\d+) MB/.exec(page)?.[1]);
  const group = makeGroup(megabytes * 1_000_000);
  if (!group) return t.skip('no group of processes can be made here');
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'northbridge-memory-'));
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    SANDBOX: '1',
    DATA_DIR: dataDir,
    PORT: '0',
    ENV_FILE: '',
  };
  const enter = `echo $$ > ${group.members} && exec "$0" "$@"`;
  const child = spawn('sh', ['-c', enter, process.execPath, 'launch/launch.mjs', 'start'], {
    ...{ cwd: ROOT, env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  const addressOf = () => /ready: (http:\S+)/.exec(said)?.[1];
  try {
    await until(async () => addressOf() !== undefined);
    for (const path of ['/', '/allProducts', '/products', '/openapi.json'])
      assert.equal((await fetch(addressOf() + path)).status, 200);
    assert.equal(group.kills(), 0);
    assert.equal(child.exitCode, null);
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    await until(async () => readFileSync(group.members, 'utf8') === '');
    group.remove();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
