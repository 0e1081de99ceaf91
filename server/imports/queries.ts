import { type Selectable, type SqlBool, sql } from 'kysely';
import type {
  Import,
  ImportListQuery,
  ImportQuery,
  ImportRow,
  ImportState,
  LeftWhy,
  RowError,
} from '#contract/imports/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { Schema } from '../ground/database/schema.ts';
import { isId } from '../ground/database/uuid.ts';
import type { FieldValues } from './fields.ts';
import { nameParts } from './known.ts';

export type StoredImport = Selectable<Schema['imports']>;
export type StoredRow = Selectable<Schema['import_rows']>;

export function toImport(row: StoredImport): Import {
  return {
    _id: row.id,
    state: row.state,
    counts: { new: row.new_rows, changed: row.changed_rows, same: row.same_rows, error: row.error_rows },
    ...(row.name !== null && { name: row.name }),
    who: row.who,
    createdAt: row.created_at.toISOString(),
    ...(row.applied_at && { appliedAt: row.applied_at.toISOString() }),
    ...(row.undone_at && { undoneAt: row.undone_at.toISOString() }),
    size: row.size,
    done: row.done,
    columns: row.columns,
    unknown: row.unknown,
    ...(row.decimal && { decimal: row.decimal }),
    ...(row.asks_decimal && { asksDecimal: row.asks_decimal }),
    ...(row.asks && row.asks.length > 0 && { asks: row.asks }),
    ...(row.new_categories &&
      row.new_categories.length > 0 && {
        newCategories: row.new_categories.map(({ isMade: _, ...category }) => category),
      }),
    ...(row.told_rows > 0 && { told: row.told_rows }),
    ...(row.header_row !== null && { headerRow: row.header_row }),
    ...(row.options && { options: row.options }),
    left: row.left_rows,
    kept: row.kept_rows,
  };
}

export async function findImport(db: Queryable, id: string): Promise<StoredImport | undefined> {
  if (!isId(id)) return undefined;
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Imports, newest first: all of them, or those with problems. */
export async function listImports(
  db: Queryable,
  { limit, after, problems }: ImportListQuery,
): Promise<StoredImport[]> {
  if (after !== undefined && !isId(after)) return [];
  let query = importsWith(db, problems).selectAll().orderBy('id', 'desc');
  if (after !== undefined) query = query.where('id', '<', after);
  return (limit === undefined ? query : query.limit(limit)).execute();
}

/** With problems are those that could not be read, and those that wait with wrong rows. */
function importsWith(db: Queryable, problems?: 'yes') {
  const imports = db.selectFrom('imports');
  return problems === undefined
    ? imports
    : imports.where(sql<SqlBool>`(state = 'failed' or (state = 'ready' and error_rows > 0))`);
}

export async function countImports(db: Queryable, problems?: 'yes'): Promise<number> {
  const { count } = await importsWith(db, problems)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A page of an import's rows in their order. */
async function findRows(
  db: Queryable,
  id: string,
  { rows: which, limit = 100, after = 0 }: ImportQuery,
): Promise<StoredRow[]> {
  let query = db
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', id)
    .where('n', '>', after)
    .orderBy('n')
    .limit(limit);
  if (which === 'left') query = query.where('result', '=', 'left');
  else if (which === 'kept') query = query.where('result', 'in', ['kept', 'partly']);
  else if (which === 'told') query = query.where('told', 'is not', null);
  else if (which) query = query.where('action', '=', which);
  return query.execute();
}

/** A page of rows whose substitutes are named by their SKUs. */
export async function listRows(db: Queryable, id: string, query: ImportQuery): Promise<StoredRow[]> {
  const rows = await findRows(db, id, query);
  const named = await nameParts(
    db,
    id,
    rows.flatMap(({ before, after }) => [before, after]),
  );
  return rows.map((row) => ({
    ...row,
    before: row.before && named(row.before),
    after: row.after && named(row.after),
  }));
}

export function toRow(row: StoredRow): ImportRow {
  const { before, after } = row;
  return {
    row: row.n,
    action: row.action,
    ...(row.sku !== null && { sku: row.sku }),
    ...(row.name !== null && { name: row.name }),
    // A new product has its id before it is added.
    ...(row.product_id !== null && (row.action !== 'new' || isAdded(row)) && { productId: row.product_id }),
    ...(after && { changes: toChanges(before, after) }),
    ...(row.errors !== null && { errors: row.errors as RowError[] }),
    ...(row.told !== null && { told: row.told as RowError[] }),
    ...(row.stock && { stock: row.stock }),
    ...(row.result && { result: row.result }),
    ...(row.left_why && { left: { why: row.left_why as LeftWhy, fields: row.left_fields ?? [] } }),
  };
}

const isAdded = ({ result }: StoredRow) => result !== null && result !== 'left';

function toChanges(before: FieldValues | null, after: FieldValues): ImportRow['changes'] {
  return Object.entries(after).map(([field, value]) => ({
    field,
    ...(before && { before: before[field] ?? null }),
    after: value,
  }));
}

/** Has an import applied or undone by somebody. Returns whether it was in the state that this begins from. */
export async function moveImport(
  db: Queryable,
  id: string,
  from: ImportState,
  to: 'applying' | 'undoing',
  by: string,
): Promise<boolean> {
  if (!isId(id)) return false;
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ state: to, done: 0, touched_at: sql`now()`, [to === 'applying' ? 'applied_by' : 'undone_by']: by })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
