// `npm start`: builds the web when it is stale, then runs the shop in this process.
// It is JavaScript, and imports nothing of ours before the cache is open: what takes the types off TypeScript is 20 MB and
// stays for good. So only the first start after a change loads it; the second start does not compile again, either.
import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';

enableCompileCache(join(dirname(import.meta.dirname), '.launch', 'compiled'));
await import('./follow.ts');
const { BuildError, buildWhenStale } = await import('./build.ts');
const { endChildren } = await import('./child.ts');

const stop = () => {
  endChildren().finally(() => process.exit(130));
};
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
for (const name of SIGNALS) process.on(name, stop);
try {
  await buildWhenStale();
} catch (error) {
  console.error(error instanceof BuildError ? error.message : error);
  process.exit(1);
}
// From here on the shop itself closes in order.
const { main } = await import('../server/main.ts');
for (const name of SIGNALS) process.off(name, stop);
await main();
