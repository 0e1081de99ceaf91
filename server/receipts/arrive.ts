import { sql } from 'kysely';
import { fieldError } from '#contract/kernel/field-message.ts';
import { MOST_PIECES } from '#contract/kernel/pieces.ts';
import type { Arrived } from '#contract/receipts/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { invalidInput } from '../ground/handling/problem.ts';
import { recordEvents } from '../log/queries.ts';
import { isTooMuch, readShelves } from '../products/shelf.ts';
import { takeFromStock } from './change.ts';
import { type LockedReceipt, lockWaiting, type WaitingLine } from './lock.ts';
import { reviseProduct } from './queries.ts';

/** Pieces of a line that have arrived. */
interface Filled {
  orderId: string;
  pieces: number;
}

/**
 * Books pieces of expected goods in. Orders that wait for them come first: those that are paid, then those that were placed first;
 * the last one may get a part of its pieces. What is left goes on sale. Once as many have arrived as were expected, nothing more is.
 * Throws 404, 409 for goods that have all arrived, and 400 for more than the shelf takes.
 */
export async function arrive(
  transaction: Queryable,
  id: string,
  pieces: number,
  actor: string,
): Promise<Arrived & { productId: string }> {
  const { receipt, waiting } = await lockWaiting(transaction, id);
  const { productId, quantity, promised } = receipt;
  const filled = fill(
    waiting.filter(({ state }) => state !== 'released'),
    pieces,
  );
  const forOrders = filled.reduce((sum, { pieces: some }) => sum + some, 0);
  const forSale = pieces - forOrders;
  const expected = Math.max(0, quantity - pieces);
  const shelves = await readShelves(transaction, [productId]);
  if (isTooMuch(shelves.get(productId)!, pieces) || receipt.arrived + pieces > MOST_PIECES)
    throw invalidInput([fieldError('quantity', 'stock_too_many')]);
  await sql`
    update orders set awaited = awaited - pieces
    from jsonb_to_recordset(${JSON.stringify(filled)}::jsonb) as filled ("orderId" uuid, pieces int)
    where orders.id = "orderId"`.execute(transaction);
  if (expected === 0) await takeFromStock(transaction, idsOfReleased(waiting));
  await transaction
    .updateTable('receipts')
    .set({
      quantity: expected,
      promised: promised - forOrders,
      arrived: receipt.arrived + pieces,
      closed_at: expected === 0 ? sql<Date>`now()` : null,
    })
    .where('id', '=', id)
    .execute();
  await reviseProduct(transaction, productId, forSale);
  await record(transaction, receipt, pieces, filled, actor);
  return { forOrders, forSale, expected, productId };
}

function fill(waiting: WaitingLine[], pieces: number): Filled[] {
  let left = pieces;
  return waiting.flatMap(({ orderId, awaited }) => {
    const some = Math.min(awaited, left);
    left -= some;
    return some > 0 ? [{ orderId, pieces: some }] : [];
  });
}

const idsOfReleased = (waiting: WaitingLine[]) =>
  waiting.filter(({ state }) => state === 'released').map(({ orderId }) => orderId);

/** All pieces are received into the stock, and those of orders taken from it. */
async function record(
  transaction: Queryable,
  { productId, dueOn }: LockedReceipt,
  pieces: number,
  filled: Filled[],
  actor: string,
): Promise<void> {
  await recordEvents(transaction, [
    { kind: 'goods_received', actor, productId, stockChange: pieces, facts: { dueOn, pieces } },
    ...filled.map(({ orderId, pieces: some }) => ({
      kind: 'promise_filled' as const,
      actor,
      orderId,
      productId,
      stockChange: -some,
      facts: { dueOn, pieces: some },
    })),
  ]);
}
