import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, beforeEach, test } from 'node:test';
import { Uploads } from './uploads.ts';

const folder = await mkdtemp(join(tmpdir(), 'northbridge-uploads-'));
const uploads = new Uploads(folder);
beforeEach(async () => {
  for (const file of await readdir(folder)) await rm(join(folder, file));
});
after(() => rm(folder, { recursive: true }));

const receive = (chunks: Iterable<string | Buffer>) =>
  uploads.receive(
    Readable.from(Array.from(chunks, (chunk) => Buffer.from(chunk))),
    async ({ path, ...rest }) => ({
      ...rest,
      text: await readFile(path, 'latin1'),
    }),
  );

test('an upload is in a file while it is worked with, however small the pieces it comes in', async () => {
  const { text, bytes } = await receive('%PDF-1.7 and more');
  assert.deepEqual([text, bytes], ['%PDF-1.7 and more', 17]);
  assert.deepEqual(await readdir(folder), []);
});

test('one that is no PDF is not received to its end', async () => {
  let asked = 0;
  function* endless() {
    for (;;) {
      asked += 1;
      yield Buffer.from('GIF89a');
    }
  }
  await assert.rejects(
    uploads.receive(Readable.from(endless()), async () => {}),
    { code: 'unsupported_file' },
  );
  assert.ok(asked < 100, `${asked} pieces`);
  assert.deepEqual(await readdir(folder), []);
});

test('nothing is left of one that breaks off, or whose work fails', async () => {
  function* broken() {
    yield Buffer.from('%PDF-1.7');
    throw new Error('gone');
  }
  await assert.rejects(
    uploads.receive(Readable.from(broken()), async () => {}),
    /gone/,
  );
  const failing = async () => {
    throw new Error('storage is down');
  };
  await assert.rejects(uploads.receive(Readable.from([Buffer.from('%PDF-1.7')]), failing), /storage is down/);
  assert.deepEqual(await readdir(folder), []);
});

test('what a stopped process has left is removed after an hour, and no other file', async () => {
  const [old, young, kept] = ['upload-1', 'upload-2', 'a.pdf'];
  for (const file of [old, young, kept]) await writeFile(join(folder, file), '');
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const file of [old, kept]) await utimes(join(folder, file), longAgo, longAgo);
  await uploads.forget();
  assert.deepEqual((await readdir(folder)).sort(), [kept, young]);
  await new Uploads(join(folder, 'none')).forget();
});
