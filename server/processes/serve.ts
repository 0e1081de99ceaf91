// One process of several: what node:cluster runs for the first process (first.ts). It serves the shop at the address and on the database that the first
// has opened, and allows each client its part of what one process allows.
import { AggregatorRegistry } from 'prom-client';
import { readEnv } from '../ground/env.ts';
import { explain } from '../ground/explain.ts';
import { BOUNDS } from '../ground/limits/traffic.ts';
import { WIRE_LIMITS } from '../http/wire.ts';
import { type RunningShop, startShop } from '../start.ts';
import { type Assignment, CONNECTIONS, type ToFirst, type ToServing } from './messages.ts';

/** Milliseconds between two reports that the event loop runs. */
const ALIVE_MS = 500;
/** Connections of the stand-ins to the database. */
const SANDBOX_CONNECTIONS = 2;

let shop: RunningShop | undefined;
let stopping = false;
const assigned = Promise.withResolvers<Assignment>();
/** Answers to questions for the metrics of all processes, by the question's number. */
const metrics = new Map<number, PromiseWithResolvers<string>>();
let asked = 0;

// Answers when the first process asks for the metrics of this one.
new AggregatorRegistry();
process.on('message', (message: ToServing) => {
  if (message.northbridge === 'assignment') assigned.resolve(message.assignment);
  if (message.northbridge === 'stop') stop();
  if (message.northbridge !== 'metrics') return;
  const { question, text } = message;
  if (text === undefined) metrics.get(question)?.reject(new Error('a process does not tell its metrics'));
  else metrics.get(question)?.resolve(text);
  metrics.delete(question);
});
// Ctrl-C reaches every process of a terminal: the first decides.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('SIGTERM', stop);
// When the first has ended, node:cluster ends this process.
setInterval(() => tell({ northbridge: 'alive' }), ALIVE_MS).unref();

try {
  shop = await startShop(readEnv(process.env), optionsFor(await assigned.promise));
  AggregatorRegistry.setRegistries(shop.registry);
  const { origin, shownOrigin, sandboxKey } = shop;
  await tell({ northbridge: 'ready', ready: { origin, shownOrigin, sandboxKey } });
} catch (error) {
  await tell({ northbridge: 'failed', why: explain(error) });
  process.exit(1);
}

function optionsFor({ place, processes, shared, options }: Assignment) {
  const part = (whole: number) => Math.ceil(whole / processes);
  return {
    ...options,
    wire: { connectionsOfClient: part(WIRE_LIMITS.connectionsOfClient) },
    bounds: { calls: part(BOUNDS.calls) },
    among: {
      place,
      processes,
      shared,
      connections: CONNECTIONS,
      sandboxConnections: SANDBOX_CONNECTIONS,
      readMetrics,
    },
  };
}

/** Asks the first process for the metrics of all. Throws when one of them does not tell its own. */
function readMetrics(): Promise<string> {
  const answer = Promise.withResolvers<string>();
  asked += 1;
  metrics.set(asked, answer);
  tell({ northbridge: 'metrics', question: asked });
  return answer.promise;
}

/** Resolves when the message is sent, or cannot be. */
function tell(message: ToFirst): Promise<void> {
  return new Promise((resolve) => {
    process.send!(message, undefined, undefined, () => resolve());
  });
}

function stop(): void {
  if (stopping) return;
  stopping = true;
  const close = async () => shop?.close();
  close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
}
