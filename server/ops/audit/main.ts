import { parseArgs } from 'node:util';
import { openShopDatabase } from '../../ground/database/open.ts';
import { readDataEnv } from '../../ground/env.ts';
import { explainOfShop } from '../../ground/explain.ts';
import { OperatorError } from '../../ground/operator-error.ts';
import { noteUpkeep } from '../../status/upkeep.ts';
import { type Audit, audit } from './audit.ts';
import { summarize } from './summary.ts';

/**
 * `npm run audit`: prints what must hold and whether it does. Returns true when it does. `--all` prints the numbers of every product.
 */
export async function main(): Promise<boolean> {
  try {
    const all = readArguments();
    const found = await run();
    process.stdout.write(`${summarize(found, all)}\n`);
    return found.faults.length === 0;
  } catch (error) {
    process.stdout.write(`The books cannot be audited: ${explainOfShop(error)}\n`);
    return false;
  }
}

function readArguments(): boolean {
  try {
    return parseArgs({ options: { all: { type: 'boolean' } } }).values.all === true;
  } catch {
    throw new OperatorError('It takes no argument but --all: npm run audit -- --all');
  }
}

async function run(): Promise<Audit> {
  const env = readDataEnv(process.env);
  const database = await openShopDatabase(env);
  try {
    const found = await audit(database.db);
    if (found.faults.length === 0) await noteUpkeep(database.db, 'audit');
    return found;
  } finally {
    await database.close();
  }
}
