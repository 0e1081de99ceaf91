// All of a cluster, its load and its faults, inside of namespaces of its own (failover.ts): run.ts <rounds> <folder> <all or short>.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Acknowledged, findMissing, requireKept } from './acknowledged.ts';
import { makeShopDatabase, startCluster } from './cluster.ts';
import { FAULTS, type Fault } from './faults.ts';
import { addGoods, STOCK } from './goods.ts';
import { startLoad } from './load.ts';
import { makeNetwork } from './machine.ts';
import { startServices } from './outside-services.ts';
import { runRound, untilOrders } from './round.ts';
import { BALANCER, ORIGIN, startShops } from './shops.ts';
import { untilTrue } from './until-true.ts';

const rounds = Number(process.argv[2]);
const scratch = process.argv[3]!;
const faults = FAULTS.filter(({ isShort }) => isShort || process.argv[4] === 'all');
const say = (line: string) => void process.stdout.write(`${line}\n`);

// Whoever started it has ended: the namespaces end with this process.
process.stdin.once('end', () => process.exit(1)).resume();
makeNetwork();
writeFileSync(join(scratch, 'hosts'), `127.0.0.1 localhost\n${BALANCER} ${new URL(ORIGIN).hostname}\n`);
execFileSync('mount', ['--bind', join(scratch, 'hosts'), '/etc/hosts']);
const certificate = readFileSync(join(scratch, 'certificate.pem'), 'utf8');

const begun = performance.now();
const [cluster, services] = await Promise.all([
  startCluster(scratch),
  startServices(join(scratch, 'outside'), `${ORIGIN}/webhooks/stripe`),
]);
await makeShopDatabase(cluster, 'password');
const shops = await startShops(scratch, services, {
  databaseUrl: 'postgres://northbridge:password@127.0.0.1:5432/northbridge',
  certificate,
});
say(`three databases, two shops and a balancer are up after ${seconds(performance.now() - begun)}`);
const goods = await addGoods(await urlOfPrimary());
const acknowledged = new Acknowledged();
const load = startLoad({ ...goods, provider: services }, acknowledged);
await untilOrders(acknowledged, 0, load);
const world = { cluster, shops };
// Round by round: a run that is cut short has as many of each.
const pauses = new Map<Fault, number[]>(faults.map((fault) => [fault, []]));
for (let round = 1; round <= rounds; round += 1) {
  for (const fault of faults) {
    const { pause, line } = await runRound(world, fault, round, load, acknowledged);
    await requireKept(await urlOfPrimary(), acknowledged);
    pauses.get(fault)!.push(pause);
    say(`${fault.name}, ${round} of ${rounds}: ${line}; kept so far: ${sumOf(acknowledged)}`);
  }
}
for (const [fault, all] of pauses) say(`${fault.name}: ${summarize(all)}`);
await load.stop();
await requireKept(await urlOfPrimary(), acknowledged);
let missing = '';
const ending = { stock: STOCK, productId: goods.product._id, readMails: services.readMails };
await untilTrue('all is paid and sent', async () => {
  missing = await findMissing(await urlOfPrimary(), acknowledged, ending);
  return missing === '';
}).catch(() => {
  throw new Error(missing);
});
say(
  `${rounds * faults.length} faults: ${sumOf(acknowledged)} acknowledged, none lost and none done twice, ` +
    `all mails arrived, audit clean; ${load.reads.count} reads, all answered`,
);
process.exit(0);

async function urlOfPrimary(): Promise<string> {
  return cluster.urlOf((await cluster.findPrimary())!, 'northbridge');
}

function sumOf({ orders, paid }: Acknowledged): string {
  return `${orders.size} orders and ${paid.size} payments`;
}

function summarize(pauses: number[]): string {
  const sorted = pauses.toSorted((a, b) => a - b);
  const late = sorted.filter((pause) => pause > 30_000).length;
  return (
    `orders go on after ${seconds(sorted[sorted.length >> 1]!)} (median), ${seconds(sorted.at(-1)!)} (longest)` +
    (late > 0 ? `; ${late} of ${rounds} rounds took more than 30 s` : '')
  );
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
