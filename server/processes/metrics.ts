import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { Measured, OfServing } from './calls.ts';
import type { Calls, Channel } from './channel.ts';

/** Milliseconds that a process has to tell its metrics: one that hangs is left out. */
const MEASURE_MS = 1_000;

/** Counts processes, for /metrics. */
export function measureProcesses(
  serving: () => number,
  replaced: () => Record<'ended' | 'hanging', number>,
): Registry {
  const registry = new Registry();
  new Gauge({
    name: 'shop_processes',
    help: 'Processes that serve',
    registers: [registry],
    collect() {
      this.set(serving());
    },
  });
  new Counter({
    name: 'shop_processes_replaced_total',
    help: 'Processes that were started again, by why: they ended, or did not answer any more',
    labelNames: ['why'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [why, count] of Object.entries(replaced())) this.inc({ why }, count);
    },
  });
  return registry;
}

/** Returns the metrics of all processes together, in Prometheus' format: sums, unless a metric says otherwise. */
export async function joinMetrics(serving: Channel<OfServing, Calls>[], own: Registry): Promise<string> {
  const measured = await Promise.all(serving.map(measureInTime));
  const joined = AggregatorRegistry.aggregate(measured.filter((one) => one !== undefined));
  return `${await joined.metrics()}\n${await own.metrics()}`;
}

function measureInTime(process: Channel<OfServing, Calls>): Promise<Measured | undefined> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, MEASURE_MS, undefined);
    process
      .ask('measure', undefined)
      .catch(() => undefined)
      .then((measured) => {
        clearTimeout(late);
        resolve(measured);
      });
  });
}
