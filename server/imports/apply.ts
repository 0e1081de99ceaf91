import { sql } from 'kysely';
import type { LeftWhy } from '#contract/imports/schema.ts';
import { priceError } from '#contract/products/minimum.ts';
import type { Queryable } from '../ground/database/client.ts';
import { newId } from '../ground/database/uuid.ts';
import { type NewEvent, recordEvent, recordEvents } from '../log/queries.ts';
import { lockCategories } from '../products/category.ts';
import { orderableErrors } from '../products/change.ts';
import { insertRecords, NOTHING_KNOWN, type ProductRecord, toRecord } from '../products/insert.ts';
import type { ProductInput } from '../products/row.ts';
import { readShelves } from '../products/shelf.ts';
import { type FieldValues, otherThan, pick, toFieldChanges, withValues } from './fields.ts';
import { findPartsOfNow, nameParts } from './known.ts';
import { makeCategories } from './new-categories.ts';
import type { StoredImport, StoredRow } from './queries.ts';
import type { RowResult, Step } from './step.ts';
import { stockChange, stockEvent } from './stock.ts';
import { type LockedProduct, lacksRoom, lockProducts, shelfOf, updateChanged } from './write.ts';

/** Applies an import. Rows whose product has changed since the preview are left. */
export const applying: Step = {
  state: 'applying',
  rows: sql`action in ('new', 'changed')`,
  counter: 'left_rows',
  whole: 'applied',
  work: applyRows,
  finish,
};

async function applyRows(transaction: Queryable, imported: StoredImport, page: readonly StoredRow[]) {
  const hasCategories = await makeCategories(
    transaction,
    imported,
    page.map(({ after }) => after?.category),
  );
  const categories = await lockCategories(
    transaction,
    page.map(({ after }) => after?.category),
  );
  const locked = await lockProducts(
    transaction,
    page.map(({ product_id }) => product_id),
  );
  const shelves = await readShelves(
    transaction,
    page.flatMap(({ product_id: id, action, stock }) =>
      id !== null && action === 'changed' && stock ? [id] : [],
    ),
  );
  const results: RowResult[] = [];
  const events: NewEvent[] = [];
  const made: { row: StoredRow; record: ProductRecord; input: ProductInput }[] = [];
  const named = await nameParts(
    transaction,
    imported.id,
    page.flatMap(({ action, before, after }) => (action === 'new' ? [] : [before, after])),
  );
  const partsOfNow = await findPartsOfNow(
    transaction,
    imported.id,
    page.map(({ after }) => after),
  );
  for (const stored of page) {
    const after = partsOfNow(stored.after ?? {}, stored.product_id);
    if (!after) {
      results.push(leave(stored, 'changed', ['substitutes']));
      continue;
    }
    const row = { ...stored, after };
    const hasCategory = typeof after.category !== 'string' || categories.has(after.category);
    const categoryId = categories.get(after.category as string)?.id ?? null;
    if (!hasCategory) results.push(leave(row, 'changed', ['category']));
    else if (row.action === 'new') {
      const input = withDefaults(after as Partial<ProductInput>);
      made.push({ row, input, record: toRecord(row.product_id ?? newId(), input, categoryId) });
    } else {
      const product = locked.get(row.product_id ?? '');
      const change = product ? changeOf(row, product, shelves) : leave(row, 'removed');
      results.push(change);
      if (!product || change.result !== 'applied') continue;
      const next = withValues(product.now, change.after!);
      if (after.category !== undefined) product.row.category_id = categoryId;
      events.push(...eventsOf(imported, row, product.row.id, named(change.before!), named(change.after!)));
      product.now = next;
    }
  }
  const changed = await updateChanged(transaction, locked);
  const inserted = await insertRecords(transaction, made, imported.applied_by!);
  for (const { row, record, input } of made)
    results.push(
      inserted.has(record.id)
        ? { n: row.n, result: 'applied', product_id: record.id, after: input as never }
        : leave(row, 'sku_taken', ['sku']),
    );
  await recordEvents(transaction, events);
  return { products: [...changed, ...inserted], results, hasCategories };
}

/** Everything that a product's row has, so that an undo can compare it. */
function withDefaults(input: Partial<ProductInput>): ProductInput {
  return { ...NOTHING_KNOWN, ...input } as ProductInput;
}

function leave({ n }: StoredRow, why: LeftWhy, fields: string[] = []): RowResult {
  return { n, result: 'left', left_why: why, left_fields: fields };
}

/** What a row changes now: nothing of a product that has changed since the preview. Its stock changes from the current stock. */
function changeOf(row: StoredRow, product: LockedProduct, shelves: ReadonlyMap<string, number>): RowResult {
  const { now } = product;
  const before = { ...row.before };
  const after = { ...row.after };
  // Rows that the version before has compared say what is to be on sale, which is no count of a shelf.
  if (!row.stock && after.available !== undefined) return leave(row, 'changed', ['available']);
  if (row.stock) {
    const change = stockChange(row.stock, {
      before: Number(before.available ?? 0),
      available: now.available,
      shelf: shelfOf(shelves, product),
    });
    if (change === undefined || now.available + change < 0) return leave(row, 'changed', ['available']);
    before.available = now.available;
    after.available = now.available + change;
  }
  const others = otherThan(now, before);
  if (others.length > 0) return leave(row, 'changed', others);
  if (lacksRoom(shelves, product, after.available)) return leave(row, 'invalid', ['available']);
  const next = withValues(now, after);
  const isWrong = orderableErrors(now, pick(next, Object.keys(after))).length > 0;
  if (isWrong && !priceError(now)) return leave(row, 'invalid', ['price']);
  return { n: row.n, result: 'applied', before, after, left_fields: null, left_why: null };
}

/** Entries of the log for a product that was changed: of its stock, and of everything else. */
function eventsOf(
  { id, applied_by: by }: StoredImport,
  { stock }: Pick<StoredRow, 'stock'>,
  productId: string,
  { available: had, ...before }: FieldValues,
  { available: has, ...after }: FieldValues,
): NewEvent[] {
  const events: NewEvent[] = [];
  const about = { actor: by!, productId };
  if (Object.keys(after).length > 0) {
    events.push({ kind: 'product_changed', ...about, facts: { changes: toFieldChanges(before, after) } });
  }
  if (has !== undefined && stock) events.push(stockEvent(stock, id, about, Number(has) - Number(had)));
  return events;
}

async function finish(transaction: Queryable, imported: StoredImport): Promise<boolean> {
  const { id, applied_by: by, name } = imported;
  await transaction
    .updateTable('imports')
    .set({ state: 'applied', done: imported.size, applied_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  const written = await transaction
    .selectFrom('import_rows')
    .select(['action', (eb) => eb.fn.countAll<number>().as('rows')])
    .where('import_id', '=', id)
    .where('result', '=', 'applied')
    .groupBy('action')
    .execute();
  const count = (action: string) => Number(written.find((one) => one.action === action)?.rows ?? 0);
  await recordEvent(transaction, {
    kind: 'import_applied',
    actor: by!,
    facts: {
      importId: id,
      added: count('new'),
      changed: count('changed'),
      left: imported.left_rows,
      ...(name !== null && { name }),
    },
  });
  return false;
}
