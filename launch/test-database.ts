import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataDirInUseError } from '../server/database/embedded/errors.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/database/embedded.ts';

const PREFIX = 'northbridge-test-';

/** Thrown away after the tests, so it need not survive a power cut; several test files share its connections. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' };

/** A PostgreSQL for one run of the tests. */
export interface TestDatabase {
  /** Where an administrator connects. */
  url: string;
  /** Stops and removes it. */
  remove(): Promise<void>;
}

/** Starts an empty PostgreSQL in a temporary folder, or takes the one in TEST_DATABASE_URL, which stays as it is. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, remove: async () => {} };
  await removeLeftovers();
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX));
  let postgres: EmbeddedPostgres;
  try {
    postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: SETTINGS });
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
  return {
    url: postgres.url,
    async remove() {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Removes what a run left that was killed, its PostgreSQL still running perhaps. Another run's is in use, and stays. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const dataDir = join(tmpdir(), name);
    try {
      const left = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: SETTINGS, patience: 0 });
      await left.stop();
    } catch (error) {
      // Somebody else's is not ours to remove either.
      if (error instanceof DataDirInUseError) continue;
    }
    try {
      rmSync(dataDir, { recursive: true, force: true });
    } catch {
      // Not ours.
    }
  }
}
