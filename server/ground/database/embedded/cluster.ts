import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Account, giveTo, giveTreeTo } from './account.ts';
import { EmbeddedPostgresError } from './errors.ts';
import type { Programs } from './programs.ts';

/** PostgreSQL's superuser in an embedded cluster, which is also the shop's user. */
export const SUPERUSER = 'northbridge';

/** Who may connect from where: everybody by password, nobody from another machine. */
const ACCESS = `local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`;

/** A cluster on disk and what it takes to run it. */
export interface Cluster {
  /** Absolute path of the cluster, links resolved. */
  folder: string;
  account: Account;
  programs: Programs;
}

/**
 * How a program names the cluster, to be spawned with the cluster as its current folder. The account that runs it
 * for root may be unable to enter a folder above; Linux lets it in all the same through its current folder.
 */
export function clusterArgument(cluster: Cluster): string {
  return cluster.account !== undefined && existsSync('/proc/self/cwd') ? '/proc/self/cwd' : cluster.folder;
}

/** Environment for PostgreSQL's programs: no PG* setting of the user's leaks in, messages are in English. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|LANGUAGE$|NODE_)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}

/**
 * Returns the cluster in `home/cluster`, made first when it is not there. A first start that was cut short leaves
 * only a folder `new-*`, which the next one removes. The caller holds the lock on `home`.
 * @param durable false skips fsync for clusters that are thrown away
 */
export async function openCluster(
  home: string,
  account: Account,
  programs: Programs,
  durable: boolean,
  log: (message: string) => void,
): Promise<Cluster> {
  const place = join(home, 'cluster');
  removeUnfinished(home);
  // Where there is no /proc to enter by, the account has to pass through the folder.
  if (account !== undefined && !existsSync('/proc/self/cwd')) chmodSync(home, 0o711);
  if (!existsSync(place)) {
    log('Creating the database');
    const fresh = join(home, `new-${randomBytes(6).toString('hex')}`);
    await initialise({ folder: fresh, account, programs }, durable);
    renameSync(fresh, place);
    if (durable) syncFolder(home);
  }
  const cluster = { folder: realpathSync(place), account, programs };
  checkVersion(cluster);
  adoptOwnership(cluster);
  return cluster;
}

/** The superuser's password. It lives inside the cluster, so that neither is ever copied or restored without the other. */
export function readPassword(cluster: Pick<Cluster, 'folder'>): string | undefined {
  try {
    return readFileSync(passwordFile(cluster.folder), 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Sets a new password in a cluster that is not running: a fresh one, or one whose password file is lost. */
export async function resetPassword(cluster: Cluster): Promise<string> {
  const password = newPassword();
  await run(
    cluster,
    cluster.programs.postgres,
    ['--single', '-D', clusterArgument(cluster), 'postgres'],
    `ALTER USER ${SUPERUSER} PASSWORD '${password}';\n`,
  );
  writePassword(cluster, password);
  return password;
}

function removeUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    if (!name.startsWith('new-')) continue;
    try {
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // The initdb of a killed start still writes to it; a later start removes it.
    }
  }
}

async function initialise(cluster: Cluster, durable: boolean): Promise<void> {
  mkdirSync(cluster.folder, { mode: 0o700 });
  giveTo(cluster.account, cluster.folder);
  await run(cluster, cluster.programs.initdb, [
    ...['-D', clusterArgument(cluster), '-U', SUPERUSER, '-A', 'reject'],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(durable ? [] : ['--no-sync']),
  ]);
  // initdb itself takes a password only from a file, which a killed start would leave behind somewhere.
  await resetPassword(cluster);
  writeFileSync(join(cluster.folder, 'pg_hba.conf'), ACCESS, { flush: true });
}

/** 192 random bits, of letters, digits, - and _ only: needs no quoting in SQL or in a URL. */
function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

function passwordFile(folder: string): string {
  return join(folder, 'northbridge.password');
}

function writePassword(cluster: Cluster, password: string): void {
  const file = passwordFile(cluster.folder);
  writeFileSync(file, `${password}\n`, { mode: 0o600, flush: true });
  giveTo(cluster.account, file);
}

function checkVersion(cluster: Cluster): void {
  const made = readFileSync(join(cluster.folder, 'PG_VERSION'), 'utf8').trim();
  const ours = cluster.programs.version.split('.')[0];
  if (made !== ours) {
    throw new EmbeddedPostgresError(
      `The data in ${cluster.folder} was made by PostgreSQL ${made}, this is PostgreSQL ${ours}: move it over with pg_dump, or set DATA_DIR to another folder.`,
    );
  }
}

/** A cluster that root restored from a backup belongs to root, often readable by all; PostgreSQL refuses both. */
function adoptOwnership(cluster: Cluster): void {
  const { uid, mode } = statSync(cluster.folder);
  const wanted = cluster.account?.uid ?? process.getuid?.();
  if (cluster.account !== undefined && uid === 0) giveTreeTo(cluster.account, cluster.folder);
  else if (wanted !== undefined && uid !== wanted) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster.folder} belongs to another account (${uid}): start the shop as that account or as root, or set DATA_DIR to another folder.`,
    );
  }
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) chmodSync(cluster.folder, 0o700);
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Runs a program to its end, in a process group of its own: Ctrl-C stops the shop, which then stops in order. */
function run(cluster: Cluster, program: string, args: string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...cluster.account,
      cwd: cluster.folder,
      env: programEnvironment(),
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', (cause) =>
      reject(new EmbeddedPostgresError(`${program} cannot be run: ${cause.message}`, { cause })),
    );
    child.on('close', (code, signal) => {
      if (code === 0) return resolve();
      const said = Buffer.concat(output).toString().trim();
      reject(new EmbeddedPostgresError(`${program} ended with ${signal ?? `code ${code}`}:\n${said}`));
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
