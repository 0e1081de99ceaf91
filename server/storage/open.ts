import { join } from 'node:path';
import type { Env } from '../env.ts';
import { createDiskStore } from './disk.ts';
import { createS3Store } from './s3.ts';
import type { FileStore } from './store.ts';

/** The store of what is uploaded: a folder of the bucket that the environment names, or of DATA_DIR. */
export function openStore(
  { s3, dataDir }: Pick<Env, 's3' | 'dataDir'>,
  folder: 'images' | 'files',
): FileStore {
  return s3 ? createS3Store(s3, folder) : createDiskStore(join(dataDir, folder));
}
