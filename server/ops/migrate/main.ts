import { parseArgs } from 'node:util';
import type { Database } from '../../ground/database/client.ts';
import { hasEmbeddedPostgres } from '../../ground/database/embedded/find.ts';
import { listPending, migrate } from '../../ground/database/migrate.ts';
import { openShopDatabase } from '../../ground/database/open.ts';
import { explainRights } from '../../ground/database/rights.ts';
import { readDataEnv } from '../../ground/env.ts';
import { explain } from '../../ground/explain.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * `npm run migrate`: runs the migrations that have not run, as each start does. With `--dry-run` it prints them instead, and changes
 * nothing. True when that is done.
 */
export async function main(args: string[]): Promise<boolean> {
  try {
    const { values } = parseArgs({ args, options: { 'dry-run': { type: 'boolean', default: false } } });
    const env = readDataEnv(process.env);
    // To look at it, no database is made, nor one finished whose first start was cut short.
    if (values['dry-run'] && !env.databaseUrl && !hasEmbeddedPostgres(env.dataDir)) {
      say(`There is no shop in ${env.dataDir} yet. Its first start makes the newest schema.`);
      return true;
    }
    const database = await openShopDatabase(env);
    try {
      await (values['dry-run'] ? showPending(database) : run(database));
    } finally {
      await database.close();
    }
    return true;
  } catch (error) {
    const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    say(isUsage ? 'npm run migrate takes nothing, or -- --dry-run' : explain(error));
    return false;
  }
}

async function showPending({ pool }: Database): Promise<void> {
  const pending = await listPending(pool);
  for (const { name, text } of pending) say(`-- ${name}\n${text}`);
  say(
    pending.length === 0
      ? 'The schema is the newest: nothing would run.'
      : `Pending migrations: ${pending.length}, in this order. Nothing was changed.`,
  );
}

async function run({ pool }: Database): Promise<void> {
  let count = 0;
  await explainRights(pool, () =>
    migrate(pool, {
      ran(name) {
        count += 1;
        say(name);
      },
      goesOn: say,
    }),
  );
  say(count === 0 ? 'The schema is the newest: nothing had to run.' : `Migrations that have run: ${count}.`);
}
