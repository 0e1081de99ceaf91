import { sql } from 'kysely';
import { IMPORT_MAX_ROWS, type ImportOptions } from '#contract/imports/schema.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { newId } from '../ground/database/uuid.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { AddedNumbers, findAlike } from './alike.ts';
import type { KnownCategory } from './category-names.ts';
import type { Draft } from './draft.ts';
import type { Column } from './headers.ts';
import { Judge, type Judged } from './judge.ts';
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
    .select(['columns', 'unknown', 'asks', 'decimal', 'delimiter', 'options'])
    .where('state', 'not in', ['reading', 'failed'])
    .orderBy('id', 'desc')
    .limit(REMEMBERED)
    .execute();
  const file = await reader.open({
    ...upload,
    attributes: categories.flatMap(({ attributes }) => attributes),
    earlier: earlier.map(({ columns, unknown, asks, decimal, delimiter, options }) => ({
      columns: columns as Column[],
      open: [...unknown, ...(asks ?? []).flatMap((ask) => ask.columns)],
      ...(decimal && { decimal }),
      ...(delimiter && { delimiter }),
      ...(options && { options }),
    })),
  });
  return { ...file, judge: new Judge(categories, file.columns, file.readings, file.options) };
}

async function listKnown(db: Queryable): Promise<KnownCategory[]> {
  return db
    .selectFrom('categories')
    .select(['id', 'parent_id as parentId', 'slug', 'name', 'attributes'])
    .orderBy('slug')
    .execute();
}

/** Writes down that a file is being read. Returns the import's id. */
export async function insertImport(
  transaction: Queryable,
  file: OpenFile & { judge: Judge },
  who: string,
  name: string | undefined,
): Promise<string> {
  const id = newId();
  const { mapping: _, decimal: __, ...options } = file.options;
  await transaction
    .insertInto('imports')
    .values({
      id,
      state: 'reading',
      who,
      name: name ?? null,
      size: file.size,
      columns: JSON.stringify(file.columns.map(({ column, field }) => ({ column, field }))),
      options: JSON.stringify(options),
      header_row: file.headerRow,
      asks: JSON.stringify(file.asks),
      new_categories: JSON.stringify(file.judge.newCategories),
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
  catalogue: Pick<Catalogue, 'numbers'>,
  id: string,
  file: OpenFile & { judge: Judge },
): Promise<void> {
  const added: AddedParts = new Map();
  const named = new NamedRows(added);
  const numbers = new AddedNumbers();
  const unread = { rows: file.unread, first: 0 };
  try {
    for await (const drafts of file.pages()) {
      const known = await findKnown(db, drafts, added);
      const rows = drafts.map((draft, n) => {
        const { product, substitutes } = known[n]!;
        const alike = product ? undefined : (findAlike(catalogue, draft) ?? numbers.find(draft));
        const judged = file.judge.judge(draft, product, substitutes, alike);
        if (isUnread(draft, judged)) {
          unread.first ||= draft.row;
          unread.rows += 1;
        }
        if (judged.action === 'new') {
          judged.productId = added.get(judged.sku!.toUpperCase()) ?? newId();
          numbers.add(draft);
        }
        return {
          draft,
          judged,
          keepsCells: named.add(draft, judged) || judged.action === 'error' || judged.told !== undefined,
        };
      });
      await db.transaction().execute((transaction) => insertRows(transaction, id, rows));
    }
    const { column } = file.columns.find(({ field }) => field === 'substitutes') ?? {};
    await db.transaction().execute((transaction) => refuseWrong(transaction, id, named, column));
    const asks = [...file.asks, ...file.judge.asks];
    if (file.options.absent) {
      // Which parts a file does not have is not known before all of its rows are.
      if (unread.rows === 0) await addAbsent(db, id);
      else
        asks.push({
          kind: 'absent',
          columns: [],
          rows: unread.rows,
          examples: [],
          ...(unread.first > 0 && { row: unread.first }),
        });
    }
    if (asks.length > file.asks.length)
      await db
        .updateTable('imports')
        .set({ asks: JSON.stringify(asks) })
        .where('id', '=', id)
        .execute();
    await finish(db, id, 'ready');
  } catch (error) {
    await finish(db, id, 'failed');
    throw error;
  }
}

/** Whether nobody knows yet which part a row is about. */
const isUnread = ({ sku }: Draft, { errors = [] }: Judged) =>
  sku === undefined || errors.some(({ code }) => code === 'import_alike' || code === 'import_other_sku');

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
  const stored = rows.map(({ draft, judged: { productId, ...judged }, keepsCells }) => ({
    ...judged,
    n: draft.row,
    product_id: productId,
    cells: keepsCells ? draft.cells : null,
  }));
  await sql`
    insert into import_rows (import_id, n, action, sku, name, product_id, before, after, added, stock, errors, told, cells)
    select ${id}, n, action, sku, name, product_id, before, after, added, stock, errors, told, cells
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
      told_rows: eb('told_rows', '+', rows.filter(({ judged }) => judged.told).length),
      touched_at: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .execute();
}

/** Adds a row for each part with pieces on sale that a file of all parts does not have. */
async function addAbsent(db: Queryable, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ added: number; last: number }>`
      with absent as (
        select products.id, sku, name, available from products
        where removed_at is null and available > 0
          and not exists (select from import_rows where import_id = ${id} and upper(import_rows.sku) = upper(products.sku))
        order by products.id limit ${IMPORT_MAX_ROWS}
      ), last as (select coalesce(max(n), 1) as n from import_rows where import_id = ${id}),
      added as (
        insert into import_rows (import_id, n, action, sku, name, product_id, before, after, stock)
        select ${id}, last.n + row_number() over (order by absent.id), 'changed', sku, name, absent.id,
          jsonb_build_object('available', available), '{"available": 0}', '{"kind": "absent"}'
        from absent, last returning n
      )
      select count(*)::int as added, coalesce(max(n), 0)::int as last from added`.execute(transaction);
    const { added } = rows[0]!;
    await transaction
      .updateTable('imports')
      .set((eb) => ({
        size: eb('size', '+', added),
        done: eb('done', '+', added),
        changed_rows: eb('changed_rows', '+', added),
      }))
      .where('id', '=', id)
      .execute();
  });
}
