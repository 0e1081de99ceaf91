import { Gauge, type Registry } from 'prom-client';

/** Monitors may read the metrics as often as they like: what is told is at most this old. */
const KEPT_MS = 5_000;

/** Tells how many of a noun are in which state, as `count` says. While it fails, as without the database, nothing is told. */
export function measureStates(
  registry: Registry,
  noun: string,
  count: () => Promise<Record<string, number>>,
): void {
  let known: { counted: Promise<Record<string, number>>; at: number } | undefined;
  new Gauge({
    name: `shop_${noun}`,
    help: `${noun[0]!.toUpperCase()}${noun.slice(1)} by state`,
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      if (!known || performance.now() - known.at > KEPT_MS)
        known = { counted: count(), at: performance.now() };
      const counted = await known.counted.catch(() => ({}));
      for (const [state, number] of Object.entries(counted)) this.set({ state }, number);
    },
  });
}
