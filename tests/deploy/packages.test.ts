import assert from 'node:assert/strict';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { isUnread } from '../../launch/unread.mjs';

const ROOT = join(import.meta.dirname, '../..');
const MODULES = join(ROOT, 'node_modules');
/** Millions of bytes on the disk. */
const MOST_MEGABYTES = 350;
/** A disk's block: a file takes whole ones. */
const BLOCK = 4096;

interface Locked {
  packages: Record<string, { dev?: true; devOptional?: true; link?: true; optional?: true }>;
}

/** Bytes of the files in a folder that `launch/trim.mjs` leaves. Packages within a package are in the list by themselves. */
function sizeOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += entry.name === 'node_modules' ? 0 : sizeOf(path);
    else if (!isUnread(relative(MODULES, path).split('node_modules/').at(-1)!))
      bytes += Math.ceil(lstatSync(path).size / BLOCK) * BLOCK;
  }
  return bytes;
}

test('what `npm ci --omit=dev` installs and leaves fits the disk that the page about going live names', (t) => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Locked;
  const kept = Object.entries(packages).filter(
    ([name, { dev, devOptional, link, optional }]) =>
      name !== '' && !dev && !devOptional && !link && !(optional && !existsSync(join(ROOT, name))),
  );
  const sizes = kept.map(([name]) => ({ name, megabytes: sizeOf(join(ROOT, name)) / 1e6 }));
  const all = sizes.reduce((sum, { megabytes }) => sum + megabytes, 0);
  const largest = sizes.toSorted((a, b) => b.megabytes - a.megabytes).slice(0, 5);
  const told = largest.map(({ name, megabytes }) => `${name} ${Math.round(megabytes)}`).join(', ');
  t.diagnostic(`${Math.round(all)} MB: ${told}`);
  assert.ok(all > 100 && all <= MOST_MEGABYTES, `${Math.round(all)} MB: ${told}`);
});
