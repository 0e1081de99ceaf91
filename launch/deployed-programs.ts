import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianServers } from './debian.ts';

/** Programs that run a shop on servers, by which tests try deploy/, each with its Debian package. */
const PACKAGES = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  caddy: 'caddy',
  nginx: 'nginx-light',
  pgbouncer: 'pgbouncer',
  promtool: 'prometheus',
  buildah: 'buildah',
  mmdebstrap: 'mmdebstrap',
  'docker-compose': 'docker-compose',
  pg_basebackup: 'postgresql',
};

/**
 * Installs the missing programs where that is permitted (as root, on Debian). Tests of those that are
 * missing afterwards leave themselves out with a line.
 * @returns a line for people that says what is missing; '' when nothing is
 */
export async function installDeployedPrograms(): Promise<string> {
  const missing = missingPrograms();
  if (missing.length === 0) return '';
  const failure = await installDebianServers(
    'the servers that deploy/ is for',
    missing.map((program) => PACKAGES[program]),
  );
  const left = missingPrograms();
  const line =
    left.length === 0 ? '' : `Tests of what deploy/ is for are left out without ${left.join(', ')}.`;
  return [failure, line].filter((text) => text !== '').join('\n');
}

function missingPrograms(): (keyof typeof PACKAGES)[] {
  return (Object.keys(PACKAGES) as (keyof typeof PACKAGES)[]).filter((program) => !isInstalled(program));
}

/** Lets this process and those that it starts find servers, too, which are not in every PATH (of Debian's `su`, say). */
export function findServers(): void {
  process.env.PATH = [process.env.PATH, '/usr/sbin'].join(delimiter);
}

export function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
