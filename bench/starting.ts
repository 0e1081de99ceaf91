import { type ChildProcess, spawn } from 'node:child_process';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { median } from './in-turns.ts';

const ROOT = dirname(import.meta.dirname);

export interface Starting {
  /** Milliseconds until the page / is answered. */
  freshNpm: number;
  warmNpm: number;
  warmNode: number;
  /** Bytes of the server process' memory, some seconds after the start. */
  idle: number;
  installed: { folder: string; bytes: number }[];
}

/** Starts the shop as its owner does, on a data folder of its own: for the first time, and again. */
export async function measureStarting(starts: number, say: (line: string) => void): Promise<Starting> {
  const dataDir = await mkdtemp(join(tmpdir(), 'northbridge-bench-data-'));
  try {
    say('start on an empty data folder');
    const freshNpm = (await startOnce('npm', dataDir, false)).ms;
    const warm: Record<'npm' | 'node', number[]> = { npm: [], node: [] };
    let idle = 0;
    for (let time = 1; time <= starts; time += 1) {
      say(`start on a filled data folder, ${time} of ${starts}`);
      warm.npm.push((await startOnce('npm', dataDir, false)).ms);
      const started = await startOnce('node', dataDir, time === starts);
      warm.node.push(started.ms);
      idle = started.rss;
    }
    return {
      freshNpm,
      warmNpm: median(warm.npm),
      warmNode: median(warm.node),
      idle,
      installed: ['node_modules', 'build', 'content', 'server', 'web'].map((folder) => ({
        folder,
        bytes: sizeOf(join(ROOT, folder)),
      })),
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function startOnce(
  by: 'npm' | 'node',
  dataDir: string,
  measureIdle: boolean,
): Promise<{ ms: number; rss: number }> {
  const port = await freePort();
  const [program, args] =
    by === 'npm' ? ['npm', ['start']] : [process.execPath, [join(ROOT, 'launch', 'start.ts')]];
  const begun = performance.now();
  const { DATABASE_URL: _, TEST_DATABASE_URL: __, NODE_ENV: ___, ...inherited } = process.env;
  const child = spawn(program as string, args as string[], {
    cwd: ROOT,
    env: { ...inherited, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  try {
    await untilAnswered(`http://127.0.0.1:${port}/`, child);
    const ms = performance.now() - begun;
    if (!measureIdle) return { ms, rss: 0 };
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return { ms, rss: Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) };
  } finally {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null) {
      process.kill(-child.pid!, 'SIGTERM');
      await gone;
    }
  }
}

async function untilAnswered(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the shop ended with ${child.exitCode}`);
    if (performance.now() > deadline) throw new Error('the shop did not start within two minutes');
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

function sizeOf(path: string): number {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), stat.size);
}
