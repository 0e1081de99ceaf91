import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { EventListQuerySchema, EventSchema } from '../log/schema.ts';
import { ConfigSchema } from '../payments/schema.ts';

const call = callsOf('Shop');

/** The calls about the shop itself: configuration, log and health. */
export const shopCalls = {
  getConfig: call('GET /config', {
    may: 'anyone',
    summary: 'What the browser has to know',
    output: ConfigSchema,
  }),
  listEvents: call('GET /events', {
    may: 'log.read',
    summary: 'The log of what happened, newest first; CSV with Accept: text/csv',
    query: EventListQuerySchema,
    output: z.array(EventSchema),
    csv: true,
  }),
  getHealth: call('GET /healthz', {
    may: 'anyone',
    summary: 'Whether the process is alive',
    output: z.object({ ok: z.literal(true) }),
  }),
  getReadiness: call('GET /readyz', {
    may: 'anyone',
    summary:
      'Whether it can serve: database reachable with room to write, migrated and seeded, and not about to stop',
    refuses: ['stopping'],
    output: z.object({ ready: z.literal(true) }),
  }),
  getMetrics: call('GET /metrics', {
    proof: 'monitor',
    may: 'metrics.read',
    summary: 'Prometheus metrics',
    output: 'text',
  }),
};
