// A lock between launches on one machine that works on Node 20 (server/ground/database/embedded/folder-lock.ts needs a newer
// one, and uses a kernel lock; this one is a file that names its holder).
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** How long an unreadable lock is respected: some file systems show a file before its content. */
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
  const release = await acquire(file, onWait);
  try {
    return await work();
  } finally {
    release();
  }
}

async function acquire(file, onWait) {
  mkdirSync(dirname(file), { recursive: true });
  for (let waited = false; ; ) {
    const mine = tryCreate(file);
    if (mine !== undefined) return () => removeIf(file, mine);
    const holder = read(file);
    if (holder === undefined) continue;
    if (isAlive(holder)) {
      if (!waited) onWait(holder.pid);
      waited = true;
      await delay(100);
      continue;
    }
    // Only the holder of a second lock, named after this one, may remove it. Otherwise two processes that
    // find the same dead holder would remove each other's new locks.
    const release = await acquire(`${file}.${holder.id}`, () => {});
    try {
      removeIf(file, holder.id);
    } finally {
      release();
    }
  }
}

/** Creates the lock with its content atomically; returns undefined when it exists. */
function tryCreate(file) {
  const id = randomBytes(6).toString('hex');
  const content = JSON.stringify({ ...identify(process.pid), id });
  const draft = `${file}.draft-${id}`;
  try {
    writeFileSync(draft, content);
    try {
      linkSync(draft, file);
    } catch (error) {
      if (error.code === 'EEXIST') throw error;
      // A file system without hard links.
      writeFileSync(file, content, { flag: 'wx' });
    }
    return id;
  } catch (error) {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Returns the holder of the lock, or undefined. */
function read(file) {
  try {
    const age = Date.now() - statSync(file).mtimeMs;
    try {
      const { pid, started, id } = JSON.parse(readFileSync(file, 'utf8'));
      if (Number.isInteger(pid) && typeof started === 'string' && /^[0-9a-f]+$/.test(id))
        return { pid, started, id };
    } catch (error) {
      if (error.code === 'ENOENT') return undefined;
    }
    return { pid: undefined, started: age < UNREADABLE_PATIENCE ? 'alive' : '', id: 'unreadable' };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function removeIf(file, id) {
  if (read(file)?.id === id) rmSync(file, { force: true });
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
