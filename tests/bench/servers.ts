import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

/** Resource usage of a process. */
export interface Usage {
  /** Processor time of all threads in microseconds. */
  cpu: number;
  /** The longest time in milliseconds that the event loop was blocked since this was last asked. */
  blocked: number;
  /** The most memory in bytes that it has had. */
  peak: number;
}

/** A server in a separate process. */
export interface MeasuredServer {
  origin: string;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/**
 * Starts the shop with its pages, as `npm start` does, on a database.
 * @param folder the root of another version of the project, instead of this one
 */
export function startShopProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
  folder = join(import.meta.dirname, '../..'),
): Promise<MeasuredServer> {
  return startProcess(join(folder, 'tests/bench/serve-shop.ts'), {
    DATABASE_URL: databaseUrl,
    SANDBOX: '1',
    DEMO_HISTORY: '0',
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    // The buyers of the measurements have unconfirmed addresses and pay nothing.
    UNPROVEN_HOLD_LIMIT: '1000000000',
    UNPROVEN_HOLD_MINUTES: '1440',
    ...env,
  });
}

/** Starts one of the servers of this folder, or one by its whole path, and waits until it listens. */
export async function startProcess(file: string, env: Record<string, string>): Promise<MeasuredServer> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [resolve(import.meta.dirname, file)], {
    env: { ...inherited, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { origin } = (await answerOf(child, file)) as { origin: string };
  return {
    origin,
    async usage() {
      child.send('usage');
      return (await answerOf(child, file)) as Usage;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function answerOf(child: ChildProcess, file: string): Promise<unknown> {
  const stopping = new AbortController();
  const ended = once(child, 'exit', { signal: stopping.signal }).then(([code]) => {
    throw new Error(`${file} ended with ${code}`);
  });
  ended.catch(() => {});
  try {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
    return message;
  } finally {
    stopping.abort();
  }
}
