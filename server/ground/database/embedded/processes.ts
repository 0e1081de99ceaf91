import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Cluster } from './cluster.ts';

/**
 * The cluster's name, which PostgreSQL shows in the title of each of its processes: one of its own for each folder, so
 * that a process can be told to be of this cluster where its current folder may not be read.
 */
export function clusterName({ folder }: Pick<Cluster, 'folder'>): string {
  const hash = createHash('sha256')
    .update(`${folder} ${identify(folder)}`)
    .digest('hex');
  return `northbridge-${hash.slice(0, 16)}`;
}

/** What tells a folder from every other of the machine; another container may have one of the same path. */
function identify(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  return `${dev} ${ino}`;
}

/** Whether a process is alive and works in this cluster; process ids are reused, a living one proves nothing. */
export function worksIn(cluster: Cluster, pid: number): boolean {
  if (process.platform === 'linux') return worksInOnLinux(cluster, pid);
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

/** Ends PostgreSQL's processes that nobody owns; they keep the cluster in use, and nobody awaits their answers. */
export function endOrphans(cluster: Cluster): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid || !worksIn(cluster, pid)) continue;
    try {
      if (isPostgres(cluster, pid)) process.kill(pid, 'SIGQUIT');
    } catch {
      // It went by itself.
    }
  }
}

function worksInOnLinux(cluster: Cluster, pid: number): boolean {
  try {
    // PostgreSQL's current folder is its cluster. A dead process that nobody has waited for has none.
    return identify(`/proc/${pid}/cwd`) === identify(cluster.folder);
  } catch (error) {
    return isUnreadable(error) && bearsName(cluster, pid);
  }
}

function isPostgres(cluster: Cluster, pid: number): boolean {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres');
  } catch (error) {
    return isUnreadable(error) && bearsName(cluster, pid);
  }
}

/** Root without CAP_SYS_PTRACE, as in most containers, may not look into the processes of PostgreSQL's account. */
function isUnreadable(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EACCES';
}

/**
 * By what everybody may read: its account, and the title or arguments of a PostgreSQL. A dead process that nobody has waited
 * for has neither; a stranger's may have the name among other words.
 */
function bearsName(cluster: Cluster, pid: number): boolean {
  try {
    if (statSync(`/proc/${pid}`).uid !== cluster.account?.uid) return false;
    const name = clusterName(cluster);
    const title = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
    const [program = '', ...words] = title.split('\0');
    const isPostmaster = basename(program) === 'postgres' && words.includes(`cluster_name=${name}`);
    return isPostmaster || title.startsWith(`postgres: ${name}: `);
  } catch {
    return false;
  }
}
