import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageStore } from './store.ts';

/** Files in one folder, made when it is first written to. */
export function createDiskStore(folder: string): ImageStore {
  return {
    async read(file) {
      try {
        return await readFile(join(folder, file));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async write(file, bytes) {
      await mkdir(folder, { recursive: true });
      const path = join(folder, file);
      await writeFile(`${path}.tmp`, bytes);
      await rename(`${path}.tmp`, path);
    },
  };
}
