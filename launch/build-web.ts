// `npm run build`: builds the web, as the first start after an update would, so that an update is down for no longer than a start takes.
import './follow.ts';
import { BuildError, buildWhenStale } from './build.ts';

try {
  await buildWhenStale();
} catch (error) {
  console.error(error instanceof BuildError ? error.message : error);
  process.exitCode = 1;
}
