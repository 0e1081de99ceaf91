/** Something that is done again and again. */
export interface Job {
  name: string;
  everySeconds: number;
  run(): Promise<unknown>;
}

export interface RunningJobs {
  /** Does every job once, now, and waits for them. Throws what one of them throws. */
  runAll(): Promise<void>;
  /** Starts no more of them and waits for those that run. */
  stop(): Promise<void>;
}

/** Told whenever a job has run: how long it took, and what it failed with, if it failed. */
export type OnEnd = (name: string, seconds: number, error: unknown) => void;

/**
 * Runs jobs at their intervals, each never twice at once in this process; that several processes may run the same job at
 * once is up to the jobs, which take their work from PostgreSQL row by row. A job that fails is tried again next time.
 */
export function startJobs(jobs: Job[], onEnd: OnEnd): RunningJobs {
  const running = new Map<string, Promise<unknown>>();
  const timers = jobs.map((job) => {
    const timer = setInterval(() => {
      if (!running.has(job.name)) start(job).catch(() => {});
    }, job.everySeconds * 1000);
    return timer.unref();
  });

  function start(job: Job): Promise<unknown> {
    const begun = performance.now();
    const end = (error?: unknown) => {
      running.delete(job.name);
      onEnd(job.name, (performance.now() - begun) / 1000, error);
    };
    const run = (async () => job.run())().then(
      () => end(),
      (error) => {
        end(error);
        throw error;
      },
    );
    running.set(job.name, run);
    return run;
  }

  return {
    async runAll() {
      for (const job of jobs) {
        await running.get(job.name)?.catch(() => {});
        await start(job);
      }
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.allSettled(running.values());
    },
  };
}
