import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, root, runNode, runPackage } from './child.ts';
import { withLock } from './lock.mjs';
import { showProgress } from './progress.mjs';
import { hashOf, readStamp, removeStamp, writeStamp } from './stamp.mjs';

/** The inputs of the build. Pictures of products are not part of it. */
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
 * Builds the web into `build/` with compressed copies of its files, unless the sources are unchanged. Concurrent calls
 * build once. The stamp is removed during the build, so that an interrupted build does not count.
 * @throws BuildError
 */
export async function buildWhenStale(): Promise<void> {
  // An image has the build and not its sources (launch/pack.ts).
  if (!existsSync(join(root, 'web')) || isBuilt(sourceStamp())) return;
  await withLock(
    join(root, '.launch', 'build.lock'),
    (pid) => console.log(`Waiting for another start (process ${pid ?? 'unknown'}) that builds the web`),
    build,
  );
}

async function build(): Promise<void> {
  // Computed before the build, so that a change during the build causes another one.
  const stamp = sourceStamp();
  if (isBuilt(stamp)) return;
  if (!existsSync(join(root, 'node_modules', '@react-router', 'dev')))
    throw new BuildError(
      'The web has changed since it was built, and the packages that build it are not installed. Bring build/ along from where it is built, or run npm install.',
    );
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

/** Runs in its own process, because this one may become the server and would keep the memory. */
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
