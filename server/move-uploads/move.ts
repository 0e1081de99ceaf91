import { createHash } from 'node:crypto';
import { mediaTypeOf } from '../storage/media-types.ts';
import type { FileStore } from '../storage/store.ts';

/** Files that are moved at once. Each is in memory. */
const AT_ONCE = 4;
/** Files between two lines of progress. */
const TOLD_EACH = 100;

export interface MoveOptions {
  from: FileStore;
  to: FileStore;
  /** Deletes files at their source, each after it was read at its destination with the same bytes. */
  removes: boolean;
  /** Takes lines of progress. */
  log: (line: string) => void;
}

/** What has become of the files of a folder. */
export interface Moved {
  copied: number;
  /** Those that were at the destination already, with the same bytes. */
  there: number;
  removed: number;
  /** Names of those whose bytes at the destination are others. They are left as they are in both places. */
  different: string[];
}

/**
 * Copies files that are missing at their destination, and compares all of them there with those at the source by SHA-256. It
 * can end at any moment: run again, it goes on with what is missing. The shop may run meanwhile.
 */
export async function moveFiles({ from, to, removes, log }: MoveOptions): Promise<Moved> {
  const moved: Moved = { copied: 0, there: 0, removed: 0, different: [] };
  let seen = 0;

  async function move(file: string): Promise<void> {
    const bytes = await readAll(from, file);
    // Nobody but another run of this command deletes files.
    if (!bytes) return;
    const isThere = await compare(to, file, bytes);
    if (isThere === undefined) await to.write(file, bytes, mediaTypeOf(file));
    const isSame = isThere ?? (await compare(to, file, bytes));
    if (!isSame) {
      moved.different.push(file);
      return;
    }
    moved[isThere ? 'there' : 'copied'] += 1;
    if (!removes) return;
    await from.remove(file);
    moved.removed += 1;
  }

  const files = from.list()[Symbol.asyncIterator]();
  let failed = false;
  async function work(): Promise<void> {
    while (!failed) {
      const { value: file, done } = await files.next();
      if (done) return;
      try {
        await move(file);
      } catch (error) {
        failed = true;
        throw error;
      }
      seen += 1;
      if (seen % TOLD_EACH === 0) log(`${seen} files`);
    }
  }
  const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
  moved.different.sort();
  return moved;
}

/** Whether a store has a file with these bytes; undefined when it has none of this name. */
async function compare(store: FileStore, file: string, bytes: Buffer): Promise<boolean | undefined> {
  const found = await readAll(store, file);
  return found && hashOf(found).equals(hashOf(bytes));
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** By `open`, which waits for large files longer than `read`. */
async function readAll(store: FileStore, file: string): Promise<Buffer | undefined> {
  const body = await store.open(file);
  return body && Buffer.concat(await body.toArray());
}
