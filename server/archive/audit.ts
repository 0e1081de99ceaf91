import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../database/client.ts';
import { OperatorError } from '../operator-error.ts';
import { PUT_IN_KINDS } from '../purchases/audit.ts';
import { parseJson } from '../sealed/json.ts';
import { isSame } from './archive.ts';
import { type Contents, fileOf, readMonthFile } from './entries.ts';

/** What removed entries changed of a product's stock. */
interface Sums {
  putIn: number;
  balance: number;
}

/** Of an entry's row, what changes the stock. */
const RowSchema = z.object({
  product_id: z.string().nullable(),
  kind: z.string(),
  stock_change: z.int().nullable(),
});

interface Month extends Contents {
  removed: number;
}

/**
 * Reads the archived months of the log again: each file has to be there, whole, and have what was noted of it, and all together have to
 * come to the sums with which the ledger begins.
 * @returns what should not be, one sentence each
 */
export async function auditArchive(
  db: Queryable,
  folder: string,
  key: string | undefined,
): Promise<string[]> {
  const { rows: months } = await sql<Month>`
    select to_char(month, 'YYYY-MM') as month, entries, encode(sha256, 'hex') as sha256, removed
    from archived_months order by month`.execute(db);
  const sums = new Map<string, Sums>();
  const faults: string[] = [];
  for (const month of months)
    faults.push(...(await auditMonth(month, fileOf(folder, month.month), key, sums)));
  return faults.length > 0 ? faults : await auditSums(db, sums);
}

async function auditMonth(month: Month, path: string, key: string | undefined, sums: Map<string, Sums>) {
  if (month.removed < month.entries)
    return [`${month.month} is not archived to its end: run \`npm run archive\` again`];
  try {
    const found = await readMonthFile(path, key, (row) => add(sums, row));
    return isSame(found, month) ? [] : [`${path} has other entries than the log had`];
  } catch (error) {
    if (error instanceof OperatorError) return [`The archive of ${month.month}: ${error.message}`];
    throw error;
  }
}

function add(sums: Map<string, Sums>, row: string): void {
  const { product_id: product, kind, stock_change: change } = parseJson(row, RowSchema);
  if (product === null || change === null) return;
  const before = sums.get(product) ?? { putIn: 0, balance: 0 };
  const putIn = before.putIn + (PUT_IN_KINDS.includes(kind) ? change : 0);
  sums.set(product, { putIn, balance: before.balance + change });
}

async function auditSums(db: Queryable, sums: Map<string, Sums>): Promise<string[]> {
  const { rows } = await sql<Sums & { id: string }>`
    select product_id as id, put_in as "putIn", balance from archived_stock`.execute(db);
  const kept = new Map(rows.map(({ id, ...one }) => [id, one]));
  const nothing = { putIn: 0, balance: 0 };
  return [...new Set([...sums.keys(), ...kept.keys()])].flatMap((id) => {
    const [inFiles, here] = [sums.get(id) ?? nothing, kept.get(id) ?? nothing];
    return inFiles.putIn === here.putIn && inFiles.balance === here.balance
      ? []
      : [
          `product ${id}: archived entries come to ${inFiles.balance} pieces, but the ledger begins with ${here.balance}`,
        ];
  });
}
