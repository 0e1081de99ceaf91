import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { findFreePort } from '../../../server/ground/ports.ts';
import { until } from '../../until.ts';
import { ROOT, type Version } from './version.ts';

/** Names of the two servers, as in deploy/haproxy.cfg. */
export type Name = 'one' | 'two';

/** A balancer with the configuration of deploy/. */
export interface Balancer {
  origin: string;
  ports: Record<Name, number>;
  /** Waits until requests are sent to a server. */
  untilUp(name: Name): Promise<void>;
  /** What it has noted of answers of 500 and more, and of connections that ended otherwise, a line each. */
  readFailures(): string[];
  stop(): Promise<void>;
}

/** Starts HAProxy in a folder, at free ports. */
export async function startBalancer(folder: string): Promise<Balancer> {
  const [port, one, two] = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
  const socket = join(folder, 'haproxy.sock');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    readFileSync(join(ROOT, 'deploy/haproxy.cfg'), 'utf8')
      .replaceAll('/run/haproxy/shop.sock', socket)
      .replace('global\n', 'global\n\tlog stdout format raw daemon\n')
      .replace('defaults\n', 'defaults\n\tlog global\n\toption httplog\n\toption dontlog-normal\n')
      .replace('bind :80', `bind 127.0.0.1:${port}`)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${one}`)
      .replaceAll('127.0.0.1:3001', `127.0.0.1:${two}`),
  );
  const log = join(folder, 'haproxy.log');
  const child = spawn('haproxy', ['-db', '-q', '-f', file], {
    stdio: ['ignore', openSync(log, 'w'), 'inherit'],
  });
  const ask = async (command: string) => {
    const asked = connect(socket);
    asked.end(`${command}\n`);
    let said = '';
    for await (const chunk of asked) said += chunk;
    return said;
  };
  /** A line of `show stat` for a server, as `shop/one`. */
  const look = async (server: string): Promise<Record<string, string>> => {
    const [head = '', ...lines] = (await ask('show stat')).split('\n');
    const names = head.replace(/^# /, '').split(',');
    const line = lines.find((text) => text.startsWith(`${server.replace('/', ',')},`)) ?? '';
    return Object.fromEntries(line.split(',').map((value, n) => [names[n], value]));
  };
  await until(async () =>
    ask('show info').then(
      () => true,
      () => false,
    ),
  );
  return {
    origin: `http://127.0.0.1:${port}`,
    ports: { one, two },
    untilUp: (name) => until(async () => (await look(`shop/${name}`)).status === 'UP'),
    readFailures: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => / (5\d\d|-1) \d+ - - /.test(line)),
    stop: () => end(child, 'SIGTERM'),
  };
}

/** A process of the shop, as `npm start` runs it. */
export interface ShopProcess {
  version: Version;
  /** SIGTERM, as systemd sends it. Returns when it has ended; throws when that was no orderly end. */
  stop(): Promise<void>;
}

/** Starts a version's process at a port, and waits until it is ready. */
export async function startShopProcess(
  version: Version,
  port: number,
  env: Record<string, string>,
): Promise<ShopProcess> {
  const main = pathToFileURL(join(version.folder, 'server/main.ts')).href;
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', `await (await import(${JSON.stringify(main)})).main()`],
    {
      cwd: version.folder,
      env: { ...process.env, ENV_FILE: '', NODE_ENV: 'production', PORT: String(port), ...env },
      // It ends with this process, when the channel does.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  let said = '';
  child.stdout?.on('data', (data) => {
    said += data;
  });
  // The first one fills the shop, which takes a busy machine more than a minute.
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`${version.name} did not start: ${said}`);
    await pause(100);
  }
  return {
    version,
    async stop() {
      await end(child, 'SIGTERM');
      if (child.exitCode !== 0)
        throw new Error(`${version.name} ended with ${child.exitCode ?? child.signalCode}`);
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}

async function end(child: ChildProcess, signal: 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
