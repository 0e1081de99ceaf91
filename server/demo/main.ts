import { seedDemo } from '../demo.ts';
import { migrate } from '../ground/database/migrate.ts';
import { openDatabase } from '../ground/database/open.ts';
import { explainRights } from '../ground/database/rights.ts';
import { readDataEnv } from '../ground/env.ts';
import { explain } from '../ground/explain.ts';
import { fillCatalogue } from './fill.ts';
import { MOST_PARTS } from './generate.ts';

const USAGE = `Say how many parts, 1 to ${MOST_PARTS}: npm run catalogue -- 100000 (with another seed: npm run catalogue -- 100000 7)`;
const NOT_A_SANDBOX =
  'DATABASE_URL is set and SANDBOX is not, so this may be a real shop: generated parts would be on sale in it. If you mean it: npm run catalogue -- 100000 --yes';

/** `npm run catalogue -- 100000`: fills a shop with generated parts and prints what it did; true when it did. */
export async function main(args: string[]): Promise<boolean> {
  try {
    const outcome = await run(args);
    process.stdout.write(`${outcome.message}\n`);
    return outcome.good;
  } catch (error) {
    process.stdout.write(`${explain(error)}\n`);
    return false;
  }
}

async function run(args: string[]): Promise<{ good: boolean; message: string }> {
  const numbers = args.filter((one) => one !== '--yes');
  const [count = 0, seed = 1] = numbers.map(Number);
  const isCount = Number.isInteger(count) && count >= 1 && count <= MOST_PARTS;
  if (!isCount || !Number.isSafeInteger(seed) || numbers.length > 2) return { good: false, message: USAGE };
  const env = readDataEnv(process.env);
  if (!env.sandbox && !args.includes('--yes')) return { good: false, message: NOT_A_SANDBOX };
  const log = (line: string) => process.stdout.write(`${line}\n`);
  const begun = performance.now();
  const database = await openDatabase(env, log);
  try {
    await explainRights(database.pool, () => migrate(database.pool));
    // The demo catalogue comes first: it fills a shop only while there are no products.
    if (env.sandbox && (await seedDemo(database))) log('Filled the demo catalogue');
    const added = await fillCatalogue(database, { count, seed, log });
    const { rows } = await database.pool.query('select count(*) from products where removed_at is null');
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    const before = added < count ? `, ${count - added} were there already` : '';
    return {
      good: true,
      message: `Added ${added} parts in ${seconds} s${before}. The shop has ${rows[0].count} products; one that runs shows them in some seconds.`,
    };
  } finally {
    await database.close();
  }
}
