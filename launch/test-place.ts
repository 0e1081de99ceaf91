import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/database/embedded.ts';
import { identify, isAlive } from './lock.mjs';

const PREFIX = 'northbridge-test-';

/** Deleted after the tests, so it need not survive a power cut; several test files share its connections. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' };

/** A folder outside the repository for one run of the tests, with a PostgreSQL in it. */
export interface TestPlace {
  /** Where an administrator connects to the database. */
  databaseUrl: string;
  /** Temporary folder for the tests; what they leave there goes with the rest. */
  temporaryFolder: string;
  /** Stops the database and removes everything. */
  remove(): Promise<void>;
}

/**
 * Makes a place with an empty PostgreSQL; with TEST_DATABASE_URL that database is taken, and left as it is.
 * @param settings of PostgreSQL, besides its usual ones
 */
export async function makeTestPlace(settings: Record<string, string> = SETTINGS): Promise<TestPlace> {
  await removeLeftovers();
  const place = mkdtempSync(join(tmpdir(), PREFIX));
  writeFileSync(join(place, 'owner'), JSON.stringify(identify(process.pid)));
  const temporaryFolder = join(place, 'tmp');
  mkdirSync(temporaryFolder);
  // As open as a temporary folder is: under root, PostgreSQL runs as another account.
  chmodSync(place, 0o711);
  chmodSync(temporaryFolder, 0o1777);
  let postgres: EmbeddedPostgres | undefined;
  const remove = async () => {
    await postgres?.stop();
    removeTree(place);
  };
  try {
    const given = process.env.TEST_DATABASE_URL;
    if (!given) postgres = await startPostgres(place, settings);
    return { databaseUrl: postgres?.url ?? given ?? '', temporaryFolder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function startPostgres(
  place: string,
  settings: Record<string, string> = SETTINGS,
): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir: join(place, 'data'), log: () => {}, settings });
}

/** Removes what killed runs left, including a PostgreSQL that still runs. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const place = join(tmpdir(), name);
    if (!name.startsWith(PREFIX) || isInUse(place)) continue;
    try {
      // Taking it over is the way to stop it.
      if (existsSync(join(place, 'data', 'postgres', 'cluster'))) await (await startPostgres(place)).stop();
      removeTree(place);
    } catch {
      // Another account's, or another run is removing it.
    }
  }
}

function isInUse(place: string): boolean {
  try {
    return isAlive(JSON.parse(readFileSync(join(place, 'owner'), 'utf8')));
  } catch {
    // Just created, or not readable for us.
    const made = statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return Date.now() - made < 60_000;
  }
}

function removeTree(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
