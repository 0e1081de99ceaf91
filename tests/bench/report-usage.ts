import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Usage } from './servers.ts';

/** Runs in a measured server: reports its address, and its resource usage on request. Ends on SIGTERM. */
export function reportUsage(origin: string, close: () => Promise<unknown>): void {
  const delays = monitorEventLoopDelay({ resolution: 2 });
  delays.enable();
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    const blocked = delays.max / 1e6;
    delays.reset();
    const peak = process.resourceUsage().maxRSS * 1024;
    process.send!({ cpu: user + system, blocked, peak } satisfies Usage);
  });
  process.once('SIGTERM', () => close().finally(() => process.exit(0)));
  // The parent process has ended.
  process.once('disconnect', () => process.exit(1));
  process.send!({ origin });
}
