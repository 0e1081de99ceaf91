import { Gauge, type Registry } from 'prom-client';
import type { Measure } from '../ground/module.ts';
import { withinPatience } from '../ground/patience.ts';

/** Monitors may read the metrics as often as they like: what is told is at most this old. */
const KEPT_MS = 5_000;
/** How long all metrics wait for one that takes long; it is told when it is known. */
const PATIENCE_MS = 800;

/**
 * Tells what a module measures. While reading it fails, as without the database, nothing is told. Where the metrics of processes are
 * added up, it is told once.
 */
export function tellMeasure(registry: Registry, { name, help, label, isLeast, read }: Measure): void {
  let known: { read: ReturnType<Measure['read']>; at: number } | undefined;
  new Gauge({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    aggregator: isLeast ? 'min' : 'first',
    registers: [registry],
    async collect() {
      if (!known || performance.now() - known.at > KEPT_MS) known = { read: read(), at: performance.now() };
      const value = await withinPatience(known.read, PATIENCE_MS, undefined);
      this.reset();
      if (typeof value === 'number') this.set(value);
      // Without a label, one that was reset would tell 0.
      else if (label === undefined) this.remove();
      else for (const [key, number] of Object.entries(value ?? {})) this.set({ [label]: key }, number);
    },
  });
}
