// nightly: an operation that is seldom done
import assert from 'node:assert/strict';
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import sharp from 'sharp';
import { startTestBucket } from '../../tests/test-bucket.ts';
import { startTestShop } from '../../tests/testing.ts';

const ROOT = join(import.meta.dirname, '../..');
const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI', region: 'eu-central-1' };
/** Runs before the bucket answers a request. */
let before: (method: string, path: string) => void | Promise<void> = () => {};
const bucket = await startTestBucket(keys, (method, path) => before(method, path));
const dataDir = await mkdtemp(join(tmpdir(), 'northbridge-move-'));
const disk = (folder: string) => join(dataDir, folder);
after(async () => {
  await bucket.close();
  await rm(dataDir, { recursive: true });
});

const variables = {
  ...{ DATA_DIR: dataDir, S3_ENDPOINT: bucket.endpoint, S3_BUCKET: 'pictures', S3_REGION: keys.region },
  ...{ S3_ACCESS_KEY_ID: keys.accessKeyId, S3_SECRET_ACCESS_KEY: keys.secretAccessKey },
};

function start(args: string[], more: Record<string, string> = {}): ChildProcess {
  const env = { PATH: process.env.PATH, ENV_FILE: '', ...variables, ...more };
  const options = { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] } satisfies SpawnOptions;
  return spawn(process.execPath, ['launch/move-uploads.ts', ...args], options);
}

/** Runs the command to its end. */
async function move(args: string[], more?: Record<string, string>) {
  const child = start(args, more);
  let said = '';
  child.stdout!.on('data', (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, said };
}

/** Runs the command until the bucket is asked so many times by a method, and kills it there. */
async function kill9(args: string[], method: string, times: number, more?: Record<string, string>) {
  const child = start(args, more);
  const gone = once(child, 'exit');
  let asked = 0;
  before = async (by, path) => {
    if (by !== method || path.includes('list-type')) return;
    asked += 1;
    if (asked < times) return;
    child.kill('SIGKILL');
    await gone;
  };
  const [, signal] = await gone;
  before = () => {};
  assert.equal(signal, 'SIGKILL');
}

const PICTURES = Array.from({ length: 30 }, (_, n) => `${String(n).padStart(4, '0')}-320.webp`);
const FILES = ['manual.pdf', 'datasheet.pdf'];
const ALL = [...PICTURES.map((name) => `images/${name}`), ...FILES.map((name) => `files/${name}`)].sort();
const bytesOf = (path: string) => `these are the bytes of ${path.split('/').at(-1)}`;

const inBucket = () => [...bucket.objects.keys()].map((path) => path.slice('/pictures/'.length)).sort();
async function onDisk() {
  const listed = await Promise.all(
    ['images', 'files'].map(async (folder) =>
      existsSync(disk(folder)) ? (await readdir(disk(folder))).map((name) => `${folder}/${name}`) : [],
    ),
  );
  return listed.flat().sort();
}

async function fill(place: 'bucket' | 'disk') {
  bucket.objects.clear();
  for (const folder of ['images', 'files']) {
    await rm(disk(folder), { recursive: true, force: true });
    if (place === 'disk') await mkdir(disk(folder));
  }
  for (const path of ALL) {
    if (place === 'disk') await writeFile(join(dataDir, path), bytesOf(path));
    else bucket.objects.set(`/pictures/${path}`, Buffer.from(bytesOf(path)));
  }
}

describe('npm run move-uploads -- to-bucket', () => {
  beforeEach(() => fill('disk'));

  test('copies all, leaves all where it was, and does nothing when it is run again', async () => {
    const { code, said } = await move(['to-bucket']);
    assert.equal(code, 0, said);
    assert.match(said, /images: 30 files: 30 copied, 0 there already, 0 different; 0 deleted/);
    assert.match(said, /files: 2 files: 2 copied/);
    assert.deepEqual([inBucket(), await onDisk()], [ALL, ALL]);
    for (const path of ALL) assert.equal(bucket.objects.get(`/pictures/${path}`)!.toString(), bytesOf(path));
    assert.match((await move(['to-bucket'])).said, /30 files: 0 copied, 30 there already/);
  });

  test('killed in the middle, it goes on with what is missing', async () => {
    await kill9(['to-bucket', '--delete'], 'PUT', 9);
    const copied = inBucket().length;
    assert.ok(copied > 0 && copied < ALL.length, `${copied} are there`);
    assert.deepEqual([...new Set([...inBucket(), ...(await onDisk())])].sort(), ALL, 'nothing is lost');
    const { code, said } = await move(['to-bucket', '--delete']);
    assert.equal(code, 0, said);
    assert.deepEqual([inBucket(), await onDisk()], [ALL, []]);
    for (const path of ALL) assert.equal(bucket.objects.get(`/pictures/${path}`)!.toString(), bytesOf(path));
  });

  test('names files whose bytes are others in the bucket, and deletes and overwrites none of them', async () => {
    const [changed] = ALL;
    const bytes = Buffer.from(bytesOf(changed!));
    bytes[0]! ^= 1;
    bucket.objects.set(`/pictures/${changed}`, bytes);
    const { code, said } = await move(['to-bucket', '--delete']);
    assert.equal(code, 1);
    assert.ok(
      said.includes(`1 files have other bytes in the bucket`) && said.includes(`  ${changed}\n`),
      said,
    );
    assert.deepEqual(await onDisk(), [changed]);
    assert.equal(await readFile(join(dataDir, changed!), 'utf8'), bytesOf(changed!));
    assert.ok(bucket.objects.get(`/pictures/${changed}`)!.equals(bytes));
    assert.deepEqual(inBucket(), ALL);
  });

  test('deletes nothing when the bucket did not keep what it was sent', async () => {
    const lost = `/pictures/${ALL[3]}`;
    before = (method, path) => {
      if (method === 'GET' && path === lost && bucket.objects.has(path))
        bucket.objects.set(path, Buffer.of());
    };
    const { code, said } = await move(['to-bucket', '--delete']);
    before = () => {};
    assert.equal(code, 1, said);
    assert.deepEqual(await onDisk(), [ALL[3]]);
  });

  test('deletes nothing while new uploads go to the disk', async () => {
    const { code, said } = await move(['to-bucket', '--delete'], { UPLOADS_TO: 'disk' });
    assert.equal(code, 1);
    assert.match(said, /Set UPLOADS_TO=bucket/);
    assert.deepEqual(await onDisk(), ALL);
  });

  test('says what the storage answered, and how to go on', async () => {
    const { code, said } = await move(['to-bucket'], { S3_SECRET_ACCESS_KEY: 'another' });
    assert.equal(code, 1);
    assert.match(said, /answered 403 for images\/\S+\)\. Run this again/);
    assert.deepEqual([inBucket(), await onDisk()], [[], ALL]);
  });

  test('says how it is called', async () => {
    for (const args of [[], ['to-tape'], ['to-disk', 'more'], ['to-bucket', '--all']])
      assert.match((await move(args)).said, /^npm run move-uploads -- to-bucket, or -- to-disk/);
    assert.match((await move(['to-disk'], { S3_BUCKET: '' })).said, /S3_BUCKET is missing/);
  });
});

