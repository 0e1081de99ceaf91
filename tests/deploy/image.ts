import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeDebianRoot } from './debian-root.ts';
import { run } from './programs.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** What an image says of the containers that are made of it (https://github.com/moby/docker-image-spec). */
export interface ImageConfig {
  User: string;
  Env: string[];
  Cmd: string[];
  WorkingDir: string;
  StopSignal: string;
  Volumes: Record<string, object>;
  Healthcheck: { Test: string[] };
}

export interface Image {
  config: ImageConfig;
  /** Millions of bytes, as `docker images` counts them. */
  megabytes: number;
  /** The folder in which its files are mounted. */
  root: string;
  remove(): Promise<void>;
}

/**
 * Builds deploy/Dockerfile with buildah on a Debian made by mmdebstrap: without a registry, and without the privileges of a
 * container. Needs root.
 * @param scratch a folder for all of it
 * @param from `sources` runs all stages, as `docker build` does; `packed` takes what `launch/pack.ts` makes from the packages of this
 *   machine in place of the first stage, which installs the same ones
 */
export async function buildImage(scratch: string, from: 'sources' | 'packed'): Promise<Image> {
  const store = ['--root', join(scratch, 'store'), '--runroot', join(scratch, 'run')];
  const buildah = (...args: string[]) => must('buildah', [...store, ...args]);
  const debian = join(scratch, 'debian.tar');
  makeDebianRoot(debian, { packages: ['libatomic1', 'apt'] });

  const container = buildah('from', 'scratch');
  buildah('add', container, debian, '/');
  buildah('commit', '--format', 'docker', container, 'localhost/base');
  const options: string[] = [];
  if (from === 'packed') {
    const context = join(scratch, 'context');
    must(process.execPath, [join(ROOT, 'launch', 'pack.ts'), join(context, 'opt', 'northbridge', 'packed')]);
    options.push('--build-context', `build=${context}`);
  } else {
    addNode(buildah, container);
    buildah('commit', '--format', 'docker', container, 'localhost/build');
    const packages = join(homedir(), '.npm');
    await mkdir(packages, { recursive: true });
    options.push('--build-arg', 'BUILD=localhost/build', '--volume', `${packages}:/root/.npm`);
  }
  buildah('rm', container);
  buildah(
    ...['bud', '--format', 'docker', '--network', 'host', '--build-arg', 'BASE=localhost/base', ...options],
    ...['--file', join(ROOT, 'deploy', 'Dockerfile'), '--tag', 'localhost/northbridge', ROOT],
  );
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/northbridge'));
  const size = buildah('images', '--format', '{{.Size}}', 'localhost/northbridge');
  const [, megabytes] = /^([\d.]+) MB$/.exec(size) ?? [];
  if (!megabytes) throw new Error(`buildah says a size of ${size}`);
  const made = buildah('from', '--pull-never', 'localhost/northbridge');
  return {
    config: Docker.config,
    megabytes: Number(megabytes),
    root: buildah('mount', made),
    async remove() {
      buildah('umount', made);
      buildah('rmi', '--all', '--force');
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

/** Puts this machine's Node and npm where a build finds them, and what this machine trusts: Debian's npm takes minutes. */
function addNode(buildah: (...args: string[]) => string, container: string): void {
  const npm = dirname(must('readlink', ['-f', must('which', ['npm'])]));
  const node = must('node', ['-p', 'process.execPath']);
  buildah('add', container, node, '/usr/local/bin/node');
  buildah('add', container, dirname(npm), '/usr/local/lib/node_modules/npm');
  buildah('run', container, 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm');
  buildah('add', container, CERTIFICATES, CERTIFICATES);
  buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container);
}

export interface Container {
  /** All that it has written. */
  said(): string;
  /** Runs a command of the image beside it, as its user. */
  run(command: string[]): { status: number | null; said: string; out: string };
  /** Sends the image's signal to stop, and returns its exit code. */
  stop(): Promise<number | null>;
  /** The exit code; resolves when it ends by itself. */
  ended: Promise<number | null>;
}

/**
 * Starts an image as a container engine with `--read-only` does, by namespaces of the kernel: its root cannot be written, `/tmp` is
 * in memory, its volumes are folders of its user, and its command is process 1. The network is this machine's. Needs root.
 * @param folder for its volumes, empty
 * @param sockets a folder of PostgreSQL's sockets, which it sees as `/tmp/database`
 */
export async function startContainer(
  { config, root }: Image,
  { folder, variables, sockets }: { folder: string; variables: Record<string, string>; sockets?: string },
): Promise<Container> {
  const volumes = Object.keys(config.Volumes);
  const [uid = '', gid = ''] = config.User.split(':');
  for (const volume of volumes) await mkdir(join(folder, volume), { recursive: true });
  await chmod(folder, 0o755);
  must('chown', ['-R', config.User, ...volumes.map((volume) => join(folder, volume))]);
  const env = [...config.Env, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)];
  const script = [
    ...['set -e', 'root=$1; shift', 'mount --bind "$root" "$root"', 'mount -o remount,bind,ro "$root"'],
    ...[
      'mount -t proc proc "$root/proc"',
      'mount --rbind /dev "$root/dev"',
      'mount -t tmpfs tmpfs "$root/tmp"',
    ],
    ...volumes.map((volume) => `mount --bind '${join(folder, volume)}' "$root${volume}"`),
    ...(sockets ? ['mkdir "$root/tmp/database"', `mount --bind '${sockets}' "$root/tmp/database"`] : []),
    `exec chroot --userspec=${uid}:${gid} "$root" "$@"`,
  ].join('\n');
  const shell = ['env', '-i', ...env, 'sh', '-c', `cd ${config.WorkingDir} && exec "$@"`, 'sh'];
  const outer = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh', root, ...shell, ...config.Cmd],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const said: Buffer[] = [];
  outer.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  outer.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const ended = once(outer, 'close').then(([code]) => code as number | null);
  /** Process 1 of it, as this machine counts. */
  const first = () => must('ps', ['-o', 'pid=', '--ppid', String(outer.pid)]);
  return {
    said: () => Buffer.concat(said).toString(),
    ended,
    run: (command) =>
      run('nsenter', [
        ...['--target', first(), '--mount', '--pid', '--root', '--setgid', gid, '--setuid', uid],
        ...[...shell, ...command],
      ]),
    stop() {
      process.kill(Number(first()), config.StopSignal as NodeJS.Signals);
      return ended;
    },
  };
}

/** Runs a program, and returns what it has written to standard output. Throws when it failed. */
function must(program: string, args: string[]): string {
  const { status, said, out } = run(program, args, { BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${said}`);
  return out.trim();
}
