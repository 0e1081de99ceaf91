import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { fieldError, readMessage } from '#contract/kernel/field-message.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import type { FieldChange } from '#contract/log/schema.ts';
import { priceError } from '#contract/products/minimum.ts';
import { priceBreaksError } from '#contract/products/price-breaks.ts';
import type { NewProduct, ProductChange } from '#contract/products/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId, newId } from '../ground/database/uuid.ts';
import { invalidInput, Problem, requireRevision } from '../ground/handling/problem.ts';
import { explainRefused } from '../ground/handling/refused-change.ts';
import { recordEvent } from '../log/queries.ts';
import { requireAttributes, requireCategory } from './category.ts';
import { selectProducts } from './queries.ts';
import { edited, revised } from './revision.ts';
import { type Found, type ProductInput, toColumns, toInput, type WithFiles } from './row.ts';
import { isTooMuch, readShelves } from './shelf.ts';
import { findSubstitutes, withSkus } from './substitutes.ts';

/** Inserts a product with its stock movement and returns its id. */
export async function insertProduct(
  transaction: Queryable,
  product: WithFiles<NewProduct>,
  actor: string,
): Promise<string> {
  const id = newId();
  const category = await requireCategory(transaction, product.category);
  requireAttributes(category?.attributes, product.attributes);
  const substitutes = product.substitutes && (await findSubstitutes(transaction, product.substitutes));
  await explainTakenSku(
    product.sku,
    transaction
      .insertInto('products')
      .values({
        id,
        sku: nextSku,
        ...toColumns({ ...product, substitutes }),
        category_id: category?.id ?? null,
      })
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

/**
 * Changes a product on sale, with its stock movement; returns the number of changed rows. Throws 409 when an admin has changed it
 * since `revision`, if that is given.
 */
export async function updateProduct(
  transaction: Queryable,
  id: string,
  { revision, ...change }: WithFiles<ProductChange>,
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
  // The row is locked: nobody else changes it before this has.
  // guard: server/products/products.test.ts
  requireRevision(revision, row.edition);
  const before = toInput(row);
  // guard: server/products/products.test.ts
  requireOrderable(before, change);
  const stockChange = (change.available ?? before.available) - before.available;
  if (stockChange > 0) await requireRoom(transaction, id, stockChange);
  const known = change.category === undefined ? (row.category_attributes ?? []) : category?.attributes;
  requireAttributes(known, change.attributes);
  const substitutes = change.substitutes && (await findSubstitutes(transaction, change.substitutes, row.id));
  const found = { ...change, substitutes };
  const columns = {
    ...toColumns(found),
    ...(change.category !== undefined && { category_id: category?.id ?? null }),
  };
  const changes = await changesOf(transaction, before, found);
  await explainTakenSku(
    change.sku,
    transaction
      .updateTable('products')
      .set({ ...columns, ...(changes.length > 0 ? edited : revised) })
      .where('id', '=', id)
      .execute(),
  );
  await recordEvent(transaction, {
    kind: 'product_changed',
    actor,
    productId: id,
    facts: { changes },
    ...(stockChange !== 0 && { stockChange }),
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
const explainTakenSku = (sku: string | undefined, statement: Promise<unknown>) =>
  explainRefused(statement, {
    products_sku: () => (sku === undefined ? new Problem('busy') : new Problem('sku_taken', { sku })),
  });

/** Throws 400 unless the shelf of a locked product has room for pieces that come. */
async function requireRoom(transaction: Queryable, id: string, coming: number): Promise<void> {
  const shelves = await readShelves(transaction, [id]);
  if (isTooMuch(shelves.get(id)!, coming)) throw invalidInput([fieldError('available', 'stock_too_many')]);
}

/** What decides whether a product can be ordered. */
type Pricing = Pick<ProductChange, 'price' | 'minOrder' | 'multiple' | 'priceBreaks'>;

function requireOrderable(before: ProductInput, change: Pricing): void {
  const errors = orderableErrors(before, change);
  if (errors.length > 0) throw invalidInput(errors);
}

/**
 * Returns the errors of a change of prices or quantities that makes a product impossible to order, or its price rise with the
 * quantity. A product that was impossible to order before may be changed in all other fields.
 */
export function orderableErrors(before: ProductInput, change: Pricing): FieldError[] {
  const { price, minOrder, multiple, priceBreaks } = change;
  const changed = [price, minOrder, multiple, priceBreaks];
  if (changed.every((value) => value === undefined)) return [];
  const after = {
    price: price ?? before.price,
    minOrder: minOrder ?? before.minOrder,
    multiple: multiple ?? before.multiple,
    priceBreaks: priceBreaks ?? before.priceBreaks,
  };
  const error = priceError(after);
  if (error) return [fieldError('price', 'unorderable', error)];
  const broken = priceBreaksError(after);
  return broken ? [{ field: broken.path.join('.'), ...readMessage(broken.message) }] : [];
}

/** Removes a product from sale; returns the number of changed rows. Orders for it stay. */
export async function removeProduct(transaction: Queryable, id: string, actor: string): Promise<number> {
  if (!isId(id)) return 0;
  const removed = await transaction
    .updateTable('products')
    .set({ removed_at: sql`now()`, ...edited })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (!removed) return 0;
  await recordEvent(transaction, { kind: 'product_removed', actor, productId: id, facts: removed });
  return 1;
}

/** Counts all products on sale of a category as changed, which show its name and attributes. Returns their ids. */
export async function reviseProductsOf(transaction: Queryable, categoryId: string): Promise<string[]> {
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
    .set(revised)
    .whereRef('products.id', '=', 'locked.id')
    .returning('products.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The most characters that the log shows of a change. */
const MOST_TEXT = 500;

/** The fields that a change has changed, with text as long as the log shows of it. */
async function changesOf(
  transaction: Queryable,
  before: ProductInput,
  change: Found<Partial<NewProduct>>,
): Promise<FieldChange[]> {
  const fields = (Object.keys(change) as (keyof NewProduct)[]).filter(
    (field) => change[field] !== undefined && !isDeepStrictEqual(change[field], before[field]),
  );
  const told = async (
    field: keyof NewProduct,
    { [field]: value, substitutes = [] }: Found<Partial<NewProduct>>,
  ) => cut(field === 'substitutes' ? await withSkus(transaction, substitutes) : value);
  return Promise.all(
    fields.map(async (field) => ({ field, from: await told(field, before), to: await told(field, change) })),
  );
}

/** A value as long as the log shows of it. */
export function cut(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MOST_TEXT || typeof value === 'string'
    ? text.slice(0, MOST_TEXT).toWellFormed()
    : value;
}
