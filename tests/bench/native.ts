import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Product } from '#contract/products.ts';
import { newId } from '../../server/database/uuid.ts';
import type { Buyer } from '../fixtures/accounts.ts';
import { BARE_ORDER } from './bare-order.ts';
import type { Measured } from './in-turns.ts';
import { quantile } from './load.ts';

let found: boolean | undefined;

/** The embedded PostgreSQL has no pgbench; the machine's is used where installed. */
function hasPgbench(): boolean {
  if (found === undefined) {
    try {
      execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
      found = true;
    } catch {
      found = false;
    }
  }
  return found;
}

/** The tool that `measureNative` uses on this machine. */
export function nameOfNative(): string {
  return hasPgbench() ? 'pgbench' : 'a client of pg without HTTP';
}

/** Runs the bare statement, prepared, on as many connections. */
export function measureNative(
  url: string,
  connections: number,
  seconds: number,
  buyers: Buyer[],
  products: Product[],
): Promise<Measured> {
  return hasPgbench()
    ? runPgbench(url, connections, seconds, buyers, products)
    : runClients(url, connections, seconds, buyers, products);
}

async function runPgbench(
  url: string,
  connections: number,
  seconds: number,
  buyers: Buyer[],
  products: Product[],
): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'northbridge-bench-'));
  const script = join(folder, 'order.sql');
  // pgbench's variables are numbers, so product and buyer are chosen by row number.
  const statement = BARE_ORDER.replaceAll('$1::uuid', 'uuidv7()')
    .replaceAll('$2::uuid', `'${buyers[0]!.id}'::uuid`)
    .replaceAll('$3::uuid', `(array[${products.map(({ _id }) => `'${_id}'`).join(',')}]::uuid[])[(:n)::int]`)
    .replaceAll('$4::int', '100');
  await writeFile(script, `\\set n random(1, ${products.length})\n${statement.replaceAll('\n', ' ')};\n`);
  try {
    const { stdout } = await promisify(execFile)('pgbench', [
      ...['-n', '-M', 'prepared', '-f', script],
      ...['-c', String(connections), '-j', '1', '-T', String(Math.max(1, Math.round(seconds))), url],
    ]);
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    const latency = Number(/latency average = ([\d.]+)/.exec(stdout)?.[1]);
    const answers = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
    // pgbench reports only the mean.
    return { perSecond, p50: latency, p99: Number.NaN, answers };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runClients(
  url: string,
  connections: number,
  seconds: number,
  buyers: Buyer[],
  products: Product[],
): Promise<Measured> {
  const times: number[] = [];
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let n = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        n += 1;
        const sent = performance.now();
        const values = [newId(), buyers[n % buyers.length]!.id, products[n % products.length]!._id, 100];
        await client.query({ name: 'order', text: BARE_ORDER, values });
        times.push(performance.now() - sent);
      }
    }),
  );
  const took = (performance.now() - begun) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / took,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    answers: times.length,
  };
}
