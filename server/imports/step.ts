import { type SqlBool, sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import type { StoredImport, StoredRow } from './queries.ts';

/** What a page of work has done. */
export interface Progress {
  /** Products that have changed. */
  products: string[];
  /** Whether categories were made or removed. */
  hasCategories: boolean;
  isDone: boolean;
}

/** What has become of a row. */
export type RowResult = Pick<StoredRow, 'n' | 'result'> &
  Partial<Pick<StoredRow, 'product_id' | 'before' | 'after' | 'left_why' | 'left_fields'>>;

/** Work at the rows of an import, which goes on page by page: to apply it, or to undo it. */
export interface Step {
  /** The import is in this state until all is done. */
  state: StoredImport['state'];
  /** Which rows have to be worked at. */
  rows: ReturnType<typeof sql<SqlBool>>;
  /** Counts the rows that were not worked at in full. */
  counter: 'left_rows' | 'kept_rows';
  /** What has become of a row that was. */
  whole: StoredRow['result'];
  /** Works at a page of rows. Returns the products that have changed, and what has become of each row. */
  work(
    transaction: Queryable,
    imported: StoredImport,
    page: readonly StoredRow[],
  ): Promise<{ products: string[]; results: RowResult[]; hasCategories?: boolean }>;
  /** Ends the work, once there are no more rows. Returns whether categories were removed. */
  finish(transaction: Queryable, imported: StoredImport): Promise<boolean>;
}

/**
 * Works at the next rows of an import, in one transaction with how far it has come: after a crash it goes on from there, and no
 * row is worked at twice. Undefined when the import has moved on.
 */
export async function takeStep(
  db: Queryable,
  { state, rows, counter, whole, work, finish }: Step,
  id: string,
  most: number,
): Promise<Progress | undefined> {
  return transact(db, async (transaction) => {
    const imported = await transaction
      .selectFrom('imports')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', state)
      .forUpdate()
      .executeTakeFirst();
    if (!imported) return undefined;
    const page = await transaction
      .selectFrom('import_rows')
      .selectAll()
      .where('import_id', '=', id)
      .where('n', '>', imported.done)
      .where(rows)
      .orderBy('n')
      .limit(most)
      .execute();
    if (page.length === 0) {
      const hasCategories = await finish(transaction, imported);
      return { products: [], hasCategories, isDone: true };
    }
    const { products, results, hasCategories = false } = await work(transaction, imported, page);
    await storeResults(transaction, id, results);
    const others = results.filter(({ result }) => result !== whole).length;
    await transaction
      .updateTable('imports')
      .set((eb) => ({
        done: page.at(-1)!.n,
        [counter]: eb(counter, '+', others),
        touched_at: sql<Date>`now()`,
      }))
      .where('id', '=', id)
      .execute();
    return { products, hasCategories, isDone: false };
  });
}

/** Writes down what has become of rows. */
async function storeResults(
  transaction: Queryable,
  id: string,
  results: readonly RowResult[],
): Promise<void> {
  if (results.length === 0) return;
  await sql`
    update import_rows set result = done.result, left_why = done.left_why, left_fields = done.left_fields,
      product_id = coalesce(done.product_id, import_rows.product_id),
      before = coalesce(done.before, import_rows.before), after = coalesce(done.after, import_rows.after)
    from jsonb_populate_recordset(null::import_rows, ${JSON.stringify(results)}::jsonb) as done
    where import_rows.import_id = ${id} and import_rows.n = done.n`.execute(transaction);
}
