import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Counts and times requests by the contract's call and the status; its labels are bounded by the contract. */
export function measureRequests(app: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by call and status',
    labelNames: ['call', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const call = request.routeOptions.config?.call ?? 'page';
    durations.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    done();
  });
  return registry;
}
