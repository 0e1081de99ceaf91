// nightly: runs several processes
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { ask, eventually, isRunning, spawnFirst, start, stop } from '../../tests/fixtures/processes.ts';

const scratch = await mkdtemp(join(tmpdir(), 'northbridge-processes-'));
after(() => rm(scratch, { recursive: true, force: true }));

describe('the first process', { timeout: 280_000 }, () => {
  test('leaves nothing running when it is killed, and the next start is good', async () => {
    const killed = await start({ DATA_DIR: scratch });
    const pids = await killed.pids();
    killed.child.kill('SIGKILL');
    await eventually(async () => pids.every((pid) => !isRunning(pid)));
    const next = await start({ DATA_DIR: scratch, PORT: new URL(killed.origin).port });
    assert.equal((await ask(next.origin, '/readyz')).status, 200);
    await stop(next);
  });

  test('says once why it cannot start, and ends', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    t.after(() => taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    for (const [variables, why] of [
      [{ PORT: String(port) }, /^PORT \d+ is in use\. [^\n]+\n$/],
      [
        { DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop', SANDBOX: '1' },
        /^DATABASE_URL cannot be reached [^\n]+\n$/,
      ],
    ] as const) {
      const { child, said } = spawnFirst({ DATA_DIR: scratch, ...variables });
      const [code] = await once(child, 'close');
      assert.equal(code, 1);
      assert.match(said(), why);
    }
  });
});
