import type { FileStore } from './store.ts';

/**
 * Files of two stores, while they move from one to the other: new ones go to `target`, and what is not there is read from
 * `other`.
 */
export function createBothStore(target: FileStore, other: FileStore): FileStore {
  /** A file may move between the looks: once it is gone from `other` it is in `target`. */
  async function find<T>(look: (store: FileStore) => Promise<T | undefined>): Promise<T | undefined> {
    return (await look(target)) ?? (await look(other)) ?? look(target);
  }
  return {
    read: (file) => find((store) => store.read(file)),
    size: (file) => find((store) => store.size(file)),
    open: (file, span) => find((store) => store.open(file, span)),
    write: (file, bytes, contentType) => target.write(file, bytes, contentType),
    take: (file, path, contentType) => target.take(file, path, contentType),
    async *list() {
      const named = new Set<string>();
      // In this order: what moves meanwhile is named by the second one at the latest.
      for (const store of [other, target])
        for await (const file of store.list()) {
          if (named.has(file)) continue;
          named.add(file);
          yield file;
        }
    },
    async remove(file) {
      await other.remove(file);
      await target.remove(file);
    },
  };
}
