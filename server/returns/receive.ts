import { sql } from 'kysely';
import { fieldError } from '#contract/kernel/field-message.ts';
import type { Received } from '#contract/returns/schema.ts';
import { isReturnOpen } from '#contract/returns/states.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { tryAgain } from '../ground/database/transact.ts';
import { newId } from '../ground/database/uuid.ts';
import { invalidInput, Problem } from '../ground/handling/problem.ts';
import { type Attempt, once } from '../ground/idempotency/idempotency.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { isTooMuch, readShelves } from '../products/shelf.ts';
import { requireLeft } from '../purchases/pieces.ts';
import { type NewStock, tellStock } from '../purchases/stock.ts';
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
      if (!isReturnOpen(locked.state)) throw new Problem('return_state', { state: locked.state });
      // A line stands in it once for each condition.
      const lefts = locked.lines.map((line) => [line.orderId, line.left] as const);
      requireLeft(lefts, received.lines, 'pieces_to_receive');
      await requireRoom(transaction, locked, received);
      levels = await takeBack(transaction, id, locked, received, actor);
      if (locked.state === 'asked' && isInPart(locked, received))
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

function isInPart({ lines }: LockedReturn, received: Received): boolean {
  const left = lines.reduce((sum, line) => sum + line.left, 0);
  return received.lines.reduce((sum, line) => sum + line.quantity, 0) < left;
}

/**
 * Locks the products of which pieces go on sale, by id, and throws 400 that names the lines for which the shelf of one has no room:
 * what orders have of it may go back on sale, too.
 */
async function requireRoom(
  transaction: Queryable,
  { purchase }: LockedReturn,
  { lines }: Received,
): Promise<void> {
  const restocked = lines.flatMap(({ orderId, quantity, restock }, nth) => {
    const { productId } = purchase.lines.find(({ id }) => id === orderId)!;
    return restock ? [{ nth, productId, quantity }] : [];
  });
  if (restocked.length === 0) return;
  const ids = restocked.map(({ productId }) => productId);
  await sql`select from products where id = any(${ids}::uuid[]) order by id for no key update`.execute(
    transaction,
  );
  const shelves = await readShelves(transaction, ids);
  const errors = restocked.flatMap(({ nth, productId, quantity }) => {
    const shelf = shelves.get(productId)!;
    shelves.set(productId, shelf + quantity);
    return isTooMuch(shelf, quantity) ? [fieldError(`lines.${nth}.quantity`, 'stock_too_many')] : [];
  });
  if (errors.length > 0) throw invalidInput(errors);
}

/** Writes what came back, in one statement. Products are locked by id, after the purchase, as everywhere. */
async function takeBack(
  transaction: Queryable,
  id: string,
  { purchase }: LockedReturn,
  { lines }: Received,
  actor: string,
): Promise<NewStock[]> {
  const productOf = new Map(purchase.lines.map((line) => [line.id, line.productId]));
  const rows = lines.map(({ orderId, quantity, condition, restock }) => ({
    event_id: newId(),
    order_id: orderId,
    product_id: productOf.get(orderId),
    quantity,
    condition,
    restocked: restock ? quantity : 0,
  }));
  const { rows: levels } = await sql<NewStock>`
    with line as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as line (event_id uuid, order_id uuid, product_id uuid, quantity int, condition text, restocked int)
    ), of_line as materialized (
      select order_id, sum(quantity)::int as quantity, sum(restocked)::int as restocked from line group by order_id
    ), counted as (
      update orders set returning_quantity = returning_quantity - of_line.quantity,
        returned_quantity = returned_quantity + of_line.quantity, restocked_quantity = restocked_quantity + restocked
      from of_line where orders.id = order_id
    ), noted as (
      update return_lines set received = received + of_line.quantity, restocked = return_lines.restocked + of_line.restocked
      from of_line where return_id = ${id}::uuid and return_lines.order_id = of_line.order_id
    ), ended as (
      update returns set answered_at = coalesce(answered_at, now()), received_at = now(),
        state = case when is_all then 'received' else 'accepted' end, closed_at = case when is_all then now() end
      from (
        select sum(return_lines.quantity - received) = (select sum(quantity) from line) as is_all
        from return_lines where return_id = ${id}::uuid
      ) as rest
      where returns.id = ${id}::uuid
    ), logged as (
      insert into events (id, kind, actor, order_id, product_id, stock_change, facts)
      select event_id, 'pieces_returned', ${actor}, order_id, product_id, restocked,
        jsonb_build_object('returnId', ${id}::text, 'pieces', quantity, 'condition', condition)
      from line
    ), locked as materialized (
      select id from products
      where id = any(array(select product_id from line where restocked > 0)) order by id for no key update
    )
    update products set available = available + pieces, revision = revision + 1, changed_at = now()
    from (
      select product_id, sum(restocked)::int as pieces
      from line where product_id in (select id from locked) group by product_id
    ) as back
    where products.id = product_id
    returning products.id as "productId", available, revision, false as "isExpected"`.execute(transaction);
  return levels;
}
