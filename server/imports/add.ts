import { sql } from 'kysely';
import type { ImportOptions } from '#contract/imports.ts';
import type { Database, Queryable } from '../database/client.ts';
import { newId } from '../database/uuid.ts';
import type { Draft } from './draft.ts';
import type { Column } from './headers.ts';
import { Judge, type Judged, type KnownCategory } from './judge.ts';
import { type AddedParts, findKnown } from './known.ts';
import { NamedRows, refuseWrong } from './named-rows.ts';
import type { OpenFile, Reader } from './reader.ts';

/** What was sent to be imported. */
export interface Upload extends ImportOptions {
  bytes: Uint8Array;
  isJson: boolean;
  name?: string | undefined;
}

/** Imports whose mappings are looked at for one with the same headers. */
const REMEMBERED = 20;

/** Opens an upload. Throws 400 or 413 for what cannot be read. */
export async function openUpload(
  db: Queryable,
  reader: Reader,
  upload: Upload,
): Promise<OpenFile & { judge: Judge }> {
  const categories = await listKnown(db);
  const earlier = await db
    .selectFrom('imports')
    .select(['columns', 'decimal'])
    .where('state', 'not in', ['reading', 'failed'])
    .orderBy('id', 'desc')
    .limit(REMEMBERED)
    .execute();
  const file = await reader.open({
    ...upload,
    attributes: categories.flatMap(({ attributes }) => attributes),
    earlier: earlier.map(({ columns, decimal }) => ({
      columns: columns as Column[],
      ...(decimal && { decimal }),
    })),
  });
  return { ...file, judge: new Judge(categories, file.columns, file.reading) };
}

async function listKnown(db: Queryable): Promise<KnownCategory[]> {
  return db.selectFrom('categories').select(['slug', 'name', 'attributes']).orderBy('slug').execute();
}

/** Writes down that a file is being read. Returns the import's id. */
export async function insertImport(
  transaction: Queryable,
  file: OpenFile,
  who: string,
  name: string | undefined,
): Promise<string> {
  const id = newId();
  await transaction
    .insertInto('imports')
    .values({
      ...{ id, state: 'reading', who, name: name ?? null, size: file.size },
      columns: JSON.stringify(file.columns),
      unknown: JSON.stringify(file.unknown),
      decimal: file.decimal ?? null,
      delimiter: file.delimiter ?? null,
      asks_decimal: file.asksDecimal ? JSON.stringify(file.asksDecimal) : null,
    })
    .execute();
  return id;
}

/** Compares all rows with the catalogue, page by page; then the import is ready. It has failed when they cannot be read to the end. */
export async function readRows(
  { db }: Database,
  id: string,
  file: OpenFile & { judge: Judge },
): Promise<void> {
  const added: AddedParts = new Map();
  const named = new NamedRows(added);
  try {
    for await (const drafts of file.pages()) {
      const known = await findKnown(db, drafts, added);
      const rows = drafts.map((draft, n) => {
        const judged = file.judge.judge(draft, known[n]!.product, known[n]!.substitutes);
        if (judged.action === 'new') judged.productId = added.get(judged.sku!.toUpperCase()) ?? newId();
        return { draft, judged, keepsCells: named.add(draft, judged) || judged.action === 'error' };
      });
      await db.transaction().execute((transaction) => insertRows(transaction, id, rows));
    }
    const { column } = file.columns.find(({ field }) => field === 'substitutes') ?? {};
    await db.transaction().execute((transaction) => refuseWrong(transaction, id, named, column));
    await finish(db, id, 'ready');
  } catch (error) {
    await finish(db, id, 'failed');
    throw error;
  }
}

async function finish(db: Queryable, id: string, state: 'ready' | 'failed'): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .execute();
}

async function insertRows(
  transaction: Queryable,
  id: string,
  rows: readonly { draft: Draft; judged: Judged; keepsCells: boolean }[],
): Promise<void> {
  const stored = rows.map(({ draft, judged: { productId, errors, ...judged }, keepsCells }) => ({
    ...judged,
    n: draft.row,
    product_id: productId,
    errors,
    cells: keepsCells ? draft.cells : null,
  }));
  await sql`
    insert into import_rows (import_id, n, action, sku, name, product_id, before, after, added, errors, cells)
    select ${id}, n, action, sku, name, product_id, before, after, added, errors, cells
    from jsonb_populate_recordset(null::import_rows, ${JSON.stringify(stored)}::jsonb)`.execute(transaction);
  const count = (action: Judged['action']) => rows.filter(({ judged }) => judged.action === action).length;
  await transaction
    .updateTable('imports')
    .set((eb) => ({
      done: eb('done', '+', rows.length),
      new_rows: eb('new_rows', '+', count('new')),
      changed_rows: eb('changed_rows', '+', count('changed')),
      same_rows: eb('same_rows', '+', count('same')),
      error_rows: eb('error_rows', '+', count('error')),
      touched_at: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .execute();
}
