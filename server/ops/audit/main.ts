import { parseArgs } from 'node:util';
import { openShopDatabase } from '../../ground/database/open.ts';
import { readDataEnv } from '../../ground/env.ts';
import { explainOfShop } from '../../ground/explain.ts';
import { OperatorError } from '../../ground/operator-error.ts';
import { type StockAudit, toFaults } from '../../purchases/audit.ts';
import { noteUpkeep } from '../../status/upkeep.ts';
import { type Audit, audit } from './audit.ts';

/**
 * `npm run audit`: prints what must hold and whether it does. Returns true when it does. `--all` prints the numbers of every product.
 */
export async function main(): Promise<boolean> {
  try {
    const all = readArguments();
    const { found, unnoted } = await run();
    process.stdout.write(`${[summarize(found, all), ...unnoted].join('\n')}\n`);
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

/** @returns what it has found, and a line where the time of it could not be noted */
async function run(): Promise<{ found: Audit; unnoted: string[] }> {
  const env = readDataEnv(process.env);
  const database = await openShopDatabase(env);
  try {
    const found = await audit(database.db);
    const unnoted = found.faults.length === 0 && (await noteUpkeep(database.db, 'audit'));
    return { found, unnoted: unnoted ? [unnoted] : [] };
  } finally {
    await database.close();
  }
}

const COLUMNS = ['put in', 'available', 'held', 'sold'];

/**
 * Says what an audit has found: how many products there are, the sum of each number, the products whose numbers do not agree, and all faults.
 * @param all with every product
 */
export function summarize({ stock, faults }: Audit, all = false): string {
  const shown = all ? stock : stock.filter(isWrong);
  const total = `all ${stock.length} products`;
  const width = Math.max(total.length, ...shown.map(({ name }) => name.length));
  const line = (name: string, numbers: (string | number)[]) =>
    `${name.padEnd(width)} ${numbers.map((number) => String(number).padStart(12)).join('')}`;
  const sum = (of: (one: StockAudit) => number) => stock.reduce((result, one) => result + of(one), 0);
  return [
    line('product', COLUMNS),
    ...shown.map((one) => line(one.name, numbersOf(one))),
    line(total, [
      sum((one) => one.putIn),
      sum((one) => one.available),
      sum((one) => one.held),
      sum((one) => one.sold),
    ]),
    '',
    ...(faults.length === 0
      ? [
          'All is well: stock put in = available + held + sold, every paid order has its one payment, and what buyers have unpaid is counted right.',
        ]
      : [`${faults.length} faults:`, ...faults]),
  ].join('\n');
}

const numbersOf = ({ putIn, available, held, sold }: StockAudit) => [putIn, available, held, sold];

const isWrong = (one: StockAudit) => toFaults(one).length > 0;
