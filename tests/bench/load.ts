import { Connection } from './connection.ts';
import type { Measured } from './in-turns.ts';
import type { PostgresUsage } from './postgres-usage.ts';
import type { MeasuredServer } from './servers.ts';

export interface Load {
  seconds: number;
  connections: number;
  /** The bytes of the next request. */
  next: () => Buffer;
}

/**
 * Keeps a server's connections busy: each sends the next request after the previous response. Returns responses a second, their p99
 * in ms, and the µs of the processors for each, PostgreSQL's included where it is asked.
 * @throws Error for an unexpected status, because errors are quick
 */
export async function measure(
  server: MeasuredServer,
  wanted: number,
  { connections, seconds, next }: Load,
  postgres?: PostgresUsage,
): Promise<Measured> {
  const times: number[] = [];
  const usage = async () => (await server.usage()).cpu + ((await postgres?.()) ?? 0);
  const before = await usage();
  const begun = performance.now();
  const end = begun + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await Connection.open(server.origin);
      while (performance.now() < end) {
        const sent = performance.now();
        const status = await connection.ask(next());
        if (status !== wanted) throw new Error(`wanted ${wanted}, got ${status}`);
        times.push(performance.now() - sent);
      }
      connection.close();
    }),
  );
  const took = (performance.now() - begun) / 1000;
  const used = (await usage()) - before;
  return {
    'answers/s': times.length / took,
    'µs of processors': used / times.length,
    'p99 ms': quantile(times, 0.99),
  };
}

/** Returns a quantile of values. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
