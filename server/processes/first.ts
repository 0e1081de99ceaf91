import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Env } from '../env.ts';
import { openGround, openShopDatabase } from '../ground.ts';
import { doEach } from '../jobs/each.ts';
import { standardSettings } from '../settings/standard.ts';
import type { RunningShop } from '../start.ts';
import type { OfFirst, OfServing, Reached, ServingOptions } from './calls.ts';
import type { Handlers } from './channel.ts';
import { joinMetrics, measureProcesses } from './metrics.ts';
import { STOP_MS, Supervisor } from './supervisor.ts';
import { SharedWork } from './work.ts';

const PROGRAM = fileURLToPath(new URL('serve.ts', import.meta.url));
const CLEAN_MS = 60_000;

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
  const ground = await openGround(env, log, opened);
  // Migrated once, and what is wrong is said once; then it needs no database of its own.
  const closed: typeof opened = [];
  try {
    await openShopDatabase(env, ground.connection, standardSettings(env), log, closed, 2);
  } finally {
    for (const closeOne of closed) await closeOne();
  }

  const { processes } = env;
  const work = new SharedWork(processes);
  const cleaning = setInterval(() => work.clean(), CLEAN_MS);
  opened.push(async () => clearInterval(cleaning));
  const own = measureProcesses(
    () => supervisor.serving.length,
    () => supervisor.replaced,
  );
  const supervisor = new Supervisor<Reached, OfServing>({
    program: PROGRAM,
    processes,
    patience: { stopMs: STOP_MS + 1000 * env.drainSeconds },
    say: log,
    onEnd: (place) => work.ended(place),
    handlers: (place): Handlers<Omit<OfFirst, 'ready' | 'failed' | 'alive'>> => ({
      assignment: () => ({ place, processes, ground, options }),
      metrics: () => joinMetrics(supervisor.serving, own),
      ...work.handlers(place),
    }),
  });
  opened.push(() => supervisor.stop());
  // They compile nothing that this process, or one of before, has compiled.
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
