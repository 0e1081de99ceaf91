import { sql } from 'kysely';
import { priceError } from '#contract/products/minimum.ts';
import type { Queryable } from '../ground/database/client.ts';
import { type NewEvent, recordEvent, recordEvents } from '../log/queries.ts';
import { lockCategories } from '../products/category.ts';
import { orderableErrors } from '../products/change.ts';
import { edited } from '../products/revision.ts';
import { readShelves } from '../products/shelf.ts';
import { type FieldValues, fieldOf, otherThan, pick, toFieldChanges, withValues } from './fields.ts';
import { nameParts } from './known.ts';
import { removeMade } from './new-categories.ts';
import type { StoredImport, StoredRow } from './queries.ts';
import type { RowResult, Step } from './step.ts';
import { type LockedProduct, lacksRoom, lockProducts, updateChanged } from './write.ts';

/**
 * Undoes an import. Only fields that still hold what it wrote are restored. Of stock, the pieces by which it changed what is on sale are
 * taken back, whatever has been ordered, shipped or received since; a later count or correction stays. A part that it added is taken
 * off sale when it is as it was added and nobody has ordered it, and a category that it made is removed when nothing uses it.
 */
export const undoing: Step = {
  state: 'undoing',
  rows: sql`result = 'applied'`,
  counter: 'kept_rows',
  whole: 'undone',
  work: undoRows,
  finish,
};

async function undoRows(transaction: Queryable, imported: StoredImport, page: readonly StoredRow[]) {
  const categories = await lockCategories(
    transaction,
    page.map(({ before }) => before?.category),
  );
  const locked = await lockProducts(
    transaction,
    page.map(({ product_id }) => product_id),
  );
  const shelves = await readShelves(
    transaction,
    page.flatMap(({ product_id: id, before }) =>
      id !== null && before?.available !== undefined ? [id] : [],
    ),
  );
  const ordered = await findOrdered(transaction, [...locked.keys()]);
  const recounted = await findRecounted(transaction, imported.id, [...shelves.keys()]);
  const named = await nameParts(
    transaction,
    imported.id,
    page.flatMap(({ before, after }) => [before, after]),
  );
  const results: RowResult[] = [];
  const events: NewEvent[] = [];
  const removed: string[] = [];
  for (const row of page) {
    const product = locked.get(row.product_id ?? '');
    if (!product) results.push({ n: row.n, result: 'kept', left_why: 'removed', left_fields: [] });
    else if (row.action === 'new') {
      const result = takeBack(row, product, ordered);
      results.push(result);
      if (result.result !== 'undone') continue;
      removed.push(product.row.id);
      const facts = { name: product.now.name };
      events.push({ kind: 'product_removed', actor: imported.undone_by!, productId: product.row.id, facts });
    } else {
      const { result, restored } = restore(row, product, { categories, shelves, recounted });
      results.push(result);
      if (Object.keys(restored).length === 0) continue;
      events.push(eventOf(imported, product, restored, named));
      product.now = withValues(product.now, restored);
      if (restored.category !== undefined)
        product.row.category_id = categories.get(restored.category as string)?.id ?? null;
    }
  }
  const changed = await updateChanged(transaction, locked);
  await transaction
    .updateTable('products')
    .set({ removed_at: sql`now()`, ...edited })
    .where(sql<boolean>`id = any(${removed}::uuid[])`)
    .execute();
  await recordEvents(transaction, events);
  return { products: [...changed, ...removed], results };
}

async function findOrdered(transaction: Queryable, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select added.id from unnest(${ids}::uuid[]) as added (id)
    where exists (select from orders where orders.product_id = added.id)`.execute(transaction);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns products whose stock somebody has counted, corrected or set after an import changed it: what is on sale follows from that now.
 * Another import's count that was undone as well is none.
 */
async function findRecounted(transaction: Queryable, importId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select own.product_id as id from (
      select product_id, max(id::text)::uuid as id from events
      where product_id = any(${ids}::uuid[]) and stock_change is not null and facts ->> 'importId' = ${importId}
      group by product_id
    ) as own
    where exists (
      select from events as later
      where later.product_id = own.product_id and later.id > own.id and stock_change is not null
        and kind in ('stock_counted', 'stock_corrected', 'product_changed', 'goods_received')
        and (kind <> 'goods_received' or facts ? 'importId')
      group by facts ->> 'importId'
      having facts ->> 'importId' is null
        or (bool_or(kind in ('stock_counted', 'stock_corrected')) and sum(stock_change) <> 0)
    )`.execute(transaction);
  return new Set(rows.map(({ id }) => id));
}