describe('npm run move-uploads -- to-disk', () => {
  const back = { UPLOADS_TO: 'disk' };
  beforeEach(() => fill('bucket'));

  test('killed in the middle, it goes on with what is missing', async () => {
    await kill9(['to-disk', '--delete'], 'GET', 12, back);
    const copied = (await onDisk()).length;
    assert.ok(copied > 0 && copied < ALL.length, `${copied} are there`);
    const { code, said } = await move(['to-disk', '--delete'], back);
    assert.equal(code, 0, said);
    assert.deepEqual([inBucket(), await onDisk()], [[], ALL]);
    for (const path of ALL) assert.equal(await readFile(join(dataDir, path), 'utf8'), bytesOf(path));
  });

  test('names files whose bytes are others on the disk', async () => {
    await mkdir(disk('files'));
    await writeFile(join(dataDir, 'files/manual.pdf'), 'half of i');
    const { code, said } = await move(['to-disk', '--delete'], back);
    assert.equal(code, 1);
    assert.match(said, /1 files have other bytes in the disk[\s\S]*files\/manual\.pdf/);
    assert.deepEqual([inBucket(), await onDisk()], [['files/manual.pdf'], ALL]);
  });
});

describe('a shop that runs', () => {
  test('shows a picture before, while and after it moves, to the bucket and back', async () => {
    await fill('disk');
    const before = await startTestShop({ ...variables, UPLOADS_TO: 'disk' });
    const after = await startTestShop(variables);
    try {
      const admin = await before.signInAdmin();
      const form = new FormData();
      const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#357' } });
      form.set('image', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'picture.png');
      const headers = { authorization: `Bearer ${admin.token}` };
      const answer = await fetch(`${before.origin}/images`, { method: 'POST', headers, body: form });
      const { url } = (await answer.json()).data;
      const requireShown = async () => {
        for (const shop of [before, after]) assert.equal((await fetch(shop.origin + url)).status, 200);
      };
      await requireShown();
      assert.equal(
        (await onDisk()).length - ALL.length,
        6,
        'three widths of it went to the disk, in two formats each',
      );
      assert.equal((await move(['to-bucket', '--delete'])).code, 0);
      assert.deepEqual(await onDisk(), []);
      await requireShown();
      assert.equal((await move(['to-disk', '--delete'], { UPLOADS_TO: 'disk' })).code, 0);
      assert.deepEqual(inBucket(), []);
      await requireShown();
    } finally {
      await Promise.all([before.close(), after.close()]);
    }
  });
});
