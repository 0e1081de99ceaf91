import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, root, runNode, runPackage } from './child.ts';
import { withLock } from './lock.mjs';
import { showProgress } from './progress.mjs';
import { hashOf, readStamp, removeStamp, writeStamp } from './stamp.mjs';

/** Everything that the built web is made of. Pictures of products are served as they are. */
const SOURCES = [
  ...['web', 'contract', 'content', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json'],
];
const NOT_SOURCES = ['content/pictures/products'];

const stampFile = join(root, 'build', 'stamp');

/** The web could not be built; the message holds what the build said. */
export class BuildError extends Error {
  override name = 'BuildError';
}

/**
 * Builds the web into `build/`, compressed copies of its files included, unless what is there was made of the same sources. Two at once build once. The stamp
 * is gone while it is being built, so that a build cut short is never taken for a whole one.
 * @throws BuildError
 */
export async function buildWhenStale(): Promise<void> {
  if (isBuilt(sourceStamp())) return;
  await withLock(
    join(root, '.launch', 'build.lock'),
    (pid) => console.log(`Waiting for another start (process ${pid ?? 'unknown'}) that builds the web`),
    build,
  );
}

async function build(): Promise<void> {
  // Of before the build: what changes meanwhile is built next time.
  const stamp = sourceStamp();
  if (isBuilt(stamp)) return;
  removeStamp(stampFile);
  const end = showProgress('Building the web');
  let { code, output } = await runPackage('@react-router/dev', 'react-router', ['build'], {
    env: { NODE_ENV: 'production' },
    output: 'keep',
  });
  if (code === 0) ({ code, output } = await compress());
  end(code === 0 ? 'done' : 'failed');
  if (code !== 0) throw new BuildError(`${output}\nThe web could not be built (see above).`);
  writeStamp(stampFile, stamp);
}

/** In a process of its own: this one may go on as the server, and would keep 20 MB of what compressing takes. */
function compress(): Promise<Ended> {
  const program = join(import.meta.dirname, 'compress.ts');
  return runNode([program, join(root, 'build', 'client')], { output: 'keep' });
}

function sourceStamp(): string {
  return hashOf(root, SOURCES, NOT_SOURCES);
}

function isBuilt(stamp: string): boolean {
  return readStamp(stampFile) === stamp && existsSync(join(root, 'build', 'server', 'index.js'));
}
