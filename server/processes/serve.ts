// One process of several: what node:cluster runs for the first process (first.ts). It serves the shop on the ground that the first
// has opened, and counts what is meant for a client together with the others.
import { readEnv } from '../env.ts';
import { explain } from '../explain.ts';
import { Borrower } from '../limits/leases.ts';
import { REQUESTS } from '../limits/rules.ts';
import { type RunningShop, startShop } from '../start.ts';
import type { Assignment, OfFirst, OfServing } from './calls.ts';
import { Channel } from './channel.ts';
import { partOf } from './part.ts';

/** Milliseconds between two reports that the event loop runs, and between two looks at what was borrowed and is not needed. */
const ALIVE_MS = 500;
const SETTLE_MS = 1_000;
let shop: RunningShop | undefined;
let stopping = false;

const first = new Channel<OfFirst, OfServing>(process, {
  measure: async () => (await shop?.measure()) ?? [],
  stop,
});

// Ctrl-C reaches every process of a terminal: the first decides.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('SIGTERM', () => stop());
// When the first has ended, node:cluster ends this process.
setInterval(() => first.tell('alive', undefined), ALIVE_MS).unref();

try {
  const assignment = await first.ask('assignment', undefined);
  shop = await startShop(readEnv(process.env), optionsFor(assignment));
  const { origin, shownOrigin, sandboxKey } = shop;
  await first.tell('ready', { origin, shownOrigin, sandboxKey });
} catch (error) {
  await first.tell('failed', explain(error));
  process.exit(1);
}

function optionsFor({ place, processes, ground, options }: Assignment) {
  const { wire, bounds, connections, sandboxConnections } = partOf(processes);
  const requests = new Borrower(REQUESTS, processes, (asks) => first.ask('lend', asks));
  setInterval(() => requests.settle(), SETTLE_MS).unref();
  return {
    ...options,
    wire,
    bounds,
    among: {
      place,
      ground,
      connections,
      sandboxConnections,
      counters: {
        processes,
        requests,
        atOnce: {
          async begin(bounds: { key: string; most: number }[]) {
            const work = await first.ask('begin', bounds);
            return work === null ? undefined : () => void first.tell('end', work);
          },
        },
      },
      readMetrics: () => first.ask('metrics', undefined),
    },
  };
}

function stop(): undefined {
  if (stopping) return;
  stopping = true;
  const close = async () => shop?.close();
  close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
}
