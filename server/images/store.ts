import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the shop's own image host keeps its files. Names are checked by the caller. */
export interface ImageStore {
  /** The file's bytes, or undefined when there is none. */
  read(file: string): Promise<Buffer | undefined>;
  write(file: string, bytes: Buffer): Promise<void>;
}

/** Files in one folder; what is not there is looked for in `fallback`, the pictures that come along with the shop. */
export function createDiskStore(folder: string, fallback: string): ImageStore {
  return {
    async read(file) {
      return (await readIfThere(join(folder, file))) ?? readIfThere(join(fallback, file));
    },
    async write(file, bytes) {
      await mkdir(folder, { recursive: true });
      const path = join(folder, file);
      // Renamed into place, so that nobody is sent half a picture.
      await writeFile(`${path}.tmp`, bytes);
      await rename(`${path}.tmp`, path);
    },
  };
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
