import type { CallName } from '#contract/api.ts';
import { EVENT_KINDS } from '#contract/log/schema.ts';
import type { HandlersOf } from './ground/handling/handler.ts';
import { doEach } from './ground/jobs/each.ts';
import type { Job } from './ground/jobs/runner.ts';
import type { EventKinds, Module, Running } from './ground/module.ts';

/** Seconds between two looks for what is too old. */
const FORGET_SECONDS = 600;

/** Opens modules, one after the other. When one cannot be opened, those before it are closed again. */
export async function openModules<Shop, M extends Module<never, Shop>>(modules: readonly M[], shop: Shop) {
  const running: [string, Running<never>][] = [];
  /** The last one first: it may use those that were opened before it. */
  const close = () => doEach(running.splice(0).reverse(), async ([, one]) => one.close?.());
  try {
    for (const module of modules) running.push([module.name, await module.open(shop)]);
    const all = running.map(([, one]) => one);
    return {
      // A call of the contract that no module answers does not compile where this is mounted.
      handlers: joinHandlers(running) as HandlersOf<CallsOf<M>>,
      jobs: running.flatMap(jobsOf),
      measures: all.flatMap(({ measures = [] }) => measures),
      stop() {
        for (const one of all) one.stop?.();
      },
      pageVersion: () => all.map((one) => one.pageVersion?.()).join(' '),
      close,
    };
  } catch (error) {
    // Why the start failed is told, and not what failed after it.
    await close().catch(() => {});
    throw error;
  }
}

function jobsOf([name, { jobs = [], forget }]: [string, Running<never>]): Job[] {
  return forget ? [...jobs, { name: `forget ${name}`, everySeconds: FORGET_SECONDS, run: forget }] : jobs;
}

/** The calls that a module answers. */
export type CallsOf<M> = M extends Module<infer Calls, never> ? Calls : never;

/** The handlers of all modules. Throws when two answer the same call. */
export function joinHandlers(
  running: [name: string, Pick<Running<never>, 'handlers'>][],
): Partial<Record<CallName, unknown>> {
  return join(running.map(([name, { handlers }]) => [name, handlers]));
}

/** The kinds of mails and of entries in the log that modules bring. Throws for one that two bring, or that the log misses. */
export function joinKinds(modules: readonly Pick<Module, 'name' | 'mails' | 'events'>[]) {
  const events: EventKinds = join(modules.map(({ name, events = {} }) => [name, events]));
  const missing = EVENT_KINDS.filter((kind) => !events[kind]);
  if (missing.length > 0) throw new Error(`no module brings the log's ${missing}`);
  return { mails: join(modules.map(({ name, mails = {} }) => [name, mails])), events };
}

function join<T>(brought: [module: string, things: Record<string, T>][]): Record<string, T> {
  const owners = new Map<string, string>();
  for (const [module, things] of brought) {
    for (const name of Object.keys(things)) {
      if (owners.has(name)) throw new Error(`${owners.get(name)} and ${module} both bring ${name}`);
      owners.set(name, module);
    }
  }
  return Object.assign({}, ...brought.map(([, things]) => things));
}
