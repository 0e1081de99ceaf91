import { openDatabase } from '../database/open.ts';
import { readEnv } from '../env.ts';
import { type Audit, audit } from './audit.ts';

/** `npm run audit`: prints what should hold and whether it does; true when it does. */
export async function main(): Promise<boolean> {
  const database = await openDatabase(readEnv(process.env), () => {});
  try {
    const found = await audit(database.db);
    process.stdout.write(`${summarize(found)}\n`);
    return found.faults.length === 0;
  } finally {
    await database.close();
  }
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
