import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Address } from './address.ts';
import { type Cluster, clusterArgument, programEnvironment } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';

/** PostgreSQL's settings by name, as on its command line. */
export type Settings = Record<string, string>;

/** A running PostgreSQL. */
export interface Postmaster {
  pid: number;
  /** Resolves when it is gone, with how it ended. */
  gone: Promise<string>;
}

/** What `postmaster.pid` says. */
export interface PidFile {
  pid: number;
  address: Address;
  status: string;
}

/** PostgreSQL stops answering shutdown requests only when its disk does: then it is told to stop at once. */
const SHUTDOWN_PATIENCE = 60_000;
/** A cluster whose postmaster was killed stays in use until its last connection's process has noticed. */
const ORPHAN_PATIENCE = 30_000;
const POLL = 10;
const LOG_LIMIT = 5_000_000;

/** Reads the cluster's `postmaster.pid`; undefined when there is none or it is still being written. */
export function readPidFile(cluster: Pick<Cluster, 'folder'>): PidFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const socketFolder = lines[4]?.trim() || undefined;
  return { pid, address: { socketFolder, port: Number(lines[3]) }, status: lines[7]?.trim() ?? '' };
}

/** Whether a process is alive and works in this cluster; process ids are reused, a living one proves nothing. */
export function worksIn(cluster: Cluster, pid: number): boolean {
  if (process.platform === 'linux') {
    try {
      // PostgreSQL's current folder is its cluster. A dead process that nobody has waited for has none.
      return readlinkSync(`/proc/${pid}/cwd`) === cluster.folder;
    } catch {
      return false;
    }
  }
  try {
    process.kill(pid, 0);
    if (process.platform === 'win32') return true;
    const shown = execFileSync('ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)], {
      encoding: 'utf8',
    });
    return !shown.trimStart().startsWith('Z') && shown.includes('postgres') && shown.includes(cluster.folder);
  } catch {
    return false;
  }
}

/**
 * Finds a PostgreSQL that runs on this cluster because the shop that started it was killed, once it is ready.
 * Waits for one that is recovering or shutting down. A pid file left by a dead one is removed.
 */
export async function findPostmaster(cluster: Cluster): Promise<PidFile | undefined> {
  for (let glances = 1; ; glances++) {
    const found = readPidFile(cluster);
    if (found !== undefined && worksIn(cluster, found.pid)) {
      if (found.status === 'ready') return found;
    } else if (found === undefined && glances < 10 && existsSync(pidFile(cluster))) {
      // Perhaps it is just being written.
    } else {
      // It may name a living stranger by now, which would keep PostgreSQL from starting. Should processes of the
      // dead one still be there, PostgreSQL notices by their shared memory.
      rmSync(pidFile(cluster), { force: true });
      return undefined;
    }
    await delay(POLL);
  }
}

/** Whether a found PostgreSQL was started just as we would start it now, at its own address. */
export function wasStartedAlike(cluster: Cluster, found: PidFile, settings: Settings): boolean {
  const words = postgresArguments(cluster, found.address, settings).map((word) => `"${word}"`);
  try {
    const options = readFileSync(join(cluster.folder, 'postmaster.opts'), 'utf8').trim();
    return options === [cluster.programs.postgres, ...words].join(' ');
  } catch {
    return false;
  }
}

/** Watches a PostgreSQL that is no child of this process. */
export function watchPostmaster(cluster: Cluster, pid: number): Postmaster {
  const gone = new Promise<string>((resolve) => {
    const timer = setInterval(() => {
      if (worksIn(cluster, pid)) return;
      clearInterval(timer);
      resolve('PostgreSQL ended');
    }, 200).unref();
  });
  return { pid, gone };
}

/**
 * Starts PostgreSQL and waits until it takes connections; recovery after a crash may take its time.
 * @throws EmbeddedPostgresError with the last lines of PostgreSQL's log when it ends instead
 */
export async function startPostmaster(
  cluster: Cluster,
  address: Address,
  settings: Settings,
  logFile: string,
  log: (message: string) => void,
): Promise<Postmaster> {
  const giveUpAt = performance.now() + ORPHAN_PATIENCE;
  for (;;) {
    const logStart = beginLog(logFile);
    const { postmaster, failure } = await startOnce(cluster, address, settings, logFile, log);
    if (failure === undefined) return postmaster;
    const said = readFileSync(logFile).subarray(logStart).toString().trim();
    // Either its last connections live on, or the killed shop's own PostgreSQL came up just before ours.
    if (!/still in use|already exists/.test(said) || performance.now() > giveUpAt) {
      const lines = said.split('\n').slice(-12).join('\n');
      throw new EmbeddedPostgresError(`${failure} while it was starting:\n${lines || '(it said nothing)'}`);
    }
    endOrphans(cluster);
    await delay(100);
  }
}

