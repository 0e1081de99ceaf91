import { type Load, type LoadResult, load } from './load.ts';
import type { PostgresUsage } from './postgres-usage.ts';
import type { MeasuredServer } from './servers.ts';

/** One side of a comparison: a server under load, or anything else with a rate. */
export interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  /** Processor time per request in microseconds; undefined where it is not one process of ours. */
  cpuPerAnswer?: number | undefined;
  /** Microseconds of PostgreSQL's processors for a request; undefined where nobody asked, or can tell. */
  postgresPerAnswer?: number | undefined;
  /** Share of one processor that it used: near 1, the server limits the rate. */
  busy?: number | undefined;
  answers: number;
}

/** Puts a server under load and measures it. Throws for an unexpected status, because errors are quick. */
export async function measure(
  server: MeasuredServer,
  wanted: number,
  options: Omit<Load, 'origin'>,
  postgres?: PostgresUsage,
): Promise<Measured> {
  const before = await server.usage();
  const postgresBefore = await postgres?.();
  const begun = performance.now();
  const result = await load({ origin: server.origin, ...options });
  const took = (performance.now() - begun) * 1000;
  const after = await server.usage();
  const postgresAfter = await postgres?.();
  requireGood(result, wanted);
  return {
    perSecond: result.perSecond,
    p50: result.p50,
    p99: result.p99,
    cpuPerAnswer: (after.cpu - before.cpu) / result.answers,
    postgresPerAnswer: postgres && (postgresAfter! - postgresBefore!) / result.answers,
    busy: (after.cpu - before.cpu) / took,
    answers: result.answers,
  };
}

/** Measures the sides in turns, so that other load of the machine affects all alike. Returns medians. */
export async function inTurns<K extends string>(
  sides: Record<K, () => Promise<Measured>>,
  rounds: number,
): Promise<Record<K, Measured>> {
  const all = {} as Record<K, Measured[]>;
  const names = Object.keys(sides) as K[];
  for (const name of names) all[name] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) all[name].push(await sides[name]());
  }
  return Object.fromEntries(names.map((name) => [name, medians(all[name])])) as Record<K, Measured>;
}

function medians(measured: Measured[]): Measured {
  const of = (pick: (one: Measured) => number | undefined) => {
    const values = measured.map(pick).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : median(values);
  };
  return {
    perSecond: of((one) => one.perSecond)!,
    p50: of((one) => one.p50)!,
    p99: of((one) => one.p99)!,
    cpuPerAnswer: of((one) => one.cpuPerAnswer),
    postgresPerAnswer: of((one) => one.postgresPerAnswer),
    busy: of((one) => one.busy),
    answers: measured.reduce((sum, one) => sum + one.answers, 0),
  };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function requireGood({ statuses, broken }: LoadResult, wanted: number): void {
  const others = Object.keys(statuses).filter((status) => Number(status) !== wanted);
  if (others.length > 0 || broken > 0) {
    throw new Error(
      `wanted answers of ${wanted}, got ${JSON.stringify(statuses)}, ${broken} connections broke`,
    );
  }
}
