// After `npm ci --omit=dev`: removes from node_modules what a running shop never reads, half of it. Runs after each install, and does
// nothing where a package is that only builds need.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installStamp, trimmedFile } from './install.mjs';
import { writeStamp } from './stamp.mjs';
import { isUnread } from './unread.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');

if (existsSync(modules) && !existsSync(join(modules, '@react-router', 'dev'))) {
  trim(modules);
  writeStamp(trimmedFile(root), installStamp(root));
}

function trim(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) trim(path);
    else if (isUnread(withinPackage(path))) rmSync(path);
  }
}

/** The path below the last node_modules: a package may stand within another one. */
function withinPackage(path) {
  return relative(modules, path)
    .split(/node_modules[\\/]/)
    .at(-1);
}
