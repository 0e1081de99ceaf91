import type { CallName } from '#contract/api.ts';
import type { HandlersOf } from './handling/handler.ts';
import { doEach } from './jobs/each.ts';
import type { Job } from './jobs/runner.ts';
import type { Module, Running } from './module.ts';

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
export function joinHandlers(running: [name: string, Pick<Running<never>, 'handlers'>][]) {
  const owners = new Map<string, string>();
  for (const [name, { handlers }] of running) {
    for (const call of Object.keys(handlers)) {
      if (owners.has(call)) throw new Error(`${owners.get(call)} and ${name} both answer ${call}`);
      owners.set(call, name);
    }
  }
  return Object.assign({}, ...running.map(([, { handlers }]) => handlers)) as Partial<
    Record<CallName, unknown>
  >;
}
