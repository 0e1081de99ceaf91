import { SpanKind } from '@opentelemetry/api';
import { endWith, tracer, within } from '../tracing/span.ts';
import type { Job } from './runner.ts';

/** Returns the jobs with a `run` that begins a trace for each run, and ends it with the run's result. */
export function traceJobs(jobs: Job[]): Job[] {
  return jobs.map((job) => ({
    ...job,
    run() {
      const span = tracer().startSpan(`job ${job.name}`, {
        kind: SpanKind.INTERNAL,
        attributes: { 'northbridge.job': job.name },
        root: true,
      });
      return endWith(
        span,
        within(span, async () => job.run()),
      );
    },
  }));
}
