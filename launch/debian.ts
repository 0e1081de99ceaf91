import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { runProgram } from './child.ts';
import { showProgress } from './progress.mjs';

/** While this program exits with 101 for a service, packages do not start it when they are installed (invoke-rc.d(8)). */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d';
const NOT_ALLOWED = 101;

/**
 * Returns what a command has to begin with to run as root: nothing as root, sudo where it asks for no password.
 * Undefined where this machine has no Debian packages, or they may not be installed.
 */
async function rootPrefix(): Promise<string[] | undefined> {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  if (process.getuid?.() === 0) return [];
  const sudo = await runProgram('sudo', ['-n', 'true'], { output: 'keep' });
  return sudo.code === 0 ? ['sudo', '-n'] : undefined;
}

/**
 * Installs Debian packages where that is permitted, and shows the progress.
 * @param title what is installed, for the progress
 * @returns what failed; '' after success, and where nothing may be installed
 */
export async function installDebianPackages(title: string, names: string[]): Promise<string> {
  const prefix = await rootPrefix();
  if (prefix === undefined) return '';
  const end = showProgress(`Installing ${title} (Debian package${names.length === 1 ? '' : 's'})`);
  for (const step of [['update'], ['install', '-y', '--no-install-recommends', ...names]]) {
    const [program = '', ...args] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...step];
    const { code, output } = await runProgram(program, args, { output: 'keep' });
    if (code === 0) continue;
    end('failed');
    return output;
  }
  end('done');
  return '';
}

/**
 * Installs servers as Debian packages without starting them. For root only: it writes a file that tells packages so,
 * and removes it afterwards. Images for containers have such a file; one that lets services start is left as it is, and
 * nothing is installed.
 * @returns what failed; '' after success, and where nothing may be installed
 */
export async function installDebianServers(title: string, names: string[]): Promise<string> {
  if (process.getuid?.() !== 0) return '';
  if (existsSync(SERVICE_POLICY)) {
    const { code } = await runProgram(SERVICE_POLICY, ['any-service', 'start'], { output: 'keep' });
    return code === NOT_ALLOWED ? installDebianPackages(title, names) : '';
  }
  writeFileSync(SERVICE_POLICY, `#!/bin/sh\nexit ${NOT_ALLOWED}\n`, { mode: 0o755 });
  try {
    return await installDebianPackages(title, names);
  } finally {
    rmSync(SERVICE_POLICY, { force: true });
  }
}
