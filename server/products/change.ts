import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { FieldChange } from '#contract/events.ts';
import { fieldError, readMessage } from '#contract/field-message.ts';
import { priceError } from '#contract/minimum.ts';
import { priceBreaksError } from '#contract/price-breaks.ts';
import type { NewProduct, ProductChange } from '#contract/products.ts';
import type { Queryable } from '../database/client.ts';
import { isId, newId } from '../database/uuid.ts';
import { recordEvent } from '../events/queries.ts';
import { invalidInput, Problem } from '../handling/problem.ts';
import { requireAttributes, requireCategory } from './category.ts';
import { selectProducts } from './queries.ts';
import { type ProductInput, toColumns, toInput } from './row.ts';

/** Inserts a product with its stock movement and returns its id. */
export async function insertProduct(
  transaction: Queryable,
  product: NewProduct,
  actor: string,
): Promise<string> {
  const id = newId();
  const category = await requireCategory(transaction, product.category);
  requireAttributes(category?.attributes, product.attributes);
  await explainTakenSku(
    product.sku,
    transaction
      .insertInto('products')
      .values({ id, sku: nextSku, ...toColumns(product), category_id: category?.id ?? null })
      .execute(),
  );
  await recordEvent(transaction, {
    kind: 'product_added',
    actor,
    productId: id,
    stockChange: product.available,
    facts: { name: product.name, price: product.price },
  });
  return id;
}

/** Changes a product on sale, with its stock movement; returns the number of changed rows. */
export async function updateProduct(
  transaction: Queryable,
  id: string,
  change: ProductChange,
  actor: string,
): Promise<number> {
  if (!isId(id)) return 0;
  const category = await requireCategory(transaction, change.category);
  const row = await selectProducts(transaction)
    .where('products.id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate('products')
    .executeTakeFirst();
  if (!row) return 0;
  const before = toInput(row);
  requireOrderable(before, change);
  const known = change.category === undefined ? (row.category_attributes ?? []) : category?.attributes;
  requireAttributes(known, change.attributes);
  const columns = {
    ...toColumns(change),
    ...(change.category !== undefined && { category_id: category?.id ?? null }),
  };
  await explainTakenSku(
    change.sku,
    transaction
      .updateTable('products')
      .set({ ...columns, ...touched })
      .where('id', '=', id)
      .execute(),
  );
  await recordEvent(transaction, {
    kind: 'product_changed',
    actor,
    productId: id,
    stockChange: (change.available ?? before.available) - before.available,
    facts: { changes: changesOf(before, change) },
  });
  return 1;
}

/** The SKU of a product that is added without one: the next number that no product on sale has. */
const nextSku = sql<string>`(
  with recursive numbered (sku) as (
    select 'P-' || nextval('sku_numbers')
    union all
    select 'P-' || nextval('sku_numbers') from numbered where ${isTaken()}
  )
  select sku from numbered where not ${isTaken()})`;

function isTaken() {
  return sql`exists (select from products where upper(products.sku) = numbered.sku and removed_at is null)`;
}

/**
 * Waits for a statement. Throws 409 when it fails because another product on sale has the SKU, and 503 when another one got the
 * SKU that was made for this one.
 */
async function explainTakenSku(sku: string | undefined, statement: Promise<unknown>): Promise<void> {
  try {
    await statement;
  } catch (error) {
    const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
    if (code !== '23505' || constraint !== 'products_sku') throw error;
    throw sku === undefined ? new Problem('busy') : new Problem('sku_taken', { sku });
  }
}

/**
 * Throws 400 when a change of prices or quantities makes a product impossible to order, or its price rise with the quantity. A
 * product that was impossible to order before may be changed in all other fields.
 */
function requireOrderable(before: ProductInput, change: ProductChange): void {
  const { price, minOrder, multiple, priceBreaks } = change;
  const changed = [price, minOrder, multiple, priceBreaks];
  if (changed.every((value) => value === undefined)) return;
  const after = {
    price: price ?? before.price,
    minOrder: minOrder ?? before.minOrder,
    multiple: multiple ?? before.multiple,
    priceBreaks: priceBreaks ?? before.priceBreaks,
  };
  const error = priceError(after);
  if (error) throw invalidInput([fieldError('price', 'unorderable', error)]);
  const broken = priceBreaksError(after);
  if (broken) throw invalidInput([{ field: 'priceBreaks', ...readMessage(broken) }]);
}

/** Removes a product from sale; returns the number of changed rows. Orders for it stay. */
export async function removeProduct(transaction: Queryable, id: string, actor: string): Promise<number> {
  if (!isId(id)) return 0;
  const removed = await transaction
    .updateTable('products')
    .set({ removed_at: sql`now()`, ...touched })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (!removed) return 0;
  await recordEvent(transaction, { kind: 'product_removed', actor, productId: id, facts: removed });
  return 1;
}

/** Counts all products on sale of a category as changed, which show its name and attributes. Returns their ids. */
export async function touchProductsOf(transaction: Queryable, categoryId: string): Promise<string[]> {
  const locked = transaction
    .selectFrom('products')
    .select('id')
    .where('category_id', '=', categoryId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate();
  const rows = await transaction
    .with(
      (cte) => cte('locked').materialized(),
      () => locked,
    )
    .updateTable('products')
    .from('locked')
    .set(touched)
    .whereRef('products.id', '=', 'locked.id')
    .returning('products.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Set by every change of a row, for the memory of the catalogue in each process. */
const touched = { revision: sql<number>`revision + 1`, changed_at: sql<Date>`now()` };

/** The most characters that the log shows of a change. */
const MOST_TEXT = 500;

/** The fields that a change has changed, with text as long as the log shows of it. */
function changesOf(before: ProductInput, change: ProductChange): FieldChange[] {
  return (Object.keys(change) as (keyof ProductChange)[])
    .filter((field) => change[field] !== undefined && !isDeepStrictEqual(change[field], before[field]))
    .map((field) => ({ field, from: cut(before[field]), to: cut(change[field]) }));
}

function cut(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MOST_TEXT || typeof value === 'string'
    ? text.slice(0, MOST_TEXT).toWellFormed()
    : value;
}
