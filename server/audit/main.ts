import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { auditArchive } from '../archive/audit.ts';
import { openShopDatabase } from '../database/open.ts';
import { readArchiveEnv } from '../env.ts';
import { explainOfShop } from '../explain.ts';
import { givenPath } from '../given-path.ts';
import { OperatorError } from '../operator-error.ts';
import { noteUpkeep } from '../status/upkeep.ts';
import { type Audit, audit } from './audit.ts';
import { summarize } from './summary.ts';

/**
 * `npm run audit`: prints what should hold and whether it does; true when it does. It needs to know where the data is. `--all` prints the
 * numbers of every product. With a folder, `npm run audit -- /backups/log`, it reads the archived months of the log there again.
 */
export async function main(): Promise<boolean> {
  try {
    const { folder, all } = readArguments();
    const found = await run(folder);
    process.stdout.write(`${summarize(found, all)}\n`);
    return found.faults.length === 0;
  } catch (error) {
    process.stdout.write(`The books cannot be audited: ${explainOfShop(error)}\n`);
    return false;
  }
}

function readArguments(): { folder: string | undefined; all: boolean } {
  const usage = new OperatorError('Name one folder at most: npm run audit -- /backups/log --all');
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { all: { type: 'boolean' } },
    });
    const [folder, ...others] = positionals;
    if (others.length > 0) throw usage;
    return { folder: folder === undefined ? undefined : givenPath(folder), all: values.all === true };
  } catch {
    throw usage;
  }
}

async function run(folder: string | undefined): Promise<Audit> {
  if (folder !== undefined) await requireFolder(folder);
  const env = readArchiveEnv(process.env);
  const database = await openShopDatabase(env);
  try {
    const found = await audit(database.db);
    if (folder !== undefined) found.faults.push(...(await auditArchive(database.db, folder, env.key)));
    if (found.faults.length === 0) await noteUpkeep(database.db, 'audit');
    return found;
  } finally {
    await database.close();
  }
}

/** A folder that is not there, as when a disk is not mounted, must not be taken for one without a fault. */
async function requireFolder(folder: string): Promise<void> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new OperatorError(
      `${folder} is no folder. Name that of the archived log: npm run audit -- /backups/log`,
    );
}
