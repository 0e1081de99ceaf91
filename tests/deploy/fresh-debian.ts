import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../until.ts';
import { run } from './programs.ts';

/** Where Debian keeps which authorities it trusts. */
const TRUSTED = '/etc/ssl/certs/ca-certificates.crt';

/**
 * What stands in for systemd, which cannot run in a chroot: it starts a unit's command in the background, as its user, in its folder,
 * with its variables and capabilities, and stops it by SIGTERM, within the unit's time. PostgreSQL's unit starts clusters by
 * pg_ctlcluster, and so does this. What has ended stays a zombie there, without a command.
 */
const SYSTEMCTL = `#!/bin/bash
set -e
verb=$1; unit=\${!#}
case "$verb $unit" in 'enable '*|'restart '*|'start '*|'stop '*) ;; *) echo "systemctl $* has no stand-in here" >&2; exit 1;; esac
if [ "$unit" = postgresql ]; then
	read -r version cluster _ < <(pg_lsclusters --no-header)
	exec pg_ctlcluster "$version" "$cluster" start
fi
file=$(ls /etc/systemd/system/$unit.service /usr/lib/systemd/system/$unit.service 2>/dev/null | head -n 1)
of() { sed -n "s/^$1=//p" "$file" | head -n 1; }
started=/run/$unit.started
if [[ $verb = stop || $verb = restart ]] && [ -f "$started" ]; then
	pid=$(cat "$started")
	rm "$started"
	kill "$pid"
	timeout "$(of TimeoutStopSec)" bash -c 'while grep --quiet . "/proc/$1/cmdline" 2>/dev/null; do sleep 0.1; done' bash "$pid"
fi
if [ "$verb" = stop ]; then exit 0; fi
user=$(of User)
export HOME=$(getent passwd "$user" | cut -d : -f 6)
for one in $(of Environment); do export "$one"; done
variables=$(of EnvironmentFile)
if [ -n "$variables" ]; then while IFS= read -r line; do export "$line"; done < "$variables"; fi
state=$(of StateDirectory)
if [ -n "$state" ]; then install -d -o "$user" -g "$user" -m "$(of StateDirectoryMode)" "/var/lib/$state"; fi
folder=$(of WorkingDirectory); cd "\${folder:-/}"
capabilities=$(of AmbientCapabilities | sed 's/CAP_/+/g; s/ /,/g')
as=(--reuid="$user" --regid="$user" --init-groups)
if [ -n "$capabilities" ]; then as+=(--inh-caps="$capabilities" --ambient-caps="$capabilities"); fi
setsid setpriv "\${as[@]}" $(of ExecStart) > "/var/log/$unit.log" 2>&1 < /dev/null &
echo $! > "$started"
`;

/** A root of Debian in which commands run as on a machine of its own, save for the network, which is this machine's. */
export interface FreshDebian {
  /** Runs a command as root, by bash. `said` is all of its output, `out` what it has written to standard output. */
  run(command: string): ReturnType<typeof run>;
  /** Trusts an authority's certificate, a file in the root. */
  trust(certificate: string): void;
  /** Ends all that runs in it. */
  leave(): Promise<void>;
}

/**
 * Enters a root in namespaces of its own. It resolves names as this machine does and those of `hosts` to itself, trusts what this
 * machine trusts, and its packages start no services. Needs root.
 */
export async function enterDebian(root: string, hosts: string[]): Promise<FreshDebian> {
  const into = (path: string) => join(root, path);
  const programs = {
    '/usr/sbin/policy-rc.d': '#!/bin/sh\nexit 101\n',
    '/usr/local/sbin/systemctl': SYSTEMCTL,
  };
  for (const [path, text] of Object.entries(programs)) {
    await writeFile(into(path), text);
    await chmod(into(path), 0o755);
  }
  await copyFile('/etc/resolv.conf', into('/etc/resolv.conf'));
  await writeFile(into('/etc/hosts'), `127.0.0.1 localhost ${hosts.join(' ')}\n`);
  const outer = spawn(
    'unshare',
    [
      ...['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c'],
      'mount --bind "$0" "$0" && mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" sleep infinity',
      root,
    ],
    { stdio: 'ignore' },
  );
  let first = '';
  await until(async () => {
    first = run('ps', ['-o', 'pid=,comm=', '--ppid', String(outer.pid)]).out.trim();
    return first.endsWith('sleep');
  });
  const target = first.split(' ')[0]!;
  const variables = [
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...['HOME=/root', 'LANG=C.UTF-8', `NODE_EXTRA_CA_CERTS=${TRUSTED}`],
  ];
  const runInside = (command: string) =>
    run('nsenter', [
      ...['--target', target, '--mount', '--pid', '--root', '--wd'],
      ...['env', '-i', ...variables, 'bash', '-c', `cd /\n${command}`],
    ]);
  const trust = (certificate: string) => {
    const { status, said } = runInside(
      `cp ${certificate} /usr/local/share/ca-certificates/$(basename ${certificate}).crt && update-ca-certificates`,
    );
    assert.equal(status, 0, said);
  };
  await copyFile(TRUSTED, into('/srv/machine'));
  trust('/srv/machine');
  return {
    run: runInside,
    trust,
    async leave() {
      process.kill(Number(target), 'SIGKILL');
      if (outer.exitCode === null && outer.signalCode === null) await once(outer, 'exit');
    },
  };
}
