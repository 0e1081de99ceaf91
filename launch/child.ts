import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The repository. */
export const root = dirname(import.meta.dirname);

/** The result of a program. `output` is '' unless it was kept. */
export interface Ended {
  /** 128 or more after a signal. */
  code: number;
  output: string;
}

interface ChildOptions {
  env?: Record<string, string>;
  /** 'keep' returns the output instead of showing it. */
  output?: 'show' | 'keep';
}

const running = new Set<ChildProcess>();

/** Runs a package's program (`bin` in its package.json) on this Node. It ends with this process. */
export function runPackage(
  packageName: string,
  program: string,
  args: string[],
  options?: ChildOptions,
): Promise<Ended> {
  const home = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  return runNode([join(home, bin[program] ?? ''), ...args], options);
}

/** Runs this Node with arguments. It ends with this process, even on kill -9. */
export function runNode(args: string[], options?: ChildOptions): Promise<Ended> {
  return ended(startNode(args, options));
}

/** Starts this Node with arguments and a channel for messages. It ends with this process, even on kill -9. */
export function startNode(args: string[], options?: ChildOptions): ChildProcess {
  const follow = pathToFileURL(join(import.meta.dirname, 'follow.ts')).href;
  const env = { ...options?.env, NORTHBRIDGE_FOLLOWS: String(process.pid) };
  return start(process.execPath, ['--import', follow, ...args], true, { ...options, env });
}

/** Runs any program in the repository's folder, without input. */
export function runProgram(program: string, args: string[], options?: ChildOptions): Promise<Ended> {
  return ended(start(program, args, false, options));
}

/** Ends every running program with its children, and waits for them. */
export async function endChildren(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode !== null || child.signalCode !== null) return;
      endGroup(child, 'SIGTERM');
      const patience = setTimeout(() => endGroup(child, 'SIGKILL'), 10_000);
      await gone;
      clearTimeout(patience);
    }),
  );
}

function start(
  program: string,
  args: string[],
  channel: boolean,
  { env = {}, output = 'show' }: ChildOptions = {},
): ChildProcess {
  const stream = output === 'show' ? 'inherit' : 'pipe';
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', stream, stream, channel ? 'ipc' : 'ignore'],
    // A separate process group: Ctrl-C reaches only this process, which then ends the group in order.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  running.add(child);
  for (const event of ['error', 'close']) child.on(event, () => running.delete(child));
  return child;
}

function ended(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    const said: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => said.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
    child.on('error', (error) => {
      resolve({ code: 127, output: `${child.spawnfile} cannot be run: ${error.message}` });
    });
    child.on('close', (code) =>
      resolve({ code: code ?? 128, output: Buffer.concat(said).toString().trim() }),
    );
  });
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}
