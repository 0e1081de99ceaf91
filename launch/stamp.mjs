// Stamps: a hash of the inputs of a step, stored beside its output.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Hashes names and contents of files, folders with everything below them.
 * @param {string} root folder that the names are relative to
 * @param {string[]} names files and folders; a missing one changes the hash
 * @param {string[]} except names of excluded files and folders
 * @returns {string} 64 hexadecimal digits
 */
export function hashOf(root, names, except = []) {
  const hash = createHash('sha256');
  for (const name of names.flatMap((name) => filesIn(root, name, except))) {
    const file = join(root, name);
    const content = existsSync(file) ? readFileSync(file) : undefined;
    // The length separates the content of one file from the next.
    hash.update(`${name}\n${content === undefined ? 'missing' : content.length}\n`);
    if (content !== undefined) hash.update(content);
  }
  return hash.digest('hex');
}

/** Returns the stamp in a file, or ''. */
export function readStamp(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Writes a stamp atomically. */
export function writeStamp(file, stamp) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${stamp}\n`);
  renameSync(draft, file);
}

/** Removes a stamp before its output is changed. */
export function removeStamp(file) {
  rmSync(file, { force: true });
}

function filesIn(root, name, except) {
  if (except.includes(name)) return [];
  if (!statSync(join(root, name), { throwIfNoEntry: false })?.isDirectory()) return [name];
  const entries = readdirSync(join(root, name)).sort();
  return entries.flatMap((entry) => filesIn(root, `${name}/${entry}`, except));
}
