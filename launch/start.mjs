// `npm start`: builds the web when its sources have changed, then runs the shop in this process.
// JavaScript, and imports no TypeScript before the compile cache is enabled: loading Node's type stripper costs memory
// for the whole process. With the cache only the first start after a change loads it.
import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';

enableCompileCache(join(dirname(import.meta.dirname), '.launch', 'compiled'));
await import('./follow.ts');
await import('./env-file.ts');
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
// From here on the shop handles signals itself.
const { main } = await import('../server/main.ts');
for (const name of SIGNALS) process.off(name, stop);
await main();
