import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A server in a separate process, which can be killed. */
export interface ServerProcess {
  origin: string;
  /** kill -9. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server process and waits until it listens. `env` is what it sees besides this process' environment. */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts')], {
    env: { ...inherited, LOG_LEVEL: 'silent', PORT: '0', RATE_LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  return {
    origin: await readOrigin(child),
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  };
}

async function readOrigin(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${code} before it was ready`);
  });
  const [line] = (await Promise.race([once(child.stdout!, 'data'), ended])) as [Buffer];
  ended.catch(() => {});
  return String(line).trim();
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
