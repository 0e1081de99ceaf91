import { sql } from 'kysely';
import type { Received } from '#contract/returns/schema.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { tryAgain } from '../ground/database/transact.ts';
import { newId } from '../ground/database/uuid.ts';
import { type Attempt, once } from '../ground/idempotency/idempotency.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { readShelves } from '../products/shelf.ts';
import { setCounters } from '../purchases/state.ts';
import { type NewStock, setStock, tellStock } from '../purchases/stock.ts';
import { lockStock } from '../purchases/stock-rows.ts';
import { judgeReceived, type ReceivedPieces } from './judge.ts';
import { type LockedReturn, lockReturn } from './lock.ts';
import { tellAnswer } from './tell.ts';

/**
 * Notes that pieces of a return came back, in which condition, and puts those on sale again that are fit for it. The last ones end
 * it, the first ones accept it if nobody has answered it. Throws 404, 409 for a return that was declined or has ended, and for more
 * pieces than are to come back, and 400 for more than the shelf takes.
 */
export async function receiveReturn(
  { db }: Database,
  catalogue: Catalogue,
  id: string,
  received: Received,
  actor: string,
  attempt: Attempt | undefined,
): Promise<void> {
  let levels: NewStock[] = [];
  await tryAgain(() => {
    levels = [];
    return once(db, attempt, async (transaction) => {
      const locked = await lockReturn(transaction, id);
      const { products, shelves } = await lockGoods(transaction, locked, received);
      const judged = judgeReceived(locked, received.lines, products, shelves);
      await writeReceived(transaction, id, received.lines, judged, actor);
      levels = judged.stock;
      if (locked.state === 'asked' && !judged.isAll)
        await tellAnswer(transaction, {
          returnId: id,
          purchaseId: locked.purchase.id,
          state: 'accepted',
          answer: '',
          actor,
        });
      return { modifiedCount: 1 };
    });
  });
  await tellStock(catalogue, levels);
}

/** Locks the products of which pieces go on sale, by id, after the purchase, as everywhere. Returns them, and what is on their shelves. */
async function lockGoods(transaction: Queryable, { purchase }: LockedReturn, { lines }: Received) {
  const onSale = new Set(lines.flatMap(({ orderId, restock }) => (restock ? [orderId] : [])));
  const ids = purchase.lines.filter(({ id }) => onSale.has(id)).map(({ productId }) => productId);
  const { products } = await lockStock(transaction, ids, []);
  return { products, shelves: await readShelves(transaction, ids) };
}

/** Writes what is decided of pieces that came back of a locked return, in one statement. */
export async function writeReceived(
  transaction: Queryable,
  id: string,
  lines: Received['lines'],
  { counted, stock, isAll }: ReceivedPieces,
  actor: string,
): Promise<void> {
  const productOf = new Map(counted.map((line) => [line.id, line.productId]));
  const rows = lines.map(({ orderId, quantity, condition, restock }) => ({
    event_id: newId(),
    order_id: orderId,
    product_id: productOf.get(orderId),
    quantity,
    condition,
    restocked: restock ? quantity : 0,
  }));
  await sql`
    with line as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as line (event_id uuid, order_id uuid, product_id uuid, quantity int, condition text, restocked int)
    ), of_line as materialized (
      select order_id, sum(quantity)::int as quantity, sum(restocked)::int as restocked from line group by order_id
    ), counted as (${setCounters(counted)}
    ), noted as (
      update return_lines set received = received + of_line.quantity, restocked = return_lines.restocked + of_line.restocked
      from of_line where return_id = ${id}::uuid and return_lines.order_id = of_line.order_id
    ), ended as (
      update returns set answered_at = coalesce(answered_at, now()), received_at = now(),
        state = ${isAll ? 'received' : 'accepted'}, closed_at = case when ${isAll} then now() end
      where returns.id = ${id}::uuid
    ), logged as (
      insert into events (id, kind, actor, order_id, product_id, stock_change, facts)
      select event_id, 'pieces_returned', ${actor}, order_id, product_id, restocked,
        jsonb_build_object('returnId', ${id}::text, 'pieces', quantity, 'condition', condition)
      from line
    )
    ${setStock(JSON.stringify(stock))}`.execute(transaction);
}
