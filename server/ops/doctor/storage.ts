import { randomBytes } from 'node:crypto';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../../ground/env.ts';
import { createDiskStore } from '../../ground/storage/disk.ts';
import { createS3Store } from '../../ground/storage/s3.ts';
import type { FileStore } from '../../ground/storage/store.ts';
import { type Finding, look, notUsed, reasonOf, well, wrong } from './finding.ts';

/** Bytes below which somebody has to make room. */
const LEAST_BYTES = 2 * 1024 ** 3;
const TIMEOUT_MS = 10_000;
/** Of a folder beside those of pictures and files. */
const FOLDER = 'doctor';

/** Writes a small file where uploads go, and reads it back. */
export async function lookAtStorage({ s3, imageUploadUrl, dataDir }: Env): Promise<Finding[]> {
  const folder = join(dataDir, FOLDER);
  const disk = [await tryStore(createDiskStore(folder), 'DATA_DIR'), await lookAtRoom(dataDir)];
  // Left by one user, it would be in the way of another.
  await rm(folder, { recursive: true, force: true }).catch(() => {});
  if (s3) return [...disk, await tryStore(createS3Store(s3, FOLDER), `S3_BUCKET ${s3.bucket}`)];
  if (imageUploadUrl) return [...disk, await lookAtImageHost(imageUploadUrl)];
  return [
    ...disk,
    notUsed('S3_* is not set: uploads are stored in DATA_DIR, which all processes have to share.'),
  ];
}

async function tryStore(store: FileStore, name: string): Promise<Finding> {
  const bytes = randomBytes(64);
  try {
    await store.write('tried.bin', bytes, 'application/octet-stream');
    if (bytes.equals((await store.read('tried.bin')) ?? Buffer.alloc(0)))
      return well(`${name}: what is written there can be read.`);
    return wrong(
      `${name} gave back something else than was written.`,
      'Use a storage that reads what was written last.',
    );
  } catch (error) {
    return wrong(
      `${name} cannot be written and read (${reasonOf(error)}).`,
      name === 'DATA_DIR'
        ? 'Give the user of the shop the right to write there.'
        : "Check S3_ENDPOINT, S3_REGION and the bucket's name, and that the key may get and put objects there.",
    );
  }
}

/** Whether there is a host: what it takes it keeps, so no picture is sent. Its address has its key. */
async function lookAtImageHost(address: string): Promise<Finding> {
  const { host, origin } = new URL(address);
  try {
    const response = await fetch(origin, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return look(
      `IMAGE_UPLOAD_URL: ${host} answers. It keeps what it takes, so none was sent.`,
      'Upload a picture to try it.',
    );
  } catch (error) {
    return wrong(
      `IMAGE_UPLOAD_URL: ${host} cannot be reached (${reasonOf(error)}).`,
      'Check its name, and whether this machine may reach it.',
    );
  }
}

async function lookAtRoom(dataDir: string): Promise<Finding> {
  try {
    await mkdir(dataDir, { recursive: true });
    const { bavail, bsize } = await statfs(dataDir);
    const said = `DATA_DIR has ${((bavail * bsize) / 1024 ** 3).toFixed(1)} GiB of room.`;
    return bavail * bsize >= LEAST_BYTES ? well(said) : look(said, 'Make room: 2 GiB or more.');
  } catch (error) {
    return wrong(
      `DATA_DIR cannot be looked at (${reasonOf(error)}).`,
      'Give the user of the shop the right to write there.',
    );
  }
}
