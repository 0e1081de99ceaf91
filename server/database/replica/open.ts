import type { ReplicaOptions } from '../../env/replica.ts';
import { createDatabase, type Database } from '../client.ts';
import { Replica } from './replica.ts';

/** Milliseconds between two looks at the replica, and for the answer to one. */
const LOOK_EACH_MS = 1_000;
const PATIENCE_MS = 1_000;

export interface OpenReplica {
  replica: Replica;
  close(): Promise<void>;
}

/**
 * Connects to the replica of a database that is migrated, and watches it until it is closed.
 * @param connections of reports, besides one that watches; by default those of a process that is alone
 */
export async function openReplica(
  { url, mostLagSeconds }: ReplicaOptions,
  primary: Database,
  { settings, connections }: { settings: Record<string, string>; connections?: number | undefined },
): Promise<OpenReplica> {
  const patience = { connectionTimeoutMillis: PATIENCE_MS };
  const database = createDatabase(url, { settings, ...patience, ...(connections && { max: connections }) });
  const watch = createDatabase(url, { max: 1, ...patience, answerTimeoutMillis: PATIENCE_MS });
  const replica = new Replica({
    ...{ primary: primary.pool, replica: database.pool, watch: watch.pool },
    ...{ mostLagMs: mostLagSeconds * 1000 },
  });
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  const next = () => {
    if (closed) return;
    timer = setTimeout(() => {
      looking = replica.look().then(next);
    }, LOOK_EACH_MS);
    timer.unref();
  };
  await replica.look();
  next();
  return {
    replica,
    async close() {
      closed = true;
      clearTimeout(timer);
      await looking;
      await Promise.all([database.close(), watch.close()]);
    },
  };
}
