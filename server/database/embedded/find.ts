import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type Cluster, readPassword } from './cluster.ts';
import { connectionTo, type EmbeddedConnection } from './connection.ts';
import { readPidFile } from './postmaster.ts';

/** How to reach the PostgreSQL that a running shop has started in a data folder; undefined when none runs there. */
export function findEmbeddedPostgres(dataDir: string): EmbeddedConnection | undefined {
  let cluster: Pick<Cluster, 'folder'>;
  try {
    cluster = { folder: realpathSync(join(dataDir, 'postgres', 'cluster')) };
  } catch {
    return undefined;
  }
  const running = readPidFile(cluster);
  const password = readPassword(cluster);
  if (!running || password === undefined) return undefined;
  return connectionTo(running.address, password);
}
