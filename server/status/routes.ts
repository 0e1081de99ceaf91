import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { type Config, PublishableKeySchema } from '#contract/payments/schema.ts';
import type { Database } from '../ground/database/client.ts';
import { Answer } from '../ground/handling/answer.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { Problem } from '../ground/handling/problem.ts';

/** What the browser has to know; `apiUrl` is left out where the payment provider is the sandbox at this very address. */
export interface ShopConfig {
  sandbox: boolean;
  google: boolean;
  /** What the settings say: others may be read the next time. */
  readonly hold: Config['hold'];
  readonly shop: Config['shop'];
  readonly smallestOrder: number;
  mailbox: string | undefined;
  /** Of the pages; undefined without pages, or while developing. */
  build?: string | undefined;
  stripe: { publishableKey: string; jsUrl: string; apiUrl: string | undefined };
}

export type StatusCalls = 'getConfig' | 'getHealth' | 'getReadiness' | 'getMetrics';

export function statusHandlers(
  { db, hasRoom }: Database,
  config: ShopConfig,
  readMetrics: () => Promise<string>,
  isStopping: () => boolean,
): HandlersOf<StatusCalls> {
  return {
    getConfig: ({ request }) => toConfig(config, request),

    getHealth: () => ({ ok: true }),

    async getReadiness() {
      if (isStopping()) throw new Problem('stopping');
      // Throws, and so answers 503, while the database is away. It was migrated and seeded before the server listened.
      await sql`select 1`.execute(db);
      if (!(await hasRoom())) throw new Problem('database_full', undefined, { retryAfter: 30 });
      return { ready: true };
    },

    getMetrics: async () =>
      new Answer(await readMetrics(), {
        'content-type': Registry.PROMETHEUS_CONTENT_TYPE,
        'cache-control': 'no-store',
      }),
  };
}

/**
 * The configuration as one request sees it: the sandbox's payment provider is at the address the request came to. It stands
 * on every page: throws rather than tell a key that is not for browsers.
 */
export function toConfig(config: ShopConfig, request: FastifyRequest): Config {
  const apiUrl = config.stripe.apiUrl ?? request.reachedAt;
  const publishableKey = PublishableKeySchema.parse(config.stripe.publishableKey);
  return { ...config, stripe: { ...config.stripe, publishableKey, apiUrl } };
}
