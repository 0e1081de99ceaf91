import { chownSync, lstatSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The account PostgreSQL runs as; undefined means the account this process runs as. */
export type Account = { uid: number; gid: number } | undefined;

/** "nobody" on every Linux and most other systems. An invented id fails: initdb looks its own account up. */
const NOBODY = { uid: 65534, gid: 65534 };

/**
 * PostgreSQL refuses to run as root. For root this is the account that an existing cluster belongs to (so that a
 * shop started by an ordinary user and later by root stays that user's), otherwise "nobody".
 */
export function postgresAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  return owner === undefined || owner.uid === 0 ? NOBODY : { uid: owner.uid, gid: owner.gid };
}

/** Hands a file or folder to the account; nothing to do when PostgreSQL runs as this process does. */
export function giveTo(account: Account, path: string): void {
  if (account !== undefined) chownSync(path, account.uid, account.gid);
}

/** Hands a folder and everything below it to the account, links themselves left alone. */
export function giveTreeTo(account: Account, folder: string): void {
  if (account === undefined) return;
  giveTo(account, folder);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) giveTo(account, join(entry.parentPath, entry.name));
  }
}

/** Temporary folders that the account can reach, best first. */
export function temporaryFolders(account: Account): string[] {
  const candidates = process.platform === 'win32' ? [tmpdir()] : [tmpdir(), '/tmp', '/var/tmp'];
  return [...new Set(candidates)].filter((folder) => isFolder(folder) && reachable(folder, account));
}

/**
 * A new folder with a random name and mode 0700 that belongs to the account.
 * @param longest most bytes the path may have
 * @returns undefined when no temporary folder is short enough or writable
 */
export function makePrivateFolder(account: Account, longest = Number.POSITIVE_INFINITY): string | undefined {
  for (const parent of temporaryFolders(account)) {
    const prefix = join(parent, 'northbridge-');
    if (Buffer.byteLength(prefix) + 6 > longest) continue;
    try {
      const folder = mkdtempSync(prefix);
      giveTo(account, folder);
      return folder;
    } catch {
      // Not writable: try the next one.
    }
  }
  return undefined;
}

/** Whether a path is a folder that makePrivateFolder made for this account; only such a folder may be removed. */
export function isPrivateFolder(path: string, account: Account): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory() || !/[\\/]northbridge-[^\\/]{6}$/.test(path)) return false;
  return process.getuid === undefined || found.uid === (account?.uid ?? process.getuid());
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function reachable(path: string, account: Account): boolean {
  if (account === undefined) return true;
  for (let folder = path; ; folder = dirname(folder)) {
    // A foreign account passes through a folder that everybody may enter.
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (dirname(folder) === folder) return true;
  }
}
