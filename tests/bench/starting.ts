import { type ChildProcess, spawn } from 'node:child_process';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../server/ports.ts';
import { median } from './in-turns.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface Starting {
  /** Milliseconds until the page / is served. */
  freshNpm: number;
  warmNpm: number;
  warmNode: number;
  /** Memory of the server process in bytes, some seconds after the start, and after some idle minutes. */
  idle: number;
  rested: { minutes: number; rss: number };
  installed: { folder: string; bytes: number }[];
}

/** An idle shop. */
export interface RestingShop {
  measure(): Promise<Starting['rested']>;
  stop(): Promise<void>;
}

/** Starts a shop that idles during other measurements: V8 returns memory only after minutes. */
export async function startResting(): Promise<RestingShop> {
  const dataDir = await makeDataDir();
  // The first start compiles, which costs memory.
  await (await startShop('node', dataDir)).stop();
  const shop = await startShop('node', dataDir);
  const begun = performance.now();
  return {
    measure: async () => ({ minutes: (performance.now() - begun) / 60_000, rss: await shop.rss() }),
    async stop() {
      await shop.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Measures `npm start` with a new data folder: the first start, and the second. */
export async function measureStarting(
  starts: number,
  resting: RestingShop,
  say: (line: string) => void,
): Promise<Starting> {
  const dataDir = await makeDataDir();
  const time = async (by: 'npm' | 'node') => {
    const shop = await startShop(by, dataDir);
    await shop.stop();
    return shop.ms;
  };
  try {
    say('start on an empty data folder');
    const freshNpm = await time('npm');
    const warm: Record<'npm' | 'node', number[]> = { npm: [], node: [] };
    for (let n = 1; n <= starts; n += 1) {
      say(`start on a filled data folder, ${n} of ${starts}`);
      warm.npm.push(await time('npm'));
      warm.node.push(await time('node'));
    }
    const shop = await startShop('node', dataDir);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const idle = await shop.rss();
    await shop.stop();
    return {
      freshNpm,
      warmNpm: median(warm.npm),
      warmNode: median(warm.node),
      idle,
      rested: await resting.measure(),
      installed: ['node_modules', 'build', 'content', 'server', 'web'].map((folder) => ({
        folder,
        bytes: sizeOf(join(ROOT, folder)),
      })),
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const makeDataDir = () => mkdtemp(join(tmpdir(), 'northbridge-bench-data-'));

interface StartedShop {
  /** Milliseconds until the page / was served. */
  ms: number;
  /** Memory of the server process in bytes. */
  rss(): Promise<number>;
  stop(): Promise<void>;
}

async function startShop(by: 'npm' | 'node', dataDir: string): Promise<StartedShop> {
  const port = await findFreePort();
  const [program, args] =
    by === 'npm' ? ['npm', ['start']] : [process.execPath, [join(ROOT, 'launch', 'start.mjs')]];
  const begun = performance.now();
  const { DATABASE_URL: _, TEST_DATABASE_URL: __, NODE_ENV: ___, HOST: ____, ...inherited } = process.env;
  const child = spawn(program as string, args as string[], {
    cwd: ROOT,
    env: { ...inherited, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-child.pid!, 'SIGTERM');
    await gone;
  };
  try {
    await untilAnswered(`http://127.0.0.1:${port}/`, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ms: performance.now() - begun,
    async rss() {
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
    },
    stop,
  };
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

function sizeOf(path: string): number {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), stat.size);
}
