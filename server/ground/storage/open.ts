import { join } from 'node:path';
import type { Env } from '../env.ts';
import { createDiskStore } from './disk.ts';
import { createS3Store } from './s3.ts';
import type { FileStore } from './store.ts';

/** The folders in which uploads are kept. */
export const UPLOAD_FOLDERS = ['images', 'files'] as const;
export type UploadFolder = (typeof UPLOAD_FOLDERS)[number];

/** Opens the store of uploads: a folder of the bucket, or of DATA_DIR where there is no bucket. */
export function openStore({ s3, dataDir }: Pick<Env, 's3' | 'dataDir'>, folder: UploadFolder): FileStore {
  return s3 ? createS3Store(s3, folder) : createDiskStore(join(dataDir, folder));
}
