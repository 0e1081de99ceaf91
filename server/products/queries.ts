import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { FieldChange } from '#contract/events.ts';
import { fieldError } from '#contract/field-message.ts';
import { priceError } from '#contract/minimum.ts';
import { fromMicros, toMicros } from '#contract/money.ts';
import { priceBreaksError } from '#contract/price-breaks.ts';
import type { NewProduct, Product, ProductChange } from '#contract/products.ts';
import type { Queryable } from '../database/client.ts';
import { isId, newId } from '../database/uuid.ts';
import { recordEvent } from '../events/queries.ts';
import { invalidInput } from '../handling/problem.ts';

/** A product with its row's revision, and whether it was removed, for the catalogue in memory. */
export interface StoredProduct {
  product: Product;
  revision: number;
  removed: boolean;
}

interface ProductRow {
  id: string;
  name: string;
  image: string;
  short_details: string;
  min_order: number;
  available: number;
  price_micros: number;
  multiple: number;
  break_from: number[];
  break_micros: number[];
  revision: number;
  removed_at: Date | null;
}

const COLUMNS = [
  'id',
  'name',
  'image',
  'short_details',
  'min_order',
  'available',
  'price_micros',
  'multiple',
  'break_from',
  'break_micros',
  'revision',
  'removed_at',
] as const;

/** All products on sale. */
export async function readCatalogue(db: Queryable): Promise<StoredProduct[]> {
  const rows = await db
    .selectFrom('products')
    .select(COLUMNS)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(toStored);
}

/** The named products, removed ones too. */
export async function readProducts(db: Queryable, ids: string[]): Promise<StoredProduct[]> {
  const rows = await db.selectFrom('products').select(COLUMNS).where('id', 'in', ids).execute();
  return rows.map(toStored);
}

/** Products that changed within the last `seconds`. */
export async function readRecentlyChanged(db: Queryable, seconds: number): Promise<StoredProduct[]> {
  const rows = await db
    .selectFrom('products')
    .select(COLUMNS)
    .where('changed_at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .execute();
  return rows.map(toStored);
}

/** Ids of up to two products on sale with exactly this name: enough to tell one from several. */
export async function findIdsByName(db: Queryable, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('name', '=', name)
    .where('removed_at', 'is', null)
    .limit(2)
    .execute();
  return rows.map((row) => row.id);
}

/** Inserts a product with its stock movement and returns its id. */
export async function insertProduct(
  transaction: Queryable,
  product: NewProduct,
  actor: string,
): Promise<string> {
  const id = newId();
  await transaction
    .insertInto('products')
    .values({ id, ...toColumns(product) })
    .execute();
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
  const before = await transaction
    .selectFrom('products')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return 0;
  requireOrderable(toProduct(before), change);
  await transaction
    .updateTable('products')
    .set({ ...toColumns(change), ...touched })
    .where('id', '=', id)
    .execute();
  await recordEvent(transaction, {
    kind: 'product_changed',
    actor,
    productId: id,
    stockChange: (change.available ?? before.available) - before.available,
    facts: { changes: changesOf(toProduct(before), change) },
  });
  return 1;
}

/**
 * Throws 400 when a change of prices or quantities makes a product impossible to order, or its price rise with the quantity. A product that was impossible to order
 * before may be changed in all other fields.
 */
function requireOrderable(before: Product, change: ProductChange): void {
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
  if (broken) throw invalidInput([fieldError('priceBreaks', 'break_not_better', broken)]);
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

/** Set by every change of a row, for the memory of the catalogue in each process. */
const touched = { revision: sql<number>`revision + 1`, changed_at: sql<Date>`now()` };

type ProductColumns = Pick<
  ProductRow,
  | 'name'
  | 'image'
  | 'short_details'
  | 'min_order'
  | 'available'
  | 'price_micros'
  | 'multiple'
  | 'break_from'
  | 'break_micros'
>;

/** Columns that a new product may leave at what they are by default. */
type Optional = 'multiple' | 'break_from' | 'break_micros';
type NewColumns = Omit<ProductColumns, Optional> & Partial<ProductColumns>;

function toColumns(product: NewProduct): NewColumns;
function toColumns(product: ProductChange): Partial<ProductColumns>;
function toColumns(product: ProductChange): Partial<ProductColumns> {
  return {
    ...(product.name !== undefined && { name: product.name }),
    ...(product.image !== undefined && { image: product.image }),
    ...(product.shortDetails !== undefined && { short_details: product.shortDetails }),
    ...(product.minOrder !== undefined && { min_order: product.minOrder }),
    ...(product.available !== undefined && { available: product.available }),
    ...(product.price !== undefined && { price_micros: toMicros(product.price) }),
    ...(product.multiple !== undefined && { multiple: product.multiple }),
    ...(product.priceBreaks !== undefined && {
      break_from: product.priceBreaks.map(({ from }) => from),
      break_micros: product.priceBreaks.map(({ price }) => toMicros(price)),
    }),
  };
}

function toProduct(row: ProductRow): Product {
  return {
    _id: row.id,
    name: row.name,
    image: row.image,
    shortDetails: row.short_details,
    minOrder: row.min_order,
    available: row.available,
    price: fromMicros(row.price_micros),
    multiple: row.multiple,
    priceBreaks: row.break_from.map((from, n) => ({ from, price: fromMicros(row.break_micros[n]!) })),
  };
}

function toStored(row: ProductRow): StoredProduct {
  return { product: toProduct(row), revision: row.revision, removed: row.removed_at !== null };
}

/** The most characters that the log shows of a change. */
const MOST_TEXT = 500;

/** The fields that a change has changed, with text as long as the log shows of it. */
function changesOf(before: Product, change: ProductChange): FieldChange[] {
  return (Object.keys(change) as (keyof ProductChange)[])
    .filter((field) => change[field] !== undefined && !isDeepStrictEqual(change[field], before[field]))
    .map((field) => ({ field, from: cut(before[field]), to: cut(change[field]!) }) as FieldChange);
}

function cut<V>(value: V): V | string {
  return typeof value === 'string' ? value.slice(0, MOST_TEXT).toWellFormed() : value;
}
