import { createDatabase } from '../database/client.ts';
import { Replica, type ReplicaProblem } from '../database/replica/replica.ts';
import type { Env } from '../env.ts';
import { type Finding, look, notUsed, reasonOf, well, wrong } from './finding.ts';

/** Looks in vain, a second apart, before a replica is called late. */
const LOOKS = 5;
const LOOK_EACH_MS = 1_000;

const TODO: Record<ReplicaProblem, string> = {
  unreachable:
    'Check its host, port, user, password and database, and whether its firewall lets this machine in.',
  not_a_standby:
    'Name a streaming replica (hot standby) of the database of DATABASE_URL, or take the variable away.',
  another_database:
    'Name a replica of the database of DATABASE_URL. After a failover this goes away by itself in some minutes.',
  other_schema: 'Start the shop, or run npm run migrate, and look again when the replica has replayed it.',
  late: 'Look at pg_stat_replication on the primary, and at the load of the replica; reports come from the primary meanwhile.',
};

/** Looks whether DATABASE_REPLICA_URL names a streaming replica of DATABASE_URL, and how late it is. Changes nothing. */
export async function lookAtReplica({ databaseUrl, replica: options }: Env): Promise<Finding[]> {
  if (!databaseUrl || !options)
    return [notUsed('DATABASE_REPLICA_URL is not set: reports are read from the primary.')];
  const [primary, database] = [createDatabase(databaseUrl), createDatabase(options.url)];
  const replica = new Replica({
    ...{ primary: primary.pool, replica: database.pool, watch: database.pool },
    mostLagMs: options.mostLagSeconds * 1000,
  });
  try {
    await primary.pool.query('select name from migrations limit 1');
    for (let looks = 0; looks < LOOKS && (looks === 0 || replica.problem === 'late'); looks += 1) {
      if (looks > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_EACH_MS));
      await replica.look();
    }
    if (!replica.problem)
      return [well('DATABASE_REPLICA_URL: a streaming replica of the database, not later than it may be.')];
    const said = `DATABASE_REPLICA_URL is not used (${replica.problem.replaceAll('_', ' ')}).`;
    return [(replica.problem === 'late' ? look : wrong)(said, TODO[replica.problem])];
  } catch (error) {
    return [
      look(
        `DATABASE_REPLICA_URL was not tried: the primary cannot be asked (${reasonOf(error)}).`,
        'Mend DATABASE_URL, start the shop once, and look again.',
      ),
    ];
  } finally {
    await Promise.all([primary.close(), database.close()]);
  }
}
