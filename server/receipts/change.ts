import { sql } from 'kysely';
import { fieldError } from '#contract/kernel/field-message.ts';
import type { NewReceipt, ReceiptChange } from '#contract/receipts/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId, newId } from '../ground/database/uuid.ts';
import { today } from '../ground/days.ts';
import { invalidInput, notFound, Problem } from '../ground/handling/problem.ts';
import { explainRefused } from '../ground/handling/refused-change.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { recordEvent } from '../log/queries.ts';
import { partKeys, purchaseKeys, recipient } from '../purchases/mails.ts';
import { type LockedReceipt, lockReceipt, lockWaiting } from './lock.ts';
import { receiptMails } from './mail-words.ts';
import { reviseProduct } from './queries.ts';

/** Adds goods that are expected of a product on sale. Throws 404, 400 for a day that has passed, and 409 when others are expected on the same day. */
export async function insertReceipt(
  transaction: Queryable,
  productId: string,
  { dueOn, quantity }: NewReceipt,
  actor: string,
): Promise<string> {
  const id = newId();
  const product = isId(productId)
    ? await transaction
        .selectFrom('products')
        .select('id')
        .where('id', '=', productId)
        .where('removed_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined;
  if (!product) throw notFound('product');
  await requireToCome(transaction, dueOn);
  await explainTakenDay(
    dueOn,
    transaction
      .insertInto('receipts')
      .values({ id, product_id: productId, due_on: dueOn, quantity })
      .execute(),
  );
  await reviseProduct(transaction, productId);
  await recordEvent(transaction, {
    kind: 'receipt_added',
    actor,
    productId,
    facts: { dueOn, pieces: quantity },
  });
  return id;
}

/**
 * Changes day and pieces of goods that are expected. Buyers who wait for them are told a new day. Returns the goods as they were;
 * throws 404, 400 for a new day that has passed, and 409 for fewer pieces than are promised, and for a day on which others are expected.
 */
export async function updateReceipt(
  transaction: Queryable,
  id: string,
  change: ReceiptChange,
  actor: string,
): Promise<LockedReceipt> {
  const before = await lockReceipt(transaction, id);
  const { dueOn = before.dueOn, quantity = before.quantity } = change;
  const isMoved = dueOn !== before.dueOn;
  if (!isMoved && quantity === before.quantity) return before;
  if (isMoved) await requireToCome(transaction, dueOn);
  const revision = before.revision + (isMoved ? 1 : 0);
  await explainTakenDay(
    dueOn,
    transaction
      .updateTable('receipts')
      .set({ due_on: dueOn, quantity, revision })
      .where('id', '=', id)
      .execute(),
    before.promised,
  );
  await reviseProduct(transaction, before.productId);
  if (isMoved) await enqueueDateChanged(transaction, { ...before, revision }, dueOn);
  const from = { dueOn: before.dueOn, pieces: before.quantity };
  await recordEvent(transaction, {
    kind: 'receipt_changed',
    actor,
    productId: before.productId,
    facts: { from, to: { dueOn, pieces: quantity } },
  });
  return before;
}

/** Calls off goods of which nothing is promised. Returns them; throws 404, and 409 when some are. */
export async function removeReceipt(
  transaction: Queryable,
  id: string,
  actor: string,
): Promise<LockedReceipt> {
  const { receipt, waiting } = await lockWaiting(transaction, id);
  const { productId, promised, dueOn, quantity: pieces } = receipt;
  if (promised > 0) throw new Problem('receipt_promised', { promised });
  await takeFromStock(
    transaction,
    waiting.map(({ orderId }) => orderId),
  );
  await transaction
    .updateTable('receipts')
    .set({ quantity: 0, closed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await reviseProduct(transaction, productId);
  await recordEvent(transaction, { kind: 'receipt_removed', actor, productId, facts: { dueOn, pieces } });
  return receipt;
}

/** Has lines whose hold has ended take all of their pieces from stock when they are held again. */
export async function takeFromStock(transaction: Queryable, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await transaction.updateTable('orders').set({ awaited: 0 }).where('id', 'in', orderIds).execute();
}

/** Throws 400 for a day that has passed: what is expected on it could be promised to nobody. */
async function requireToCome(transaction: Queryable, dueOn: string): Promise<void> {
  const { rows } = await sql`select where ${dueOn}::date < ${today}`.execute(transaction);
  if (rows.length > 0) throw invalidInput([fieldError('dueOn', 'receipt_day_past')]);
}

/** Waits for a statement. Explains with 409 that the day is taken, or that more is promised than is to be expected. */
const explainTakenDay = (dueOn: string, statement: Promise<unknown>, promised = 0) =>
  explainRefused(statement, {
    receipts_expected: () => new Problem('receipt_exists', { dueOn }),
    receipts_promised: () => new Problem('receipt_promised', { promised }),
  });

/** Tells everybody who waits for goods of their new day: one mail for each purchase and day. */
async function enqueueDateChanged(
  transaction: Queryable,
  { id, revision, dueOn: before }: LockedReceipt,
  dueOn: string,
): Promise<void> {
  await insertMail(
    receiptMails.receipt_date_changed,
    sql`
      select gen_random_uuid() as mail_id, ${recipient} as recipient, ${`${id}:${revision}:`} || purchases.id as subject,
        jsonb_build_object(${purchaseKeys}, 'orderId', (array_agg(orders.id order by line_no))[1],
          'before', ${before}::text, 'dueOn', ${dueOn}::text,
          'lines', jsonb_agg(jsonb_build_object(${partKeys}, 'pieces', awaited) order by line_no)) as facts
      from orders join purchases on purchases.id = purchase_id
      where receipt_id = ${id} and awaited > 0 and orders.deleted_at is null and takes_stock(state)
      group by purchases.id`,
    sql`mail_id`,
  ).execute(transaction);
}
