import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

/** Microseconds of the processor that all processes of a PostgreSQL have used so far. */
export type PostgresUsage = () => Promise<number>;

/** Microseconds in a tick of /proc: USER_HZ, 100 a second on every Linux (proc_pid_stat(5)). */
const TICK = 10_000;

/** How to ask for the usage of a pool's PostgreSQL; undefined where /proc does not show it: not Linux, or another machine. */
export async function findPostgres(pool: pg.Pool): Promise<PostgresUsage | undefined> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = await readProcess(String(rows[0]!.pid));
  if (backend?.name !== 'postgres') return undefined;
  return async () => {
    let ticks = 0;
    for (const pid of await readdir('/proc')) {
      const one = /^\d+$/.test(pid) ? await readProcess(pid) : undefined;
      if (pid === backend.parent) ticks += one!.ticks + one!.ticksOfEnded;
      else if (one?.parent === backend.parent) ticks += one.ticks;
    }
    return ticks * TICK;
  };
}

/** Undefined for a process that is not there. */
async function readProcess(pid: string) {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (line === undefined) return undefined;
  // The name may have spaces and parentheses; what follows its last one begins with the third field.
  const end = line.lastIndexOf(') ');
  const fields = line.slice(end + 2).split(' ');
  const sum = (first: number) => Number(fields[first - 3]) + Number(fields[first - 2]);
  return {
    name: line.slice(line.indexOf('(') + 1, end),
    parent: fields[1]!,
    ticks: sum(14),
    ticksOfEnded: sum(16),
  };
}
