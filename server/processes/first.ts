import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import { openAddressAndDatabase, openShopDatabase } from '../address-and-database.ts';
import type { Env } from '../ground/env.ts';
import { doEach } from '../ground/jobs/each.ts';
import { standardSettings } from '../settings/standard.ts';
import type { RunningShop } from '../start.ts';
import type { Assignment, Reached, ServingOptions } from './messages.ts';
import { STOP_MS, Supervisor } from './supervisor.ts';

const PROGRAM = fileURLToPath(new URL('serve.ts', import.meta.url));

/** A shop that several processes serve. */
export interface RunningProcesses extends Reached, Pick<RunningShop, 'close'> {
  /** Process ids, by place. */
  readonly pids: (number | undefined)[];
}

/**
 * Starts the shop in as many processes as the environment says: this one opens the database and starts and restarts the others, which
 * serve. What fails is closed again.
 * @throws OperatorError when one of them cannot start
 */
export async function startProcesses(
  env: Env,
  { log, ...options }: ServingOptions & { log: (message: string) => void },
): Promise<RunningProcesses> {
  const opened: (() => Promise<unknown>)[] = [];
  const close = () => doEach(opened.splice(0).reverse(), (closeOne) => closeOne());
  try {
    return await start(env, options, log, opened, close);
  } catch (error) {
    // Why the start failed is told, and not what failed after it.
    await close().catch(() => {});
    throw error;
  }
}

async function start(
  env: Env,
  options: ServingOptions,
  log: (message: string) => void,
  opened: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<RunningProcesses> {
  const shared = await openAddressAndDatabase(env, log, opened);
  // Migrated once, and what is wrong is said once; then it needs no database of its own.
  const closed: typeof opened = [];
  try {
    await openShopDatabase(env, shared.connection, standardSettings(env), log, closed, 2);
  } finally {
    for (const closeOne of closed) await closeOne();
  }

  const { processes } = env;
  const all = new AggregatorRegistry();
  const own = measureProcesses(() => supervisor);
  const supervisor = new Supervisor<Assignment, Reached>({
    program: PROGRAM,
    processes,
    patience: { stopMs: STOP_MS + 1000 * env.drainSeconds },
    say: log,
    assign: (place) => ({ place, processes, shared, options }),
    readMetrics: async () => `${await all.clusterMetrics()}\n${await own.metrics()}`,
  });
  opened.push(() => supervisor.stop());
  // They share the compile cache of this process.
  const compiled = getCompileCacheDir();
  if (compiled) process.env.NODE_COMPILE_CACHE = dirname(compiled);
  const reached = await supervisor.start();
  return {
    ...reached,
    get pids() {
      return supervisor.pids;
    },
    close,
  };
}

/** Counts processes, for /metrics. */
function measureProcesses(
  supervisor: () => Pick<Supervisor<never, never>, 'serving' | 'replaced'>,
): Registry {
  const registry = new Registry();
  new Gauge({
    name: 'shop_processes',
    help: 'Processes that serve',
    registers: [registry],
    collect() {
      this.set(supervisor().serving);
    },
  });
  new Counter({
    name: 'shop_processes_replaced_total',
    help: 'Processes that were started again, by why: they ended, or did not answer any more',
    labelNames: ['why'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [why, count] of Object.entries(supervisor().replaced)) this.inc({ why }, count);
    },
  });
  return registry;
}
