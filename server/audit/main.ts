import { openDatabase } from '../database/open.ts';
import { readDataEnv } from '../env.ts';
import { explain } from '../explain.ts';
import { type Audit, audit } from './audit.ts';

/** `npm run audit`: prints what should hold and whether it does; true when it does. It needs to know where the data is. */
export async function main(): Promise<boolean> {
  const found = await run().catch((error) => {
    process.stdout.write(`The books cannot be audited: ${explainHere(error)}\n`);
  });
  if (!found) return false;
  process.stdout.write(`${summarize(found)}\n`);
  return found.faults.length === 0;
}

async function run(): Promise<Audit> {
  const database = await openDatabase(readDataEnv(process.env), () => {});
  try {
    return await audit(database.db);
  } finally {
    await database.close();
  }
}

/** 42P01: there is no such table. */
function explainHere(error: unknown): string {
  if ((error as { code?: string }).code === '42P01')
    return 'there is no shop in this database yet. Is DATABASE_URL, or DATA_DIR, the one that the shop runs with?';
  return explain(error);
}

function summarize({ stock, faults }: Audit): string {
  const columns = ['put in', 'available', 'held', 'sold'];
  const width = Math.max(7, ...stock.map(({ name }) => name.length));
  const line = (name: string, numbers: (string | number)[]) =>
    `${name.padEnd(width)} ${numbers.map((number) => String(number).padStart(10)).join('')}`;
  return [
    line('product', columns),
    ...stock.map(({ name, putIn, available, held, sold }) => line(name, [putIn, available, held, sold])),
    '',
    ...(faults.length === 0
      ? [
          'All is well: stock put in = available + held + sold, every paid order has its one payment, and what buyers have unpaid is counted right.',
        ]
      : [`${faults.length} faults:`, ...faults]),
  ].join('\n');
}
