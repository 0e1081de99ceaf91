import { sql } from 'kysely';
import type { Arrived } from '#contract/receipts/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { recordEvents } from '../log/queries.ts';
import { readShelves } from '../products/shelf.ts';
import { takeFromStock } from './change.ts';
import { type Arrival, judgeArrival } from './judge.ts';
import { type LockedReceipt, lockWaiting } from './lock.ts';
import { reviseProduct } from './queries.ts';

/**
 * Books pieces of expected goods in. Orders that wait for them come first: those that are accepted, then those that were placed first;
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
  const { productId } = receipt;
  const shelves = await readShelves(transaction, [productId]);
  const arrival = judgeArrival(receipt, waiting, pieces, shelves.get(productId)!);
  await writeArrival(transaction, receipt, arrival, pieces, actor);
  const { forOrders, forSale, expected } = arrival;
  return { forOrders, forSale, expected, productId };
}

/** Writes what is decided of pieces of locked goods: all are received into the stock, and those of orders taken from it. */
export async function writeArrival(
  transaction: Queryable,
  { id, productId, dueOn }: LockedReceipt,
  { filled, late, expected, promised, arrived, forSale }: Arrival,
  pieces: number,
  actor: string,
): Promise<void> {
  await sql`
    update orders set awaited = filled.awaited
    from jsonb_to_recordset(${JSON.stringify(filled)}::jsonb) as filled ("orderId" uuid, awaited int)
    where orders.id = "orderId"`.execute(transaction);
  await takeFromStock(transaction, late);
  const closed_at = expected === 0 ? sql<Date>`now()` : null;
  await transaction
    .updateTable('receipts')
    .set({ quantity: expected, promised, arrived, closed_at })
    .where('id', '=', id)
    .execute();
  await reviseProduct(transaction, productId, forSale);
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
