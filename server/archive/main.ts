import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openShopDatabase } from '../database/open.ts';
import { readArchiveEnv } from '../env.ts';
import { explainOfShop } from '../explain.ts';
import { givenPath } from '../given-path.ts';
import { OperatorError } from '../operator-error.ts';
import { archive } from './archive.ts';
import { FEWEST_KEPT, firstKept } from './months.ts';

/** Months that stay in the database without `--keep`. */
const USUALLY_KEPT = 24;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run archive -- folder [--keep=24]`: moves old months of the log into files. True when that is done. */
export async function main(): Promise<boolean> {
  try {
    const { folder, keep } = readArguments();
    const env = readArchiveEnv(process.env);
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      throw new OperatorError(`${folder} cannot be made (${error.code}).`);
    });
    const database = await openShopDatabase(env);
    try {
      const before = firstKept(new Date(), keep);
      const months = await archive({ pool: database.pool, folder, key: env.key, before, log: say });
      if (months.length === 0) say(`The log has no entries from before ${before}.`);
      else if (env.key === undefined)
        say('The files are not encrypted: they name people. Set BACKUP_KEY to encrypt the next ones.');
    } finally {
      await database.close();
    }
    return true;
  } catch (error) {
    say(explainOfShop(error));
    return false;
  }
}

function readArguments(): { folder: string; keep: number } {
  const usage = new OperatorError(
    `Name one folder, and how many months stay if not ${USUALLY_KEPT} (${FEWEST_KEPT} or more): npm run archive -- /backups/log --keep=36`,
  );
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { keep: { type: 'string' } },
    });
    const [folder, ...others] = positionals;
    const keep = values.keep === undefined ? USUALLY_KEPT : Number(values.keep);
    if (folder === undefined || others.length > 0 || !Number.isInteger(keep) || keep < FEWEST_KEPT)
      throw usage;
    return { folder: givenPath(folder), keep };
  } catch {
    throw usage;
  }
}
