import { join } from 'node:path';
import type { Env } from '../env.ts';
import { createBothStore } from './both.ts';
import { createDiskStore } from './disk.ts';
import { createS3Store } from './s3.ts';
import type { FileStore } from './store.ts';

/** The folders in which uploads are kept. */
export const UPLOAD_FOLDERS = ['images', 'files'] as const;
export type UploadFolder = (typeof UPLOAD_FOLDERS)[number];

/**
 * The store of what is uploaded: a folder of DATA_DIR, or with a bucket that of the place which `uploadsTo` names, and of the
 * other one for what is not there.
 */
export function openStore(
  { s3, dataDir, uploadsTo }: Pick<Env, 's3' | 'dataDir' | 'uploadsTo'>,
  folder: UploadFolder,
): FileStore {
  const disk = openDisk(dataDir, folder);
  if (!s3) return disk;
  const bucket = createS3Store(s3, folder);
  return uploadsTo === 'bucket' ? createBothStore(bucket, disk) : createBothStore(disk, bucket);
}

/** The folder of uploads on the disk. */
export function openDisk(dataDir: string, folder: UploadFolder): FileStore {
  return createDiskStore(join(dataDir, folder));
}
