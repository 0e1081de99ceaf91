import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Address } from './address.ts';
import { type Cluster, clusterArgument, programEnvironment } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { clusterName, endOrphans, worksIn } from './processes.ts';

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
}

/** Seconds. Recovery after a crash ends by itself, however long it takes. */
const START_PATIENCE = 86_400;
/** Seconds. PostgreSQL stops answering shutdown requests only when its disk does: then it is told to stop at once. */
const SHUTDOWN_PATIENCE = 60;
/** Milliseconds. A cluster whose postmaster was killed stays in use until its last connection's process has noticed. */
const ORPHAN_PATIENCE = 30_000;
/** Milliseconds between two words about what is waited for. */
const WORD_EVERY = 5000;
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
  return { pid, address: { socketFolder, port: Number(lines[3]) } };
}

/**
 * Stops a PostgreSQL that runs on this cluster since the shop that started it was killed, and removes the pid file: it may
 * name a living stranger by now, which would keep PostgreSQL from starting.
 * @throws EmbeddedPostgresError when it cannot be stopped
 */
export async function stopLeft(cluster: Cluster, log: (message: string) => void): Promise<void> {
  const left = readPidFile(cluster);
  if (left && worksIn(cluster, left.pid)) {
    log('Stopping a PostgreSQL that was left running');
    await stopPostmaster(cluster, left, log);
  }
  rmSync(pidFile(cluster), { force: true });
}

/** Watches a running PostgreSQL, which is no child of this process. */
function watchPostmaster(cluster: Cluster, pid: number): Postmaster {
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
 * Starts PostgreSQL by pg_ctl and waits until it takes connections; recovery after a crash may take its time.
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
  const slow = setInterval(
    () => log('PostgreSQL is still starting; after a crash it first recovers'),
    WORD_EVERY,
  );
  try {
    for (;;) {
      const logStart = beginLog(logFile);
      const started = await pgCtl(cluster, startArguments(cluster, address, settings), logFile);
      const found = readPidFile(cluster);
      if (started && found !== undefined) return watchPostmaster(cluster, found.pid);
      const said = readFileSync(logFile).subarray(logStart).toString().trim();
      // Either its last connections live on, or the killed shop's own PostgreSQL came up just before ours.
      if (!/still in use|already exists/.test(said) || performance.now() > giveUpAt) {
        const lines = said.split('\n').slice(-12).join('\n');
        throw new EmbeddedPostgresError(
          `PostgreSQL ended while it was starting:\n${lines || '(it said nothing)'}`,
        );
      }
      await stopLeft(cluster, log);
      endOrphans(cluster);
      await delay(100);
    }
  } finally {
    clearInterval(slow);
  }
}

/**
 * Stops PostgreSQL by pg_ctl: open transactions are rolled back, everything committed is written. Returns when it is gone.
 * @throws EmbeddedPostgresError when it cannot be stopped
 */
export async function stopPostmaster(
  cluster: Cluster,
  { pid }: Pick<Postmaster, 'pid'>,
  log: (message: string) => void,
): Promise<void> {
  if (!worksIn(cluster, pid)) return;
  if (await pgCtl(cluster, stopArguments(cluster, 'fast', SHUTDOWN_PATIENCE))) return;
  if (!worksIn(cluster, pid)) return;
  log('PostgreSQL does not stop: ending it at once, it will recover at the next start');
  await pgCtl(cluster, stopArguments(cluster, 'immediate', 10));
  if (worksIn(cluster, pid))
    throw new EmbeddedPostgresError(`PostgreSQL (process ${pid}) cannot be stopped.`);
}

function pidFile(cluster: Pick<Cluster, 'folder'>): string {
  return join(cluster.folder, 'postmaster.pid');
}

/** PostgreSQL's own arguments, without the cluster's folder, which pg_ctl adds. */
function postgresArguments(cluster: Cluster, address: Address, settings: Settings): string[] {
  const listening: Settings =
    address.socketFolder === undefined
      ? { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
      : {
          listen_addresses: '',
          unix_socket_directories: address.socketFolder,
          unix_socket_permissions: '0700',
        };
  const own: Settings = { cluster_name: clusterName(cluster), port: String(address.port) };
  const all = Object.entries({ ...own, ...listening, ...settings });
  return all.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function startArguments(cluster: Cluster, address: Address, settings: Settings): string[] {
  const words = postgresArguments(cluster, address, settings).map(quoteForShell).join(' ');
  return ['start', '-D', clusterArgument(cluster), '-w', '-t', String(START_PATIENCE), '-o', words];
}

function stopArguments(cluster: Cluster, mode: 'fast' | 'immediate', seconds: number): string[] {
  return ['stop', '-D', clusterArgument(cluster), '-m', mode, '-w', '-t', String(seconds)];
}

/** pg_ctl hands PostgreSQL's arguments to the system's shell. */
function quoteForShell(word: string): string {
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Runs pg_ctl to its end, in the cluster's account and folder; answers whether it did what it was told. */
function pgCtl(cluster: Cluster, args: string[], logFile?: string): Promise<boolean> {
  // PostgreSQL inherits what pg_ctl writes to: its account may be unable to open the file by itself.
  const output = logFile === undefined ? undefined : openSync(logFile, 'a', 0o600);
  const child = spawn(cluster.programs.pgCtl, ['-s', ...args], {
    ...cluster.account,
    cwd: cluster.folder,
    env: programEnvironment(),
    stdio: ['ignore', output ?? 'ignore', output ?? 'ignore'],
    // A process group of its own, so that Ctrl-C does not end it while the shop is starting or closing.
    detached: true,
    windowsHide: true,
  });
  if (output !== undefined) closeSync(output);
  return new Promise((resolve, reject) => {
    child.on('error', (cause) =>
      reject(
        new EmbeddedPostgresError(`${cluster.programs.pgCtl} cannot be run: ${cause.message}`, { cause }),
      ),
    );
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** Keeps one log of at most 5 MB and the one before it; returns where new words will begin. */
function beginLog(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LOG_LIMIT) return size;
  renameSync(logFile, `${logFile}.1`);
  return 0;
}
