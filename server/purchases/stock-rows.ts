import { sql } from 'kysely';
import { fromMicros } from '#contract/kernel/money.ts';
import type { PriceBreak } from '#contract/kernel/price.ts';
import type { Queryable } from '../ground/database/client.ts';

/** A product's row, locked until the transaction ends. */
export interface LockedProduct {
  id: string;
  name: string;
  price: number;
  priceBreaks: PriceBreak[];
  minOrder: number;
  multiple: number;
  available: number;
  revision: number;
  isRemoved: boolean;
}

/** Pieces of a product that are expected on a day. */
export interface LockedReceipt {
  id: string;
  productId: string;
  dueOn: string;
  quantity: number;
  promised: number;
}

/** A product with its prices in micros. */
interface ProductRow extends Omit<LockedProduct, 'price' | 'priceBreaks'> {
  priceMicros: number;
  breakFrom: number[];
  breakMicros: number[];
}

export function toProduct({ priceMicros, breakFrom, breakMicros, ...product }: ProductRow): LockedProduct {
  const priceBreaks = breakFrom.map((from, n) => ({ from, price: fromMicros(breakMicros[n]!) }));
  return { ...product, price: fromMicros(priceMicros), priceBreaks };
}

/** What a statement returns of locked rows; null for none. */
export interface Rows {
  products: ProductRow[] | null;
  receipts: LockedReceipt[] | null;
}

export const PRODUCT_COLUMNS = sql`id, name, price_micros, break_from, break_micros, min_order, multiple, available, revision, removed_at`;
export const RECEIPT_COLUMNS = sql`id, product_id, due_on, quantity, promised`;

/** Selects `Rows` from the locked rows of `locked` and `expected`. */
export const AS_ROWS = sql`
  (
    select json_agg(json_build_object('id', id, 'name', name, 'priceMicros', price_micros, 'breakFrom', break_from,
      'breakMicros', break_micros, 'minOrder', min_order, 'multiple', multiple, 'available', available,
      'revision', revision, 'isRemoved', removed_at is not null))
    from locked
  ) as products, (
    select json_agg(json_build_object('id', id, 'productId', product_id, 'dueOn', due_on, 'quantity', quantity,
      'promised', promised))
    from expected
  ) as receipts`;

/** Locks products, and then receipts, by their ids in order, until the transaction ends. */
export async function lockStock(
  transaction: Queryable,
  productIds: string[],
  receiptIds: string[],
): Promise<{ products: LockedProduct[]; receipts: LockedReceipt[] }> {
  const { rows } = await sql<Rows>`
    with locked as materialized (
      select ${PRODUCT_COLUMNS} from products
      where id = any(${productIds}::uuid[])
      order by id for no key update
    ), expected as materialized (
      select ${RECEIPT_COLUMNS} from receipts
      where id = any(${receiptIds}::uuid[]) and (select count(*) from locked) > 0
      order by id for no key update
    )
    select ${AS_ROWS}`.execute(transaction);
  return { products: rows[0]!.products?.map(toProduct) ?? [], receipts: rows[0]!.receipts ?? [] };
}

/** Locks the products of lines, and the expected goods that some of their pieces are of. */
export function lockStockOf(
  transaction: Queryable,
  lines: readonly { productId: string; receiptId: string | null; awaited: number }[],
): ReturnType<typeof lockStock> {
  const products = lines.map(({ productId }) => productId);
  const receipts = lines.flatMap(({ receiptId, awaited }) => (awaited === 0 ? [] : [receiptId!]));
  return lockStock(transaction, products, receipts);
}
