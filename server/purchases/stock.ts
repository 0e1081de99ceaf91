import { sql } from 'kysely';
import { MOST_KEPT, MOST_PIECES } from '#contract/kernel/pieces.ts';
import type { Queryable } from '../ground/database/client.ts';
import { newId } from '../ground/database/uuid.ts';
import { Problem } from '../ground/handling/problem.ts';
import { explainRefused } from '../ground/handling/refused-change.ts';
import { recordEvents, type Told } from '../log/queries.ts';
import type { Catalogue } from '../products/catalogue.ts';
import type { PurchaseLine } from './state.ts';

/** A product's stock as a statement has left it, for the memory of the catalogue. */
export interface NewStock {
  productId: string;
  available: number;
  revision: number;
  /** The statement has changed what is expected of it as well, perhaps for another purchase. */
  isExpected: boolean;
}

/** What the log tells of each line. */
type LineEvent = Told<'order_paid' | 'order_deleted' | 'order_refunded' | 'hold_ended' | 'stock_retaken'>;

/** Writes an entry of the log for each line, whose stock stays where it is. */
export async function recordLines(
  transaction: Queryable,
  lines: PurchaseLine[],
  event: LineEvent,
): Promise<void> {
  await recordEvents(
    transaction,
    lines.map(({ id, productId }) => ({ ...event, orderId: id, productId })),
  );
}

/** Pieces of a line that go back: to stock, and to what is expected on a day. Negative ones are taken from there. */
export type Move = Pick<PurchaseLine, 'id' | 'productId' | 'receiptId' | 'awaited'> & { pieces: number };

/** All that a line has of stock, and all that it waits for. */
function allOf(line: PurchaseLine, sign: 1 | -1): Move {
  const { quantity, awaited, unpromised } = line;
  return { ...line, pieces: sign * (quantity - awaited - unpromised), awaited: sign * awaited };
}

/**
 * Puts the pieces of lines back on sale, and those that have not arrived back to what is expected, and says so in the log.
 * Returns what is available then.
 */
export function putBack(
  transaction: Queryable,
  lines: PurchaseLine[],
  event: LineEvent,
): Promise<NewStock[]> {
  return moveStock(
    transaction,
    lines.map((line) => allOf(line, 1)),
    event,
  );
}

/** Takes the pieces of all lines where they were put back, and says so in the log. Undefined, and nothing done, when one of them has too few. */
export async function takeAgain(
  transaction: Queryable,
  lines: PurchaseLine[],
  event: LineEvent,
): Promise<NewStock[] | undefined> {
  const moves = lines.map((line) => allOf(line, -1));
  const levels = await moveStock(transaction, moves, event);
  return levels.length > 0 ? levels : undefined;
}

/**
 * Moves pieces of lines, all or none, and tells in the log of each. Products are locked by id, then receipts, so that nobody waits
 * for each other. What is left is counted from the locked row: PostgreSQL checks the table's constraints with the version that it
 * scanned, which may be older. Returns what is available then; nothing when nothing was moved. Throws 409 for more than may be on sale:
 * a sum that no column holds counts as the most that one does, which the CHECK refuses.
 */
export async function moveStock(
  transaction: Queryable,
  moves: Move[],
  event?: LineEvent,
): Promise<NewStock[]> {
  if (moves.length === 0) return [];
  const moved = moves.map((move) => ({
    event_id: newId(),
    order_id: move.id,
    product_id: move.productId,
    receipt_id: move.receiptId,
    pieces: move.pieces,
    awaited: move.awaited,
  }));
  const moving = sql<NewStock>`
    with moved as materialized (
      select * from json_to_recordset(${JSON.stringify(moved)}::json)
        as line (event_id uuid, order_id uuid, product_id uuid, receipt_id uuid, pieces int, awaited int)
    ), locked as materialized (
      select id, available, revision from products
      where id = any(array(select product_id from moved))
      order by id for no key update
    ), left_over as materialized (
      select locked.id, least(available + sum(pieces), ${MOST_PIECES})::int as available, revision + 1 as revision
      from locked join moved on product_id = locked.id
      group by locked.id, available, revision
    ), expected as materialized (
      select id, quantity, promised from receipts
      where id = any(array(select receipt_id from moved where awaited <> 0)) and (select count(*) from locked) > 0
      order by id for no key update
    ), promised as materialized (
      select expected.id, quantity, promised - sum(awaited)::int as promised
      from expected join moved on receipt_id = expected.id
      group by expected.id, quantity, promised
    ), movable as materialized (
      select where not exists (select from left_over where available < 0)
        -- guard: server/receipts/receipts.test.ts
        and not exists (select from promised where promised > quantity)
    ), promised_anew as (
      update receipts set quantity = promised.quantity, promised = promised.promised
      from promised
      where receipts.id = promised.id and exists (select from movable)
    ), changed as (
      update products set available = left_over.available, revision = left_over.revision, changed_at = now()
      from left_over
      where products.id = left_over.id and exists (select from movable)
      returning products.id, products.available, products.revision
    ), logged as (
      insert into events (id, kind, actor, order_id, product_id, stock_change, why, facts)
      select event_id, ${event?.kind}, ${event?.actor}, order_id, product_id, nullif(pieces, 0), ${event?.why ?? null},
        nullif(${JSON.stringify(event?.facts ?? {})}::jsonb
          || case when awaited <> 0 then jsonb_build_object('promised', abs(awaited)) else '{}' end, '{}')
      from moved where exists (select from changed) and ${event !== undefined}
    )
    select id as "productId", available, revision,
      exists (select from moved where product_id = id and awaited <> 0) as "isExpected"
    from changed`.execute(transaction);
  const full = () => new Problem('stock_full', { most: MOST_KEPT });
  return (await explainRefused(moving, { products_available_bound: full })).rows;
}

/** Tells the memory of the catalogue what a committed transaction has left of some products. */
export async function tellStock(catalogue: Catalogue, levels: NewStock[]): Promise<void> {
  const expected = levels.filter(({ isExpected }) => isExpected).map(({ productId }) => productId);
  await Promise.all([
    ...levels.map(({ productId, available, revision }) =>
      expected.includes(productId) ? undefined : catalogue.setStock(productId, available, revision),
    ),
    expected.length > 0 ? catalogue.refresh(expected) : undefined,
  ]);
}
