import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type Cluster, readPassword } from './cluster.ts';
import { connectionTo, type EmbeddedConnection } from './connection.ts';
import { readPidFile } from './postmaster.ts';

/** Where the cluster of a data folder is, once it has been made. */
const clusterIn = (dataDir: string) => join(dataDir, 'postgres', 'cluster');

/** Whether the embedded database has been made, to the end of its first start. */
export const hasEmbeddedPostgres = (dataDir: string): boolean => existsSync(clusterIn(dataDir));

/** How to reach the PostgreSQL that a running shop has started in a data folder; undefined when none runs there. */
export function findEmbeddedPostgres(dataDir: string): EmbeddedConnection | undefined {
  let cluster: Pick<Cluster, 'folder'>;
  try {
    cluster = { folder: realpathSync(clusterIn(dataDir)) };
  } catch {
    return undefined;
  }
  const running = readPidFile(cluster);
  const password = readPassword(cluster);
  if (!running || password === undefined) return undefined;
  return connectionTo(running.address, password);
}
