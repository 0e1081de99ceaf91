import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import pg from 'pg';
import { root } from '../../../launch/child.ts';
import { type Machine, OUTSIDE, startMachine } from './machine.ts';
import type { Program } from './program.ts';
import { untilTrue } from './until-true.ts';

export const DEPLOY = join(root, 'deploy/cluster');

/** A machine of the database. */
export interface DatabaseMachine extends Machine {
  etcd: Program;
  patroni: Program;
}

export interface Cluster {
  machines: DatabaseMachine[];
  /** The machine whose PostgreSQL is the primary; undefined while there is none. */
  findPrimary(): Promise<DatabaseMachine | undefined>;
  /** The machine whose standby has what the primary acknowledges. */
  findSyncStandby(): Promise<DatabaseMachine | undefined>;
  findEtcdLeader(): Promise<DatabaseMachine | undefined>;
  /** Waits until all members run, and standbys have all that the primary has. */
  untilWhole(): Promise<void>;
  /** An address of a database for the superuser. */
  urlOf(machine: Machine, database: string): string;
}

/** What Patroni tells at /cluster. https://patroni.readthedocs.io/en/latest/rest_api.html */
interface Member {
  name: string;
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
  lag?: number | 'unknown';
}

/** Starts etcd and Patroni on three machines from the files of deploy/cluster, as its README says. */
export async function startCluster(scratch: string): Promise<Cluster> {
  // As the README does.
  const shared = readFileSync(join(DEPLOY, 'cluster.env'), 'utf8').replace(
    /_PASSWORD=$/gm,
    (name) => name + randomBytes(24).toString('hex'),
  );
  const machines: DatabaseMachine[] = [];
  for (const n of [1, 2, 3]) machines.push(await startDatabase(n, shared, scratch));
  const password = readVariables(shared).PATRONI_SUPERUSER_PASSWORD!;

  async function readMembers(): Promise<Member[]> {
    const answers = machines.map(async ({ address }) => {
      const { members } = (await getJson(`http://${address}:8008/cluster`)) as { members: Member[] };
      // A machine that is cut off knows the past.
      if (!members.some(({ role }) => role === 'leader')) throw new Error('no leader');
      return members;
    });
    return Promise.any(answers).catch(() => []);
  }
  const cluster: Cluster = {
    machines,
    findPrimary: () =>
      findOne(machines, async ({ address }) => {
        await getJson(`http://${address}:8008/primary`);
        return true;
      }),
    async findSyncStandby() {
      const name = (await readMembers()).find(({ role }) => role === 'sync_standby')?.name;
      return machines.find((machine) => machine.name === name);
    },
    findEtcdLeader: () => findOne(machines, isEtcdLeader),
    untilWhole: () =>
      untilTrue('the cluster is whole', async () => {
        const members = await readMembers();
        return (
          members.length === machines.length &&
          members.every(
            ({ role, state, lag }) => role === 'leader' || (/running|streaming/.test(state) && lag === 0),
          ) &&
          members.some(({ role }) => role === 'leader') &&
          members.some(({ role }) => role === 'sync_standby') &&
          (await Promise.all(machines.map(isEtcdHealthy))).every(Boolean)
        );
      }),
    urlOf: ({ address }, database) => `postgres://postgres:${password}@${address}:5432/${database}`,
  };
  await cluster.untilWhole();
  return cluster;
}

async function startDatabase(n: number, shared: string, scratch: string): Promise<DatabaseMachine> {
  const name = `db${n}`;
  const own = readFileSync(join(DEPLOY, 'db1.env'), 'utf8')
    .replaceAll('db1', name)
    .replaceAll('10.77.0.11', `10.77.0.1${n}`);
  const env = { ...readVariables(shared), ...readVariables(own) };
  const machine = await startMachine(name, `10.77.0.1${n}`, scratch);
  writeFileSync(machine.pathOf('/etc/patroni/cluster.env'), shared, { mode: 0o600 });
  writeFileSync(machine.pathOf('/etc/patroni/machine.env'), own, { mode: 0o600 });
  for (const user of ['etcd', 'postgres']) {
    const home = machine.pathOf(user === 'etcd' ? '/var/lib/etcd' : '/var/lib/postgresql');
    const runs = machine.pathOf(`/run/${user === 'etcd' ? 'etcd' : 'postgresql'}`);
    for (const folder of [home, runs]) {
      mkdirSync(folder, { mode: 0o700 });
      chownSync(folder, idOf(user, '-u'), idOf(user, '-g'));
    }
  }
  // The test looks into the database itself, from outside.
  const configuration = readFileSync(join(DEPLOY, 'patroni.yml'), 'utf8').replace(
    '  pg_hba:\n',
    `$&    - host all postgres ${OUTSIDE}/32 scram-sha-256\n`,
  );
  writeFileSync(machine.pathOf('/etc/patroni/config.yml'), configuration);
  return {
    ...machine,
    etcd: machine.run(['etcd'], { env, user: 'etcd' }),
    patroni: machine.run(['patroni', '/etc/patroni/config.yml'], { env, user: 'postgres' }),
  };
}

const readVariables = (text: string) => parseEnv(text) as Record<string, string>;

const idOf = (user: string, what: string) => Number(execFileSync('id', [what, user]));

/** The first machine for which something holds; one that does not answer is none. */
async function findOne(
  machines: DatabaseMachine[],
  holds: (machine: DatabaseMachine) => Promise<boolean>,
): Promise<DatabaseMachine | undefined> {
  const answers = machines.map(async (machine) => {
    if (!(await holds(machine))) throw new Error('it is not');
    return machine;
  });
  return Promise.any(answers).catch(() => undefined);
}

async function isEtcdLeader({ address }: Machine): Promise<boolean> {
  const status = (await getJson(`http://${address}:2379/v3/maintenance/status`, '{}')) as {
    leader?: string;
    header: { member_id: string };
  };
  return status.leader === status.header.member_id;
}

function isEtcdHealthy({ address }: Machine): Promise<boolean> {
  return getJson(`http://${address}:2379/health`).then(
    (answer) => (answer as { health: string }).health === 'true',
    () => false,
  );
}

const PATIENCE_MS = 2_000;

/** Throws unless the answer is 200. With a body it is a POST. */
async function getJson(url: string, body?: string): Promise<unknown> {
  const response = await fetch(url, {
    ...(body !== undefined && { method: 'POST', body }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

/** Runs `patronictl` on a machine of the database, as people do. */
export function control(machine: Machine, ...args: string[]): Promise<string> {
  return machine.command('sh', join(DEPLOY, 'cluster-ctl'), ...args);
}

/** Makes the shop's role and database, as the README says. */
export async function makeShopDatabase(cluster: Cluster, password: string): Promise<void> {
  const primary = await cluster.findPrimary();
  const client = new pg.Client(cluster.urlOf(primary!, 'postgres'));
  await client.connect();
  await client.query(`create role northbridge login password '${password}'`);
  await client.query('create database northbridge owner northbridge');
  await client.end();
}
