import type { Module } from '../ground/module.ts';
import type { FileStore } from '../ground/storage/store.ts';
import { type FileCalls, fileHandlers } from './routes.ts';
import { Uploads } from './uploads.ts';

/** Where attached files are kept, and where they are until they are stored. */
export interface FileRoom {
  store: FileStore;
  /** A folder of this machine. */
  uploads: string;
}

export const files: Module<FileCalls, { files: FileRoom }> = {
  name: 'files',
  open({ files: { store, uploads: folder } }) {
    const uploads = new Uploads(folder);
    return { handlers: fileHandlers(store, uploads), forget: () => uploads.forget() };
  },
};
