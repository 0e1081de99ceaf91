import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createBothStore } from './both.ts';
import { createDiskStore } from './disk.ts';
import type { FileStore } from './store.ts';

const folder = await mkdtemp(join(tmpdir(), 'northbridge-both-'));
after(() => rm(folder, { recursive: true }));
const target = createDiskStore(join(folder, 'target'));
const other = createDiskStore(join(folder, 'other'));
const write = (store: FileStore, file: string) => store.write(file, Buffer.from(file), 'application/pdf');

test('new files go to the target, and what is not there is read from the other one', async () => {
  const both = createBothStore(target, other);
  await write(other, 'old.pdf');
  await write(both, 'new.pdf');
  assert.equal(await other.size('new.pdf'), undefined);
  for (const file of ['old.pdf', 'new.pdf']) {
    assert.equal((await both.read(file))?.toString(), file);
    assert.equal(await both.size(file), 7);
    assert.equal(Buffer.concat(await (await both.open(file))!.toArray()).toString(), file);
  }
  assert.equal(await both.read('none.pdf'), undefined);
});

test('lists the files of both, each once', async () => {
  const both = createBothStore(target, other);
  await write(target, 'old.pdf');
  assert.deepEqual((await Array.fromAsync(both.list())).sort(), ['new.pdf', 'old.pdf']);
});

test('finds a file that moves between the looks', async () => {
  const moving: FileStore = {
    ...other,
    async read(file) {
      // It arrives there and is deleted here after the look at the target.
      await write(target, file);
      await other.remove(file);
      return other.read(file);
    },
  };
  await write(other, 'moves.pdf');
  assert.equal((await createBothStore(target, moving).read('moves.pdf'))?.toString(), 'moves.pdf');
});
