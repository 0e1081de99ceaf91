/** The products of a page of rows: locked in the order of their ids, and changed in one statement. */
import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import { toRecord } from '../products/insert.ts';
import { selectProducts } from '../products/queries.ts';
import { assignments, edited } from '../products/revision.ts';
import { type ProductInput, type ProductRow, toInput } from '../products/row.ts';
import { isTooMuch } from '../products/shelf.ts';

/** A product on sale, locked, as it is after the rows so far. */
export interface LockedProduct {
  row: ProductRow;
  before: ProductInput;
  now: ProductInput;
}

/** The pieces on the shelf of a locked product after the rows so far, by `shelves` before them. */
export function shelfOf(
  shelves: ReadonlyMap<string, number>,
  { row: { id }, before, now }: LockedProduct,
): number {
  return shelves.get(id)! + now.available - before.available;
}

/** Whether a locked product would have more on sale than its shelf has room for beside what orders have, by `shelves` before the rows. */
export function lacksRoom(
  shelves: ReadonlyMap<string, number>,
  product: LockedProduct,
  available: unknown,
): boolean {
  if (available === undefined) return false;
  return isTooMuch(shelfOf(shelves, product), Number(available) - product.now.available);
}

export async function lockProducts(
  transaction: Queryable,
  ids: readonly (string | null)[],
): Promise<Map<string, LockedProduct>> {
  const wanted = ids.filter((id) => id !== null);
  const rows = await selectProducts(transaction)
    .where(sql<boolean>`products.id = any(${wanted}::uuid[])`)
    .where('removed_at', 'is', null)
    .orderBy('products.id')
    .forUpdate('products')
    .execute();
  return new Map(
    rows.map((row) => {
      const before = toInput(row);
      return [row.id, { row, before, now: before }];
    }),
  );
}

/** Writes all columns of the locked products that have changed, at once. Returns their ids. */
export async function updateChanged(
  transaction: Queryable,
  locked: ReadonlyMap<string, LockedProduct>,
): Promise<string[]> {
  const records = [...locked.values()]
    .filter(({ now, before }) => now !== before)
    .map(({ row, now }) => toRecord(row.id, now, row.category_id));
  if (records.length === 0) return [];
  const columns = Object.keys(records[0]!).filter((column) => column !== 'id');
  const values = Object.fromEntries(columns.map((column) => [column, sql`changed.${sql.id(column)}`]));
  await sql`
    update products set ${assignments({ ...values, ...edited })}
    from jsonb_populate_recordset(null::products, ${JSON.stringify(records)}::jsonb) as changed
    where products.id = changed.id`.execute(transaction);
  return records.map(({ id }) => id);
}
