import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

export interface ProgramOptions {
  /** Variables, besides PATH and the locale. */
  env?: Record<string, string>;
  /** Who runs it; root by default. */
  user?: string;
}

/** A program that is started again when it ends, as systemd does. */
export interface Program {
  signal(signal: NodeJS.Signals): void;
  /** kill -9, after which it is started again; resolves when it has ended. */
  kill(): Promise<void>;
}

/** As `RestartSec` of systemd, with time to look at what happens without it. */
const RESTART_AFTER_MS = 1_000;

/** Runs a program where the command `inside` enters; its output goes to a file. */
export function runProgramOn(
  inside: string[],
  command: string[],
  { env = {}, user = 'root', output }: ProgramOptions & { output: number },
): Program {
  const [program = '', ...args] = [
    ...inside,
    ...['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--', ...command],
  ];
  const { PATH = '' } = process.env;
  let child: ChildProcess;
  const start = () => {
    child = spawn(program, args, {
      cwd: '/',
      env: { PATH: `${PATH}:/usr/sbin:/usr/bin`, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', output, output],
    });
    child.once('exit', async () => {
      await wait(RESTART_AFTER_MS);
      start();
    });
  };
  start();
  return {
    signal: (signal) => void child.kill(signal),
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
