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
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/ground/database/embedded.ts';
import { identify, isAlive } from './lock.mjs';

const PREFIX = 'northbridge-test-';

/** Not durable, because the data is deleted after the tests; many connections, because test files share it. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' };

/** A temporary folder for one run of the tests, with a PostgreSQL in it. */
export interface TestPlace {
  /** The administrator's URL of the database. */
  databaseUrl: string;
  /** Temporary folder for the tests, which is removed as well. */
  temporaryFolder: string;
  /** Stops the database and removes everything. */
  remove(): Promise<void>;
}

/**
 * Creates a place with an empty PostgreSQL; with TEST_DATABASE_URL that database is used instead.
 * @param settings additional settings of PostgreSQL
 */
export async function makeTestPlace(settings: Record<string, string> = SETTINGS): Promise<TestPlace> {
  // A developer's own shop is not the tests'.
  process.env.ENV_FILE = '';
  // Tests begin with the demo catalogue alone.
  process.env.DEMO_HISTORY = '0';
  await removeLeftovers();
  const place = mkdtempSync(join(tmpdir(), PREFIX));
  writeFileSync(join(place, 'owner'), JSON.stringify(identify(process.pid)));
  const temporaryFolder = join(place, 'tmp');
  mkdirSync(temporaryFolder);
  // Accessible to others, because under root PostgreSQL runs as another user.
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

/** Removes the leftovers of killed runs, including a running PostgreSQL. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const place = join(tmpdir(), name);
    if (!name.startsWith(PREFIX) || isInUse(place)) continue;
    try {
      // Starting it stops a server that runs on it.
      if (existsSync(join(place, 'data', 'postgres', 'cluster'))) await (await startPostgres(place)).stop();
      removeTree(place);
    } catch {
      // It belongs to another user, or another run is removing it.
    }
  }
}

function isInUse(place: string): boolean {
  try {
    return isAlive(JSON.parse(readFileSync(join(place, 'owner'), 'utf8')));
  } catch {
    // Just created, or not readable.
    const made = statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return Date.now() - made < 60_000;
  }
}

function removeTree(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
