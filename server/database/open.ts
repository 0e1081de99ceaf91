import type { DataEnv } from '../env.ts';
import { createDatabase, type Database } from './client.ts';
import { DataDirInUseError } from './embedded/errors.ts';
import { findEmbeddedPostgres } from './embedded/find.ts';
import { startEmbeddedPostgres } from './embedded.ts';

/**
 * Opens the shop's database for a command beside the shop: the one the environment names, the embedded one of a shop that
 * runs, or the embedded one started for the command alone. `close` also stops what was started.
 */
export async function openDatabase(env: DataEnv, log: (message: string) => void): Promise<Database> {
  if (env.databaseUrl) return createDatabase(env.databaseUrl);
  try {
    const embedded = await startEmbeddedPostgres({ dataDir: env.dataDir, log, patience: 0 });
    const database = createDatabase(embedded.connection);
    return {
      ...database,
      async close() {
        await database.close();
        await embedded.stop();
      },
    };
  } catch (error) {
    const running = error instanceof DataDirInUseError ? findEmbeddedPostgres(env.dataDir) : undefined;
    if (!running) throw error;
    return createDatabase(running);
  }
}