/** A new part has none of it until somebody adds some. */
const NOTHING = { attachments: [], substitutes: [] };

/** A part that the import added. */
function takeBack(row: StoredRow, { row: { id }, now }: LockedProduct, ordered: Set<string>): RowResult {
  if (ordered.has(id)) return { n: row.n, result: 'kept', left_why: 'ordered', left_fields: [] };
  const added = { ...NOTHING, ...row.after };
  const others = otherThan(now, added);
  if (others.length > 0) return { n: row.n, result: 'kept', left_why: 'changed', left_fields: others };
  return { n: row.n, result: 'undone', left_why: null, left_fields: null };
}

/** Fields whose values have to fit together. */
const TOGETHER = ['price', 'priceBreaks', 'minOrder', 'multiple'];

/** The fields that still hold what the import wrote, with their values from before. */
function restore(
  row: StoredRow,
  product: LockedProduct,
  known: {
    categories: ReadonlyMap<string, unknown>;
    shelves: ReadonlyMap<string, number>;
    recounted: ReadonlySet<string>;
  },
): { result: RowResult; restored: FieldValues } {
  const { now } = product;
  const after = row.after as FieldValues;
  const before = { ...row.before } as FieldValues;
  const kept = new Set(otherThan(now, after));
  if (after.available !== undefined) {
    const available = now.available + Number(before.available) - Number(after.available);
    before.available = available;
    const isKept =
      available < 0 || known.recounted.has(product.row.id) || lacksRoom(known.shelves, product, available);
    if (isKept) kept.add('available');
    else kept.delete('available');
  }
  if (typeof before.category === 'string' && !known.categories.has(before.category)) kept.add('category');
  const restorable = () => Object.keys(after).filter((field) => !kept.has(field));
  const next = withValues(now, some(before, restorable()));
  const errors = orderableErrors(now, pick(next, restorable()));
  let why = kept.size > 0 ? 'changed' : undefined;
  if (errors.length > 0 && !priceError(now))
    for (const field of TOGETHER)
      if (field in after) {
        kept.add(field);
        why ??= 'invalid';
      }
  const restored = some(before, restorable());
  const result = kept.size === 0 ? 'undone' : restorable().length === 0 ? 'kept' : 'partly';
  return {
    restored,
    result: { n: row.n, result, left_why: why ?? null, left_fields: kept.size > 0 ? [...kept] : null },
  };
}

function some(values: FieldValues, fields: readonly string[]): FieldValues {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

function eventOf(
  { id: importId, undone_by: by }: StoredImport,
  { row, now }: LockedProduct,
  restored: FieldValues,
  named: (values: FieldValues) => FieldValues,
): NewEvent {
  const before = Object.fromEntries(Object.keys(restored).map((field) => [field, fieldOf(now, field)]));
  const changes = toFieldChanges(named(before), named(restored));
  const { available } = restored;
  return {
    kind: 'product_changed',
    actor: by!,
    productId: row.id,
    facts: { importId, changes },
    ...(available !== undefined && { stockChange: Number(available) - now.available }),
  };
}

async function finish(transaction: Queryable, imported: StoredImport): Promise<boolean> {
  const hasRemoved = await removeMade(transaction, imported);
  const { id, undone_by: by, name, kept_rows: kept } = imported;
  await transaction
    .updateTable('imports')
    .set({ state: 'undone', done: imported.size, undone_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  const { restored } = await transaction
    .selectFrom('import_rows')
    .select((eb) => eb.fn.countAll<number>().as('restored'))
    .where('import_id', '=', id)
    .where('result', '=', 'undone')
    .executeTakeFirstOrThrow();
  await recordEvent(transaction, {
    kind: 'import_undone',
    actor: by!,
    facts: { importId: id, restored: Number(restored), kept, ...(name !== null && { name }) },
  });
  return hasRemoved;
}
