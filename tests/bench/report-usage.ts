import type { Usage } from './servers.ts';

/** In a server that is measured: tells where it listens, and what it has used whenever it is asked. Ends on SIGTERM. */
export function reportUsage(origin: string, close: () => Promise<unknown>): void {
  process.on('message', (question) => {
    if (question === 'collect') globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    process.send!({ cpu: user + system, rss, heap: heapUsed } satisfies Usage);
  });
  process.once('SIGTERM', () => close().finally(() => process.exit(0)));
  // Whoever started this is gone.
  process.once('disconnect', () => process.exit(1));
  process.send!({ origin });
}
