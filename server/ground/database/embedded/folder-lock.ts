import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/** SQLite's code for "somebody else has the lock". */
const SQLITE_BUSY = 5;

/** Milliseconds that one try takes at most: of two that ask in the same moment, each may hold at first what the other lacks. */
const TRY_MS = 50;

/** The locks of this process. Without a reference the garbage collector would close them, and so let them go. */
const held = new Set<DatabaseSync>();

/** A lock that is held until `release` or the end of the process, whichever comes first. */
export interface FolderLock {
  /** Twice is no error: PostgreSQL that ends while it starts releases it, and so does who has waited for the start. */
  release(): void;
}

/** Somebody else holds the lock. */
export class FolderLockedError extends Error {
  override name = 'FolderLockedError';
  /** Process id of the holder, undefined when unknown. */
  readonly pid: number | undefined;

  constructor(folder: string, pid: number | undefined) {
    super(`${folder} is locked by process ${pid ?? '(unknown)'}.`);
    this.pid = pid;
  }
}

/**
 * Locks a folder for this process. The kernel keeps the lock (Node offers it through SQLite's file locking), so it
 * is gone the moment its holder dies, kill -9 included, and it holds between containers that share a volume, where
 * PostgreSQL's own check, which goes by process ids, does not: no stale lock has to be told from a living one.
 * @param folder an existing folder; gets the files `lock` and `owner`
 * @param patience milliseconds to wait for a holder that is just closing down
 * @throws FolderLockedError when it is still held after that; SQLite's error when the folder cannot be written
 */
export async function lockFolder(
  folder: string,
  patience: number,
  onWait: (pid: number | undefined) => void = () => {},
): Promise<FolderLock> {
  const giveUpAt = performance.now() + patience;
  const owner = join(folder, 'owner');
  for (let first = true; ; first = false) {
    const lock = tryLock(join(folder, 'lock'));
    if (lock !== undefined) {
      try {
        // Written in place, not renamed into it: the file keeps its owner when root starts a user's shop once.
        writeFileSync(owner, `${process.pid}\n`);
      } catch (error) {
        lock.close();
        throw error;
      }
      held.add(lock);
      return {
        release() {
          if (held.delete(lock)) lock.close();
        },
      };
    }
    const pid = readOwner(owner);
    if (performance.now() >= giveUpAt) throw new FolderLockedError(folder, pid);
    if (first) onWait(pid);
    await delay(50);
  }
}

/** Nothing else in this process may open the file: closing it would drop the lock. */
function tryLock(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file, { timeout: TRY_MS });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

function readOwner(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}
