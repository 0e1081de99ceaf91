// A lock between launches on one machine that works on Node 20 (server/ground/database/embedded/folder-lock.ts needs a newer
// one, and uses a kernel lock; this one is a file that names its holder).
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a lock without content is respected, in milliseconds: some file systems show a file before its content. */
const UNREADABLE_PATIENCE = 10_000;

/**
 * Runs `work` while holding the lock, and waits for another holder. A lock of a dead process is taken over.
 * @param {string} file the lock's path; its folder is created
 * @param {(pid: number | undefined) => void} onWait called once when another process holds it
 * @param {() => Promise<T> | T} work
 * @returns {Promise<T>}
 * @template T
 */
export async function withLock(file, onWait, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let waited = false; !tryCreate(file); ) {
    const holder = read(file);
    if (holder === undefined) continue;
    if (!isAlive(holder)) await removeDead(file);
    else {
      if (!waited) onWait(holder.pid);
      waited = true;
      await delay(100);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Under a lock of its own: two that find the same dead holder would remove each other's new lock. */
async function removeDead(file) {
  await withLock(
    `${file}.dead`,
    () => {},
    () => {
      const holder = read(file);
      if (holder && !isAlive(holder)) rmSync(file, { force: true });
    },
  );
}

/** Returns whether the lock was free. */
function tryCreate(file) {
  try {
    writeFileSync(file, JSON.stringify(identify(process.pid)), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Returns the holder of the lock; undefined when it has just been released. */
function read(file) {
  try {
    const isNew = Date.now() - statSync(file).mtimeMs < UNREADABLE_PATIENCE;
    const text = readFileSync(file, 'utf8');
    // A lock without content is being written, or its holder has died meanwhile.
    return text === '' ? { pid: undefined, started: isNew ? 'alive' : '' } : JSON.parse(text);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Returns what distinguishes a process from a later one with the same id.
 * @param {number} pid
 */
export function identify(pid) {
  return { pid, started: startOf(pid) };
}

/** Returns whether the process that `identify` returned still runs. */
export function isAlive({ pid, started }) {
  if (pid === undefined) return started === 'alive';
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
  }
  // Process ids are reused: it is the same process only with the same start time.
  return startOf(pid) === started;
}

/** Returns the start time of a process as a string for comparison; '' when it is unknown. */
function startOf(pid) {
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in brackets may contain spaces; after it, field 1 is the state (Z: zombie) and field 20 the start time.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? 'dead' : `${boot} ${fields[19]}`;
    }
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
