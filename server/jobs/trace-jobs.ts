import { endWith, type Tracer, within } from '../tracing/span.ts';
import type { Job } from './runner.ts';

/** Returns the jobs with a `run` that begins a trace for each run, and ends it with the run's result. */
export function traceJobs(tracer: Tracer, jobs: Job[]): Job[] {
  return jobs.map((job) => ({
    ...job,
    run: async () => {
      const span = tracer.begin(`job ${job.name}`, 'internal', { 'northbridge.job': job.name });
      const work = async () => job.run();
      return span ? endWith(span, within(span, work)) : work();
    },
  }));
}
