import { statfs } from 'node:fs/promises';
import type { Measure } from '../ground/module.ts';

/** The room of the file system that a folder is on. */
export function diskMeasures(folder: string): Measure[] {
  return [
    {
      name: 'shop_data_dir_bytes',
      help: 'The file system of DATA_DIR: free bytes, of which the shop may use all, and bytes in all',
      label: 'what',
      async read() {
        const { bavail, blocks, bsize } = await statfs(folder);
        return { free: bavail * bsize, all: blocks * bsize };
      },
    },
  ];
}
