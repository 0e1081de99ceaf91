import { mkdir, open, opendir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from './store.ts';

/** Files in one folder, made when it is first written to. `take` is for files of the same file system. */
export function createDiskStore(folder: string): FileStore {
  return {
    read: (file) => orNone(readFile(join(folder, file))),
    async write(file, bytes) {
      await mkdir(folder, { recursive: true });
      const path = join(folder, file);
      await writeFile(`${path}.tmp`, bytes);
      await rename(`${path}.tmp`, path);
    },
    size: async (file) => (await orNone(stat(join(folder, file))))?.size,
    async open(file, span = { start: 0, end: Number.POSITIVE_INFINITY }) {
      const handle = await orNone(open(join(folder, file)));
      return handle?.createReadStream(span);
    },
    async *list() {
      for await (const { name } of (await orNone(opendir(folder))) ?? []) if (isWhole(name)) yield name;
    },
    async take(file, path) {
      await mkdir(folder, { recursive: true });
      await rename(path, join(folder, file));
    },
  };
}

/** Files have an ending. What is being written, or is uploaded into the folder, has another one or none. */
const isWhole = (name: string) => name.includes('.') && !name.endsWith('.tmp');

async function orNone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
