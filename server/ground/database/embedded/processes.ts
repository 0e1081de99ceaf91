import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Cluster } from './cluster.ts';

/** The cluster's name, which PostgreSQL shows in the title of each of its processes: each folder has its own. */
export function clusterName({ folder }: Pick<Cluster, 'folder'>): string {
  // Another container may have a folder of the same path.
  const { dev, ino } = statSync(folder, { bigint: true });
  const hash = createHash('sha256').update(`${folder} ${dev} ${ino}`).digest('hex');
  return `northbridge-${hash.slice(0, 16)}`;
}

/** Whether a process belongs to this cluster's PostgreSQL. Process ids are reused: a living one proves nothing. */
export function worksIn(cluster: Cluster, pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform === 'win32') return true;
    const name = clusterName(cluster);
    const title = titleOf(pid);
    return title.split(/[\0 ]/).includes(`cluster_name=${name}`) || title.startsWith(`postgres: ${name}: `);
  } catch {
    return false;
  }
}

/** Ends PostgreSQL's processes that nobody owns; they keep the cluster in use, and nobody awaits their answers. */
export function endOrphans(cluster: Cluster): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || !worksIn(cluster, pid)) continue;
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // It has ended.
    }
  }
}

/** The arguments of a postmaster, or the title of another process of PostgreSQL; a dead one that nobody has waited for has neither. */
function titleOf(pid: number): string {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
}
