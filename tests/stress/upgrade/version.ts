import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

export const ROOT = join(import.meta.dirname, '../../..');

/** The version before this one, while no version has a tag: a commit. */
const BEFORE = '40790c27';

/** A version of the shop in a folder, built. */
export interface Version {
  /** As git names it. */
  name: string;
  folder: string;
  remove(): void;
}

/** This version. It is built where it stands. */
export const thisVersion: Version = { name: 'this version', folder: ROOT, remove() {} };

/**
 * The version before as a commit: what `UPGRADE_FROM` names, else the newest tag, else the one that is named above. Undefined where that
 * commit is not there, as in a shallow clone or without git.
 */
export function findVersionBefore(): { name: string; commit: string } | undefined {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : '';
  };
  const name = process.env.UPGRADE_FROM || git('describe', '--tags', '--abbrev=0') || BEFORE;
  const commit = git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  return commit === '' ? undefined : { name, commit };
}

/** Puts a commit into a temporary folder, with its packages, and builds its web. */
export async function openVersion({ name, commit }: { name: string; commit: string }): Promise<Version> {
  const folder = mkdtempSync(join(tmpdir(), 'northbridge-version-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1024 ** 3 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    await installPackages(folder);
    await runIn(
      folder,
      `await (await import(${JSON.stringify(pathToFileURL(join(folder, 'launch/build.ts')).href)})).buildWhenStale();
       process.exit(0);`,
    );
    return { name, folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** With packages that this version has, too, it uses this version's. */
async function installPackages(folder: string): Promise<void> {
  const [its, own] = [packagesOf(folder), packagesOf(ROOT)];
  // '' is the project itself.
  if (Object.keys(its).every((at) => at === '' || isDeepStrictEqual(its[at], own[at]))) {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    return;
  }
  const npm = spawn('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error(`the packages of ${folder} could not be installed`);
}

/** The packages of a folder's package-lock.json, by where they stand. */
function packagesOf(folder: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
}

async function runIn(folder: string, code: string): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: folder });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`the version before could not be built: ${said}`);
}
