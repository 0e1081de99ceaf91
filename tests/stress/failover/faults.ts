import { readFileSync } from 'node:fs';
import { type Cluster, control, type DatabaseMachine } from './cluster.ts';
import type { Shops } from './shops.ts';
import { untilTrue } from './until-true.ts';

export interface World {
  cluster: Cluster;
  shops: Shops;
}

/** A fault; what it answers ends it, where it does not end by itself. */
export interface Fault {
  name: string;
  /** Whether the suite of tests causes it, too, which has minutes. */
  isShort?: true;
  begin(world: World, round: number): Promise<() => void>;
}

const PIDS = '/var/lib/postgresql/15/northbridge/postmaster.pid';
const nothing = () => {};

export const FAULTS: Fault[] = [
  {
    name: 'kill -9 of a shop',
    isShort: true,
    async begin({ shops: { machines } }, round) {
      await machines[round % machines.length]!.shop.kill();
      return nothing;
    },
  },
  {
    name: 'HAProxy restarted before the database, reloaded before the shops',
    async begin({ shops }) {
      await Promise.all(shops.machines.map(({ toDatabase }) => toDatabase.kill()));
      shops.balancer.signal('SIGUSR2');
      return nothing;
    },
  },
  {
    name: "kill -9 of etcd's leader",
    async begin({ cluster }) {
      await (await find(cluster.findEtcdLeader())).etcd.kill();
      return nothing;
    },
  },
  {
    name: 'kill -9 of the primary',
    isShort: true,
    async begin({ cluster }) {
      const primary = await find(cluster.findPrimary());
      process.kill(Number(readFileSync(primary.pathOf(PIDS), 'utf8').split('\n')[0]), 'SIGKILL');
      return nothing;
    },
  },
  {
    name: 'a switchover by patronictl, after which the old primary is made anew',
    async begin({ cluster }) {
      const primary = await find(cluster.findPrimary());
      await control(primary, 'switchover', '--force');
      await untilTrue('another one is the primary', async () => {
        const now = await cluster.findPrimary();
        return now !== undefined && now !== primary;
      });
      await control(primary, 'reinit', 'northbridge', primary.name, '--force');
      return nothing;
    },
  },
  {
    name: "the synchronous standby's machine cut off",
    begin: async ({ cluster }) => cutOff(await find(cluster.findSyncStandby())),
  },
  {
    name: "the primary's machine cut off",
    isShort: true,
    begin: async ({ cluster }) => cutOff(await find(cluster.findPrimary())),
  },
];

function cutOff(machine: DatabaseMachine): () => void {
  machine.cutOff();
  return machine.connect;
}

async function find(machine: Promise<DatabaseMachine | undefined>): Promise<DatabaseMachine> {
  const found = await machine;
  if (!found) throw new Error('no machine has the part that is to fail');
  return found;
}
