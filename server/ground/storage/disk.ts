import { mkdir, open, opendir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFileName, requireFileName } from './file-name.ts';
import type { FileStore } from './store.ts';

/** Files in one folder, made when it is first written to. `take` is for files of the same file system. */
export function createDiskStore(folder: string): FileStore {
  const pathOf = (file: string) => join(folder, requireFileName(file));
  return {
    read: async (file) => orNone(readFile(pathOf(file))),
    async write(file, bytes) {
      await mkdir(folder, { recursive: true });
      const path = pathOf(file);
      // On the disk before it has its name: a power cut leaves no empty file.
      await writeFile(`${path}.tmp`, bytes, { flush: true });
      await rename(`${path}.tmp`, path);
    },
    size: async (file) => (await orNone(stat(pathOf(file))))?.size,
    async open(file, span = { start: 0, end: Number.POSITIVE_INFINITY }) {
      const handle = await orNone(open(pathOf(file)));
      return handle?.createReadStream(span);
    },
    async *list() {
      for await (const { name } of (await orNone(opendir(folder))) ?? []) if (isFileName(name)) yield name;
    },
    async take(file, path) {
      await mkdir(folder, { recursive: true });
      await rename(path, pathOf(file));
    },
  };
}

async function orNone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
