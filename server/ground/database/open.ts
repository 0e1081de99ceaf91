import type { DataEnv } from '../env.ts';
import { OperatorError } from '../operator-error.ts';
import { createDatabase, type Database } from './client.ts';
import { LONG_ANSWER_MS } from './connection.ts';
import { DataDirInUseError } from './embedded/errors.ts';
import { findEmbeddedPostgres, hasEmbeddedPostgres } from './embedded/find.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { requireSessions } from './session.ts';

/** A command may read or write all of a shop in one statement. */
const PATIENT = { answerTimeoutMillis: LONG_ANSWER_MS };

/**
 * Opens the shop's database for a command beside the shop: the one the environment names, the embedded one of a shop that
 * runs, or the embedded one started for the command alone. `close` also stops what was started.
 * @throws OperatorError where a pooler shares connections out
 */
export async function openDatabase(env: DataEnv, log: (message: string) => void): Promise<Database> {
  if (env.databaseUrl) return openNamed(env.databaseUrl);
  try {
    const embedded = await startEmbeddedPostgres({ dataDir: env.dataDir, log, patience: 0 });
    const database = createDatabase(embedded.connection, PATIENT);
    stopOnSignals(() => embedded.stop());
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
    return createDatabase(running, PATIENT);
  }
}

/** A command's settings and locks would stay behind on connections that a pooler shares out. */
async function openNamed(url: string): Promise<Database> {
  const database = createDatabase(url, PATIENT);
  try {
    await requireSessions(database.pool);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Opens the database of a shop that is there. What is run without the shop's variables must not make another one beside it.
 * @throws OperatorError where it would have to be made
 */
export async function openShopDatabase(env: DataEnv): Promise<Database> {
  if (!env.databaseUrl && !hasEmbeddedPostgres(env.dataDir))
    throw new OperatorError(
      `There is no shop in ${env.dataDir} (DATA_DIR), and DATABASE_URL is not set. Give this command the variables of the shop, such as by ENV_FILE=/etc/northbridge.env.`,
    );
  return openDatabase(env, () => {});
}

/** How long a command that was told to stop may take to clean up behind itself. */
const CLEANING_MS = 500;

/** Stops a database that was started for this command alone when the command is told to stop: else it would go on without it. */
function stopOnSignals(stop: () => Promise<void>): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.once(signal, async () => {
      process.stderr.write('Stopping\n');
      // What the command was doing fails by it, and removes what it has begun.
      await stop().catch(() => {});
      setTimeout(() => process.exit(code), CLEANING_MS);
    });
}
