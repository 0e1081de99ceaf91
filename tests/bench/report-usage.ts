import { existsSync, readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Usage } from './servers.ts';

const FILES = '/proc/self/fd';

/** Runs in a measured server: reports its address, and its resource usage on request. Ends on SIGTERM. */
export function reportUsage(origin: string, close: () => Promise<unknown>): void {
  const delays = monitorEventLoopDelay({ resolution: 2 });
  delays.enable();
  process.on('message', (question) => {
    if (question === 'collect') globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed, external } = process.memoryUsage();
    const [blocked, late] = [delays.max / 1e6, delays.percentile(99) / 1e6];
    const files = existsSync(FILES) ? readdirSync(FILES).length : 0;
    delays.reset();
    process.send!({
      ...{ cpu: user + system, rss, heap: heapUsed, used: heapUsed + external, blocked, late, files },
    } satisfies Usage);
  });
  process.once('SIGTERM', () => close().finally(() => process.exit(0)));
  // The parent process has ended.
  process.once('disconnect', () => process.exit(1));
  process.send!({ origin });
}
