import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type Cluster, readPassword, SUPERUSER } from './cluster.ts';
import { readPidFile } from './postmaster.ts';

/** How to reach the PostgreSQL that a running shop has started in a data folder; undefined when none runs there. */
export function findEmbeddedPostgres(dataDir: string) {
  let cluster: Pick<Cluster, 'folder'>;
  try {
    cluster = { folder: realpathSync(join(dataDir, 'postgres', 'cluster')) };
  } catch {
    return undefined;
  }
  const running = readPidFile(cluster);
  const password = readPassword(cluster);
  if (!running || password === undefined) return undefined;
  const { socketFolder, port } = running.address;
  return { host: socketFolder ?? '127.0.0.1', port, user: SUPERUSER, password, database: 'northbridge' };
}
