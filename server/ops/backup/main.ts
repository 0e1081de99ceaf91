import { mkdir } from 'node:fs/promises';
import pg from 'pg';
import type { Database } from '../../ground/database/client.ts';
import { openDatabase, openShopDatabase } from '../../ground/database/open.ts';
import { explainRights } from '../../ground/database/rights.ts';
import { type BackupEnv, readBackupEnv } from '../../ground/env.ts';
import { explainOfShop } from '../../ground/explain.ts';
import { givenPath } from '../../ground/given-path.ts';
import { OperatorError } from '../../ground/operator-error.ts';
import { openStore, UPLOAD_FOLDERS } from '../../ground/storage/open.ts';
import { noteUpkeep } from '../../status/upkeep.ts';
import { audit } from '../audit/audit.ts';
import { backUp, type Contents, type Folders, findMissing } from './backup.ts';
import { restore } from './restore.ts';
import { readMoment, settleBroughtBack } from './restored.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run backup -- file`: writes all of the shop into one file. True when that is done. */
export function mainBackup(): Promise<boolean> {
  return run('backup', 'shop.backup', async (named, env, { pool, db }) => {
    const path = givenPath(named);
    const folders = foldersOf(env);
    say(summarize(`${path} is written`, await backUp(path, { pool, folders, key: env.key, log: say })));
    if (env.key === undefined)
      say(
        'It is not encrypted: it has the data of people, and keys. Set BACKUP_KEY to encrypt the next one.',
      );
    if (!(await hasUploads(pool, folders, env))) return false;
    const unnoted = await noteUpkeep(db, 'backup');
    if (unnoted) say(unnoted);
    return true;
  });
}

/** Whether all uploads that the database names are there; says which are not. */
async function hasUploads(pool: pg.Pool, folders: Folders, env: BackupEnv): Promise<boolean> {
  const missing = await findMissing(pool, folders);
  if (missing.length > 0)
    say(
      `${missing.length} uploads that products and settings name are not in ${env.s3?.bucket ?? env.dataDir}, nor in the backup, such as ${missing[0]}. Is DATA_DIR (or S3_*) that of the shop?`,
    );
  return missing.length === 0;
}

/** `npm run restore -- file`: fills an empty database and its folders with a backup, and audits them and the uploads. True when all is well. */
export function mainRestore(): Promise<boolean> {
  return run('restore', 'shop.backup', async (named, env, { pool, db }) => {
    say(`Into ${placeOf(env)}, with its uploads in ${env.s3?.bucket ?? env.dataDir}`);
    await mkdir(env.dataDir, { recursive: true });
    const folders = foldersOf(env);
    const options = { pool, folders, scratch: env.dataDir, key: env.key, log: say };
    const { heldMails, madeAt, ...contents } = await explainRights(pool, () =>
      restore(givenPath(named), options),
    );
    say(summarize(`The shop of ${madeAt} is restored`, contents));
    if (env.sandbox)
      say("The sandbox's Stripe is not in a backup: what was paid there before cannot be refunded here.");
    const isSound = await sayRestored(db, heldMails);
    return (await hasUploads(pool, folders, env)) && isSound;
  });
}

/**
 * `npm run restored -- 2027-03-03T12:00:00Z`: after PostgreSQL's own tools have brought a database back to a moment, settles what would be
 * wrong of it now, and audits it. True when all is well.
 */
export function mainRestored(): Promise<boolean> {
  return run('restored', '2027-03-03T12:00:00Z', async (text, _env, { pool, db }) => {
    return sayRestored(db, await settleBroughtBack(pool, readMoment(text)));
  });
}

async function sayRestored(db: Database['db'], heldMails: number): Promise<boolean> {
  if (heldMails > 0)
    say(
      `${heldMails} mails that waited then are not sent any more: they may have been. The overview lists them.`,
    );
  const { faults } = await audit(db);
  if (faults.length === 0) say('The audit finds no fault.');
  else say([`The audit finds ${faults.length} faults:`, ...faults].join('\n'));
  return faults.length === 0;
}

/** The database in words. An address may leave its host out, or have it behind a question mark: it is read as it is used. */
function placeOf({ databaseUrl, dataDir }: BackupEnv): string {
  if (!databaseUrl) return `the embedded database of ${dataDir}`;
  const { database, host, port } = new pg.Client(databaseUrl);
  return `the database ${database} at ${host}, port ${port}`;
}

const foldersOf = (env: BackupEnv): Folders =>
  Object.fromEntries(UPLOAD_FOLDERS.map((folder) => [folder, openStore(env, folder)]));

function summarize(what: string, { rows, files }: Contents): string {
  const counts = Object.values(rows);
  return `${what}: ${counts.reduce((sum, count) => sum + count, 0)} rows of ${counts.length} tables, ${files} files.`;
}

async function run(
  command: 'backup' | 'restore' | 'restored',
  example: string,
  work: (argument: string, env: BackupEnv, database: Database) => Promise<boolean>,
): Promise<boolean> {
  try {
    const [argument, ...others] = process.argv.slice(2);
    if (argument === undefined || argument.startsWith('-') || others.length > 0)
      throw new OperatorError(`It takes one word: npm run ${command} -- ${example}`);
    const env = readBackupEnv(process.env);
    const database = await (command === 'restore' ? openDatabase(env, () => {}) : openShopDatabase(env));
    try {
      return await work(argument, env, database);
    } finally {
      await database.close();
    }
  } catch (error) {
    say(explainOfShop(error));
    return false;
  }
}
