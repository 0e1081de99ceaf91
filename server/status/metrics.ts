import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Job } from '../ground/jobs/runner.ts';

/**
 * What the process tells about itself in Prometheus' format. Labels are names of calls, statuses, jobs, kinds and states:
 * their number is bounded, and nobody's address, name or order is among them.
 */
export interface Metrics {
  registry: Registry;
  /** A request was answered. `call` is a name of the contract's, 'page' for everything else. */
  answered(call: string, status: number, seconds: number): void;
  /** Jobs that this process runs. */
  willRun(jobs: readonly Pick<Job, 'name' | 'everySeconds'>[]): void;
  /** A job has run. */
  jobRan(job: string, seconds: number, good: boolean): void;
}

const BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

export function createMetrics(pool: pg.Pool): Metrics {
  const registry = new Registry();
  // Processor, memory, delay of the event loop, collections.
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by call and status',
    labelNames: ['call', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  new Gauge({
    name: 'shop_database_connections',
    help: 'Connections of the pool by state, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'shop_database_connections_limit',
    help: 'Connections that the pool opens at most',
    registers: [registry],
    collect() {
      this.set(pool.options.max);
    },
  });
  const jobDurations = new Histogram({
    name: 'shop_job_duration_seconds',
    help: 'Duration of background jobs, by job; its count is the number of runs',
    labelNames: ['name'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const jobFailures = new Counter({
    name: 'shop_job_failures_total',
    help: 'Runs that failed, by job',
    labelNames: ['name'],
    registers: [registry],
  });
  const jobSuccess = new Gauge({
    name: 'shop_job_last_success_timestamp_seconds',
    help: 'When a job last ended well, in seconds since 1970',
    labelNames: ['name'],
    // Processes take each other's work: one of them is enough.
    aggregator: 'max',
    registers: [registry],
  });
  const jobIntervals = new Gauge({
    name: 'shop_job_interval_seconds',
    help: 'How often a job runs',
    labelNames: ['name'],
    aggregator: 'first',
    registers: [registry],
  });
  return {
    registry,
    answered: (call, status, seconds) => durations.observe({ call, status }, seconds),
    willRun(jobs) {
      for (const { name, everySeconds } of jobs) jobIntervals.set({ name }, everySeconds);
    },
    jobRan(name, seconds, good) {
      jobDurations.observe({ name }, seconds);
      jobFailures.inc({ name }, good ? 0 : 1);
      if (good) jobSuccess.set({ name }, Date.now() / 1000);
    },
  };
}

/** Counts and times every request of an app. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const call = request.routeOptions.config?.call ?? 'page';
    metrics.answered(call, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
}
