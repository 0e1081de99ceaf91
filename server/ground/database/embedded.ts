import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { postgresAccount } from './embedded/account.ts';
import { type Address, freeAddress, removeSocketFolder } from './embedded/address.ts';
import { type Cluster, openCluster, readPassword, resetPassword } from './embedded/cluster.ts';
import { connectionTo, connectionUrl, type EmbeddedConnection, makeDatabase } from './embedded/connection.ts';
import { DataDirInUseError, DataDirNotWritableError, EmbeddedPostgresError } from './embedded/errors.ts';
import { type FolderLock, FolderLockedError, lockFolder } from './embedded/folder-lock.ts';
import {
  type Postmaster,
  readPidFile,
  type Settings,
  startPostmaster,
  stopLeft,
  stopPostmaster,
} from './embedded/postmaster.ts';
import { findPrograms } from './embedded/programs.ts';

/** A running PostgreSQL that belongs to this process. */
export interface EmbeddedPostgres {
  connection: EmbeddedConnection;
  /** The same as a connection URL: `postgres://user:password@/database?host=%2Fsocket%2Ffolder&port=5432`. */
  url: string;
  /** Process id of PostgreSQL. */
  readonly pid: number;
  /** Starts it again at the same address after it ended unasked; returns at once when it runs. */
  restart(): Promise<void>;
  /** Stops it in order and lets go of the folder. May be called twice. */
  stop(): Promise<void>;
}

/** What startEmbeddedPostgres takes. */
export interface EmbeddedOptions {
  /** The shop's data folder; the database goes to `postgres/` in it. Made when missing. */
  dataDir: string;
  /** Takes one line of progress. */
  log: (message: string) => void;
  /** Called each time PostgreSQL ends without having been asked to. */
  onExit?: (message: string) => void;
  /** PostgreSQL settings beyond ours; `fsync: 'off'` for a database that is thrown away. */
  settings?: Settings;
  /** 'tcp' listens on a free port of 127.0.0.1 instead of a socket. */
  transport?: 'socket' | 'tcp';
  /** Milliseconds to wait for a shop that is just closing down on the same folder (3000). */
  patience?: number;
}

/** Fits a small machine with 2 cores; everything about durability stays as PostgreSQL ships it. */
const SETTINGS: Settings = {
  fsync: 'on',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  max_connections: '200',
  random_page_cost: '1.1',
  // Parallel queries need /dev/shm, of which a container has little.
  max_parallel_workers_per_gather: '0',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

/**
 * Starts the PostgreSQL that comes along, and stops one before that runs on this folder since the shop that started it
 * was killed. Only this machine's user can reach it: through a socket in a private folder, or on 127.0.0.1 with a
 * random password where sockets are not to be had. Committed rows survive kill -9 of the shop and of PostgreSQL.
 * @throws DataDirInUseError when another living shop uses the folder
 * @throws DataDirNotWritableError when the folder cannot be made or written
 * @throws EmbeddedPostgresError for everything else, with PostgreSQL's own words
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, onExit = () => {}, patience = 3000 } = options;
  const dataDir = resolve(options.dataDir);
  const settings = { ...SETTINGS, ...options.settings };
  const home = makeHome(dataDir);
  const lock = await lockHome(home, dataDir, patience, log);
  try {
    const account = postgresAccount(join(home, 'cluster'));
    const programs = findPrograms(account, log);
    const cluster = await openCluster(home, account, programs, settings.fsync !== 'off', log);
    return await run({
      cluster,
      settings,
      lock,
      log,
      onExit,
      home,
      transport: options.transport ?? 'socket',
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface Running {
  cluster: Cluster;
  settings: Settings;
  lock: FolderLock;
  log: (message: string) => void;
  onExit: (message: string) => void;
  home: string;
  transport: 'socket' | 'tcp';
}

async function run(running: Running): Promise<EmbeddedPostgres> {
  const { cluster, settings, lock, log, onExit, home } = running;
  const logFile = join(home, 'postgres.log');
  const left = readPidFile(cluster);
  await stopLeft(cluster, log);
  removeSocketFolder(left?.address, cluster.account);
  const password = readPassword(cluster) ?? (await resetPassword(cluster));
  let { address, postmaster } = await startAtFreeAddress();
  const connection = connectionTo(address, password);
  let stopping: Promise<void> | undefined;
  let restarting: Promise<void> | undefined;
  let ended = false;
  watch();
  try {
    await makeDatabase(connection);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    connection,
    url: connectionUrl(connection),
    get pid() {
      return postmaster.pid;
    },
    restart,
    stop,
  };

  async function startAtFreeAddress(): Promise<{ address: Address; postmaster: Postmaster }> {
    for (let attempt = 1; ; attempt++) {
      const address = await freeAddress(running.transport, cluster.account);
      try {
        return { address, postmaster: await startPostmaster(cluster, address, settings, logFile, log) };
      } catch (error) {
        removeSocketFolder(address, cluster.account);
        // Somebody took the port between our asking and PostgreSQL's listening.
        const portTaken = address.socketFolder === undefined && /already in use/.test(String(error));
        if (!portTaken || attempt === 5) throw error;
      }
    }
  }

  function watch(): void {
    const watched = postmaster;
    ended = false;
    watched.gone.then((how) => {
      if (watched !== postmaster) return;
      ended = true;
      if (stopping === undefined) onExit(how);
    });
  }

  function restart(): Promise<void> {
    if (stopping !== undefined) return Promise.reject(new EmbeddedPostgresError('PostgreSQL was stopped.'));
    if (!ended) return Promise.resolve();
    restarting ??= (async () => {
      log('Starting PostgreSQL again');
      await stopLeft(cluster, log);
      postmaster = await startPostmaster(cluster, address, settings, logFile, log);
      watch();
    })().finally(() => {
      restarting = undefined;
    });
    return restarting;
  }

  function stop(): Promise<void> {
    stopping ??= (async () => {
      await restarting?.catch(() => {});
      try {
        await stopPostmaster(cluster, postmaster, log);
        removeSocketFolder(address, cluster.account);
      } finally {
        lock.release();
      }
    })();
    return stopping;
  }
}

function makeHome(dataDir: string): string {
  const home = join(dataDir, 'postgres');
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    if (!statSync(home).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    return home;
  } catch (cause) {
    throw new DataDirNotWritableError(dataDir, cause);
  }
}

async function lockHome(
  home: string,
  dataDir: string,
  patience: number,
  log: (message: string) => void,
): Promise<FolderLock> {
  try {
    return await lockFolder(home, patience, (pid) =>
      log(`Waiting for another shop (process ${pid ?? 'unknown'}) to let go of ${dataDir}`),
    );
  } catch (cause) {
    if (cause instanceof FolderLockedError) throw new DataDirInUseError(dataDir, cause.pid);
    throw new DataDirNotWritableError(dataDir, cause);
  }
}
