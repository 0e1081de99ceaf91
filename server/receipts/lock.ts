import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { notFound, Problem } from '../ground/handling/problem.ts';
import { RECEIPT_LOCKS } from '../products/expected.ts';
import type { PurchaseState } from '../purchases/rules.ts';
import type { LockedReceipt as ReceiptRow } from '../purchases/stock-rows.ts';

/** Expected goods, locked with their product until the transaction ends. */
export interface LockedReceipt extends ReceiptRow {
  arrived: number;
  revision: number;
}

/** A line whose pieces are promised and have not arrived. */
export interface WaitingLine {
  orderId: string;
  purchaseId: string;
  state: PurchaseState;
  awaited: number;
}

/** Locks expected goods for a change of what is expected: the product, then the row. Throws 404, and 409 once all has arrived. */
export async function lockReceipt(transaction: Queryable, id: string): Promise<LockedReceipt> {
  return lockRow(transaction, id, await productOf(transaction, id));
}

/**
 * The same for a change of the lines that wait for the goods, whose purchases are locked first, and which it returns: those that
 * are accepted come first, then those that were placed first. Nothing more is promised of the product meanwhile: statements that
 * would share the advisory lock, which they take after the buyer's row and that of a list, and before those of products. Nobody
 * waits for it with a purchase locked, and no buyer or list is locked here: so none waits for the other.
 */
export async function lockWaiting(
  transaction: Queryable,
  id: string,
): Promise<{ receipt: LockedReceipt; waiting: WaitingLine[] }> {
  const productId = await productOf(transaction, id);
  await sql`select pg_advisory_xact_lock(${sql.lit(RECEIPT_LOCKS)}, hashtext(${productId}))`.execute(
    transaction,
  );
  await sql`
    select id from purchases
    where id = any(array(select purchase_id from orders where receipt_id = ${id} and (awaited > 0 or unpromised > 0)))
    order by id for no key update`.execute(transaction);
  const receipt = await lockRow(transaction, id, productId);
  const { rows } = await sql<WaitingLine>`
    select orders.id as "orderId", purchase_id as "purchaseId", state, awaited
    from orders join purchases on purchases.id = purchase_id
    where receipt_id = ${id} and awaited > 0 and orders.deleted_at is null and (is_unpaid(state) or is_accepted(state))
    order by not is_accepted(state), orders.id`.execute(transaction);
  return { receipt, waiting: rows };
}

async function productOf(transaction: Queryable, id: string): Promise<string> {
  const row = isId(id)
    ? await transaction.selectFrom('receipts').select('product_id').where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!row) throw notFound('receipt');
  return row.product_id;
}

async function lockRow(transaction: Queryable, id: string, productId: string): Promise<LockedReceipt> {
  await transaction
    .selectFrom('products')
    .select('id')
    .where('id', '=', productId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const row = await transaction
    .selectFrom('receipts')
    .select([
      'id',
      'product_id as productId',
      'due_on as dueOn',
      'quantity',
      'promised',
      'arrived',
      'revision',
    ])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Problem('receipt_closed');
  return row;
}
