import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEPLOY } from './cluster.ts';
import { type Machine, startMachine } from './machine.ts';
import type { Services } from './outside-services.ts';
import type { Program } from './program.ts';
import { untilTrue } from './until-true.ts';

/** A machine of the shop: a process of it, and the HAProxy by which it reaches the database. */
export interface ShopMachine extends Machine {
  shop: Program;
  toDatabase: Program;
}

/** The shops, and the balancer in front of them. */
export interface Shops {
  machines: ShopMachine[];
  balancer: Program;
  /** Waits until every shop is ready. */
  untilReady(): Promise<void>;
}

export const ORIGIN = 'https://shop.example.com';
export const BALANCER = '10.77.0.31';
const ADDRESSES = ['10.77.0.21', '10.77.0.22'];
const HAPROXY = ['haproxy', '-Ws', '-f', '/etc/haproxy/haproxy.cfg'];

/** Starts the shops and their balancer from the files of deploy/cluster. */
export async function startShops(
  scratch: string,
  services: Services,
  { databaseUrl, certificate }: { databaseUrl: string; certificate: string },
): Promise<Shops> {
  const env = {
    ...{ NODE_ENV: 'production', ENV_FILE: '', DATABASE_URL: databaseUrl, SANDBOX: '0', LOG_LEVEL: 'warn' },
    ...{ HOST: '0.0.0.0', PORT: '3000', PUBLIC_URL: ORIGIN, TRUST_PROXY: BALANCER },
    ...{ AUTH_SECRET: 'secret-of-shops-that-live-minutes', PAYMENTS_AT: services.paymentsAt },
    STRIPE_SECRET_KEY: services.secretKey,
    STRIPE_PUBLISHABLE_KEY: services.publishableKey,
    STRIPE_WEBHOOK_SECRET: services.webhookSecret,
    ...{ SMTP_URL: services.smtpUrl, MAILS_PER_MINUTE: '100000', DATA_DIR: '/var/lib/northbridge' },
    ...{ MAX_UNPAID_ORDERS: '1000000', UNPROVEN_HOLD_LIMIT: '1000000000', UNPROVEN_HOLD_MINUTES: '1440' },
    JOB_SECONDS: '5',
  };
  const machines: ShopMachine[] = [];
  for (const [n, address] of ADDRESSES.entries()) {
    const machine = await startProxyMachine(`shop${n + 1}`, address, scratch, 'haproxy-database.cfg');
    const command = [process.execPath, join(import.meta.dirname, 'shop.ts')];
    machines.push({
      ...machine,
      toDatabase: machine.run(HAPROXY, {}),
      shop: machine.run(command, { env }),
    });
    // The first one makes the tables.
    await untilTrue(`${machine.name} is ready`, () => isReady(address));
  }
  const machine = await startProxyMachine('balancer', BALANCER, scratch, 'haproxy-balancer.cfg');
  copyFileSync(join(DEPLOY, 'unavailable.http'), machine.pathOf('/etc/haproxy/unavailable.http'));
  writeFileSync(machine.pathOf('/etc/haproxy/shop.pem'), certificate, { mode: 0o600 });
  const shops: Shops = {
    machines,
    balancer: machine.run(HAPROXY, {}),
    untilReady: () =>
      untilTrue('all shops are ready', async () =>
        (await Promise.all(ADDRESSES.map(isReady))).every(Boolean),
      ),
  };
  await untilTrue('the balancer serves', async () => (await fetch(`${ORIGIN}/readyz`)).status === 200);
  return shops;
}

async function startProxyMachine(
  name: string,
  address: string,
  scratch: string,
  configuration: string,
): Promise<Machine> {
  const machine = await startMachine(name, address, scratch);
  mkdirSync(machine.pathOf('/run/haproxy'));
  copyFileSync(join(DEPLOY, configuration), machine.pathOf('/etc/haproxy/haproxy.cfg'));
  return machine;
}

async function isReady(address: string): Promise<boolean> {
  const answer = await fetch(`http://${address}:3000/readyz`, { signal: AbortSignal.timeout(2_000) });
  return answer.status === 200;
}