/**
 * Stops PostgreSQL: open transactions are rolled back, everything committed is written. Returns when it is gone.
 * @throws EmbeddedPostgresError when it cannot be stopped
 */
export async function stopPostmaster(
  cluster: Cluster,
  postmaster: Postmaster,
  log: (message: string) => void,
): Promise<void> {
  const { pid, gone } = postmaster;
  signal(cluster, pid, 'SIGINT');
  if (await endsWithin(gone, SHUTDOWN_PATIENCE)) return;
  log('PostgreSQL does not stop: ending it at once, it will recover at the next start');
  signal(cluster, pid, 'SIGQUIT');
  if (await endsWithin(gone, 10_000)) return;
  throw new EmbeddedPostgresError(`PostgreSQL (process ${pid}) cannot be stopped.`);
}

function pidFile(cluster: Pick<Cluster, 'folder'>): string {
  return join(cluster.folder, 'postmaster.pid');
}

function postgresArguments(cluster: Cluster, address: Address, settings: Settings): string[] {
  const listening: Settings =
    address.socketFolder === undefined
      ? { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
      : {
          listen_addresses: '',
          unix_socket_directories: address.socketFolder,
          unix_socket_permissions: '0700',
        };
  const all = Object.entries({ port: String(address.port), ...listening, ...settings });
  return ['-D', clusterArgument(cluster), ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function startOnce(
  cluster: Cluster,
  address: Address,
  settings: Settings,
  logFile: string,
  log: (message: string) => void,
): Promise<{ postmaster: Postmaster; failure: string | undefined }> {
  const output = openSync(logFile, 'a', 0o600);
  const child = spawn(cluster.programs.postgres, postgresArguments(cluster, address, settings), {
    ...cluster.account,
    cwd: cluster.folder,
    env: programEnvironment(),
    stdio: ['ignore', output, output],
    // A process group of its own, so that Ctrl-C does not take the database from a shop that is closing.
    detached: true,
    windowsHide: true,
  });
  closeSync(output);
  let failure: string | undefined;
  const gone = new Promise<string>((resolve) => {
    const end = (how: string) => {
      failure = how;
      resolve(how);
    };
    child.on('error', (error) => end(`PostgreSQL cannot be run (${error.message})`));
    child.on('exit', (code, signal) => end(`PostgreSQL ended with ${signal ?? `code ${code}`}`));
  });
  child.unref();
  const postmaster = { pid: child.pid ?? -1, gone };
  let nextWord = performance.now() + 5000;
  while (failure === undefined) {
    const found = readPidFile(cluster);
    // On Windows the process that was started hands over to another one.
    const isIt = found?.pid === child.pid || process.platform === 'win32';
    if (isIt && found?.status === 'ready') return { postmaster: { pid: found.pid, gone }, failure };
    if (performance.now() > nextWord) {
      log('PostgreSQL is still starting; after a crash it first recovers');
      nextWord += 5000;
    }
    await Promise.race([gone, delay(POLL)]);
  }
  return { postmaster, failure };
}

/** Keeps one log of at most 5 MB and the one before it; returns where new words will begin. */
function beginLog(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LOG_LIMIT) return size;
  renameSync(logFile, `${logFile}.1`);
  return 0;
}

/** Ends PostgreSQL's processes that nobody owns; they keep the cluster in use, and nobody awaits their answers. */
function endOrphans(cluster: Cluster): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid || !worksIn(cluster, pid)) continue;
    try {
      if (basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres')) process.kill(pid, 'SIGQUIT');
    } catch {
      // It went by itself.
    }
  }
}

function signal(cluster: Cluster, pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  if (process.platform === 'win32') {
    const mode = name === 'SIGINT' ? 'fast' : 'immediate';
    execFileSync(cluster.programs.pgCtl, ['stop', '-D', cluster.folder, '-m', mode, '-W'], {
      stdio: 'ignore',
    });
    return;
  }
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function endsWithin(gone: Promise<string>, milliseconds: number): Promise<boolean> {
  const done = new AbortController();
  const late = delay(milliseconds, false, { signal: done.signal }).catch(() => false);
  try {
    return await Promise.race([gone.then(() => true), late]);
  } finally {
    done.abort();
  }
}
