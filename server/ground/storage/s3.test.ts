import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { startTestBucket } from '../../../tests/test-bucket.ts';
import { createDiskStore } from './disk.ts';
import { createS3Store } from './s3.ts';
import type { FileStore } from './store.ts';

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI', region: 'eu-central-1' };
const bucket = await startTestBucket(keys);
const folder = await mkdtemp(join(tmpdir(), 'northbridge-storage-'));
after(async () => {
  await bucket.close();
  await rm(folder, { recursive: true });
});

const stores: [name: string, store: FileStore][] = [
  ['a folder', createDiskStore(join(folder, 'kept'))],
  ['a bucket', createS3Store({ ...keys, bucket: 'pictures', endpoint: bucket.endpoint }, 'files')],
];

for (const [name, store] of stores) {
  describe(name, () => {
    const read = async (...asked: Parameters<FileStore['open']>) => {
      const body = await store.open(...asked);
      return body && Buffer.concat(await body.toArray()).toString();
    };

    test('takes a local file in, and gives its size, all of it, or a part', async () => {
      const path = join(folder, 'arrived');
      await writeFile(path, '0123456789');
      await store.take('a.pdf', path, 'application/pdf');
      assert.equal(await store.size('a.pdf'), 10);
      assert.equal(await read('a.pdf'), '0123456789');
      assert.equal(await read('a.pdf', { start: 2, end: 4 }), '234');
      assert.equal((await store.read('a.pdf'))?.toString(), '0123456789');
    });

    test('lists the files that are whole', async () => {
      for (const file of ['d.pdf', 'e.pdf', 'f.pdf', 'g.pdf'])
        await store.write(file, Buffer.from(file), 'application/pdf');
      const listed = await Array.fromAsync(store.list());
      assert.deepEqual(listed.sort(), ['a.pdf', 'd.pdf', 'e.pdf', 'f.pdf', 'g.pdf']);
    });

    test('keeps nothing under a name that could lead elsewhere', async () => {
      for (const name of ['../x.webp', 'a/x.webp', '..', '', 'x', '.x.webp', 'x.webp.tmp', 'x.webp?y']) {
        await assert.rejects(store.write(name, Buffer.from('x'), 'image/webp'), RangeError);
        await assert.rejects(store.read(name), RangeError);
      }
    });

    test('has no file that nobody has written', async () => {
      assert.equal(await store.size('none.pdf'), undefined);
      assert.equal(await read('none.pdf'), undefined);
      assert.equal(await store.read('none.pdf'), undefined);
    });
  });
}

test('answers 503 where the bucket refuses the secret key or the region, and keeps nothing', async () => {
  const before = bucket.objects.size;
  for (const changed of [{ secretAccessKey: 'another' }, { region: 'us-east-1' }]) {
    const refused = createS3Store(
      { ...keys, ...changed, bucket: 'pictures', endpoint: bucket.endpoint },
      'files',
    );
    const down = { code: 'image_storage_down' };
    await assert.rejects(refused.write('h.pdf', Buffer.from('h'), 'application/pdf'), down);
    await assert.rejects(refused.read('h.pdf'), down);
  }
  assert.equal(bucket.objects.size, before);
});

test('a bucket keeps what it was given under its folder, and answers 503 while it cannot be reached', async () => {
  const [, store] = stores[1]!;
  await store.write('b.pdf', Buffer.from('%PDF-'), 'application/pdf');
  assert.equal(bucket.objects.get('/pictures/files/b.pdf')?.toString(), '%PDF-');
  await bucket.close();
  const path = join(folder, 'late');
  await writeFile(path, 'late');
  const tries = [store.size('b.pdf'), store.open('b.pdf'), store.take('c.pdf', path, 'application/pdf')];
  // All at once: one that failed while another was awaited would be an unhandled rejection.
  await Promise.all(tries.map((tried) => assert.rejects(tried, { code: 'image_storage_down' })));
});
