import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { audit } from '../audit/audit.ts';
import type { Database } from '../database/client.ts';
import { openDatabase } from '../database/open.ts';
import { type BackupEnv, readBackupEnv } from '../env.ts';
import { explain } from '../explain.ts';
import { openStore } from '../storage/open.ts';
import { backUp, type Contents, type Folders } from './backup.ts';
import { BackupError } from './backup-error.ts';
import { restore } from './restore.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run backup -- file`: writes all of the shop into one file. True when that is done. */
export function mainBackup(): Promise<boolean> {
  return run('backup', async (path, env, { pool }) => {
    say(
      summarize(
        `${path} is written`,
        await backUp(path, { pool, folders: foldersOf(env), key: env.key, log: say }),
      ),
    );
    if (env.key === undefined)
      say(
        'It is not encrypted: it has the data of people, and keys. Set BACKUP_KEY to encrypt the next one.',
      );
    return true;
  });
}

/** `npm run restore -- file`: fills an empty database and its folders with a backup, and audits them. True when all is well. */
export function mainRestore(): Promise<boolean> {
  return run('restore', async (path, env, { pool, db }) => {
    await mkdir(env.dataDir, { recursive: true });
    const options = { pool, folders: foldersOf(env), scratch: env.dataDir, key: env.key, log: say };
    const { heldMails, madeAt, ...contents } = await restore(path, options);
    say(summarize(`The shop of ${madeAt} is restored`, contents));
    if (heldMails > 0)
      say(
        `${heldMails} mails that waited then are not sent any more: they may have been. The overview lists them.`,
      );
    const { faults } = await audit(db);
    if (faults.length === 0) say('The audit finds no fault.');
    else say([`The audit finds ${faults.length} faults:`, ...faults].join('\n'));
    return faults.length === 0;
  });
}

const foldersOf = (env: BackupEnv): Folders => ({
  images: openStore(env, 'images'),
  files: openStore(env, 'files'),
});

function summarize(what: string, { rows, files }: Contents): string {
  const counts = Object.values(rows);
  return `${what}: ${counts.reduce((sum, count) => sum + count, 0)} rows of ${counts.length} tables, ${files} files.`;
}

async function run(
  command: 'backup' | 'restore',
  work: (path: string, env: BackupEnv, database: Database) => Promise<boolean>,
): Promise<boolean> {
  try {
    const { positionals } = parseArgs({ allowPositionals: true });
    const [path, ...others] = positionals;
    if (path === undefined || others.length > 0)
      throw new BackupError(`Name one file: npm run ${command} -- shop.backup`);
    const env = readBackupEnv(process.env);
    const database = await openDatabase(env, () => {});
    try {
      return await work(path, env, database);
    } finally {
      await database.close();
    }
  } catch (error) {
    say(error instanceof BackupError ? error.message : explain(error));
    return false;
  }
}
