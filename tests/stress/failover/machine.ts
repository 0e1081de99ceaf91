import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Program, type ProgramOptions, runProgramOn } from './program.ts';

/** Folders that each machine has of its own. */
const OWN_FOLDERS = ['/var/lib', '/run', '/etc/haproxy', '/etc/patroni'];

/** The network of deploy/cluster, and where the world outside of it is. */
const [NETWORK_BITS, BRIDGE] = [24, 'outside'];
export const OUTSIDE = '10.77.0.1';

/** A machine: a network address and folders of its own, in Linux' namespaces. */
export interface Machine {
  name: string;
  address: string;
  /** What a path of the machine is for this process. */
  pathOf(path: string): string;
  /** Runs a program on it until the world ends. */
  run(command: string[], options: ProgramOptions): Program;
  /** Runs a command on it to its end, and answers its output. Throws when it fails. */
  command(...command: string[]): Promise<string>;
  /** Pulls its cable: nothing arrives there and nothing comes from it, and nobody is told. */
  cutOff(): void;
  connect(): void;
}

const ip = (...args: string[]) => execFileSync('ip', args);

/** Makes the network that machines are connected to. This process is on it, as `OUTSIDE`. */
export function makeNetwork(): void {
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('address', 'add', `${OUTSIDE}/${NETWORK_BITS}`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
}

/** Starts a machine. `scratch` gets its folders, and the output of its programs. */
export async function startMachine(name: string, address: string, scratch: string): Promise<Machine> {
  const holder = await holdNamespaces();
  const inside = ['nsenter', '--target', String(holder.pid), '--net', '--mount', '--'];
  const on = (...command: string[]) => execFileSync(inside[0]!, [...inside.slice(1), ...command]);
  const home = join(scratch, name);
  const pathOf = (path: string) => join(home, path);
  const cable = `to-${name}`;
  ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(holder.pid));
  ip('link', 'set', cable, 'master', BRIDGE, 'up');
  on('ip', 'address', 'add', `${address}/${NETWORK_BITS}`, 'dev', 'eth0');
  on('ip', 'link', 'set', 'eth0', 'up');
  on('ip', 'link', 'set', 'lo', 'up');
  for (const folder of OWN_FOLDERS) {
    mkdirSync(pathOf(folder), { recursive: true });
    on('mount', '--bind', pathOf(folder), folder);
  }
  return {
    name,
    address,
    pathOf,
    run: (command, options) =>
      runProgramOn(inside, command, { ...options, output: openSync(join(home, 'log'), 'a') }),
    async command(...command) {
      const [program = '', ...args] = [...inside, ...command];
      const env = { PATH: `${process.env.PATH}:/usr/sbin:/usr/bin`, LC_ALL: 'C.UTF-8' };
      return (await promisify(execFile)(program, args, { env })).stdout;
    },
    cutOff: () => ip('link', 'set', cable, 'down'),
    connect: () => ip('link', 'set', cable, 'up'),
  };
}

/** A process that does nothing but keep new namespaces. */
async function holdNamespaces(): Promise<ChildProcess> {
  const holder = spawn('unshare', ['--net', '--mount', 'sh', '-c', 'echo made; exec sleep infinity'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout!, 'data');
  return holder;
}
