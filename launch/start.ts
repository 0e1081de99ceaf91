// `npm start`: builds the web when it is stale, then runs the shop in this process.
import './follow.ts';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { BuildError, buildWhenStale } from './build.ts';
import { endChildren, root } from './child.ts';

const stop = () => {
  endChildren().finally(() => process.exit(130));
};
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
for (const name of SIGNALS) process.on(name, stop);
try {
  await buildWhenStale();
} catch (error) {
  console.error(error instanceof BuildError ? error.message : error);
  process.exit(1);
}
// The second start need not strip types and compile again: a quarter of the processor's time of a start.
enableCompileCache(join(root, '.launch', 'compiled'));
// From here on the shop itself closes in order.
const { main } = await import('../server/main.ts');
for (const name of SIGNALS) process.off(name, stop);
await main();
