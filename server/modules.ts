import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { CallName } from '#contract/api.ts';
import { accounts } from './accounts/module.ts';
import type { Database } from './database/client.ts';
import { events } from './events/module.ts';
import type { HandlersOf } from './handling/handler.ts';
import { idempotency } from './idempotency/module.ts';
import type { ImageHost } from './images/host.ts';
import { images } from './images/module.ts';
import { limits } from './limits/module.ts';
import { mail } from './mail/module.ts';
import type { MailRoom } from './mail/send.ts';
import type { Module, Running } from './module.ts';
import { orders } from './orders/module.ts';
import { payments } from './payments/module.ts';
import { createPayments } from './payments/payments.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { watchProvider } from './payments/watch.ts';
import { Catalogue } from './products/catalogue.ts';
import { products } from './products/module.ts';
import { purchases } from './purchases/module.ts';
import { createOrdering } from './purchases/place.ts';
import type { PurchaseTerms } from './purchases/request.ts';
import { reviews } from './reviews/module.ts';
import { status } from './status/module.ts';
import type { ShopConfig } from './status/routes.ts';

/** What the shop consists of, in the order in which it is opened, filled for a demo, audited, and does its jobs. */
export const modules = [
  accounts,
  products,
  reviews,
  images,
  purchases,
  payments,
  orders,
  events,
  status,
  mail,
  limits,
  idempotency,
] as const;

/** What modules stand on. */
export interface ShopParts {
  database: Database;
  provider: PaymentProvider;
  images: ImageHost;
  /** Without it mails are kept and not sent. */
  mail: MailRoom | undefined;
  config: ShopConfig;
  terms: PurchaseTerms;
  /** Seconds between two runs of what the shop does by itself. */
  jobSeconds: number;
  registry: Registry;
  log: FastifyBaseLogger;
}

/** Adds what several modules work with. */
export function createShop(parts: ShopParts) {
  const { database, terms } = parts;
  const catalogue = new Catalogue(database);
  const provider = watchProvider(parts.provider, parts);
  const payments = createPayments({ database, catalogue, provider, terms });
  return { ...parts, catalogue, provider, payments, ordering: createOrdering(database, catalogue, terms) };
}

/** Opens all modules, one after the other. */
export async function openModules(shop: ReturnType<typeof createShop>) {
  const running: [string, Running<never>][] = [];
  for (const module of modules) running.push([module.name, await module.open(shop)]);
  const all = running.map(([, one]) => one);
  return {
    // A call of the contract that no module answers does not compile where this is mounted.
    handlers: joinHandlers(running) as HandlersOf<CallsOf<(typeof modules)[number]>>,
    jobs: [
      ...all.flatMap(({ jobs = [] }) => jobs),
      {
        name: 'forget',
        everySeconds: 600,
        async run() {
          for (const one of all) await one.forget?.();
        },
      },
    ],
    pageVersion: () => all.map((one) => one.pageVersion?.()).join(' '),
    async close() {
      await Promise.all(all.map((one) => one.close?.()));
    },
  };
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
