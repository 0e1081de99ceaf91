import { sql } from 'kysely';
import type { Queryable } from '../database/client.ts';
import { newId } from '../database/uuid.ts';
import type { Told } from '../events/queries.ts';
import type { Catalogue } from '../products/catalogue.ts';
import type { PurchaseLine } from './state.ts';

/** What a statement left of a product's stock, for the memory of the catalogue. */
export interface StockLevel {
  productId: string;
  available: number;
  revision: number;
}

/** What the log tells of each line. */
type LineEvent = Told<'order_paid' | 'order_deleted' | 'order_refunded' | 'hold_ended' | 'stock_retaken'>;

/** Writes an entry of the log for each line, whose stock stays where it is. */
export async function recordLines(
  transaction: Queryable,
  lines: PurchaseLine[],
  { kind, actor, why, facts }: LineEvent,
): Promise<void> {
  if (lines.length === 0) return;
  await transaction
    .insertInto('events')
    .values(
      lines.map((line) => ({
        id: newId(),
        kind,
        actor,
        order_id: line.id,
        product_id: line.productId,
        why: why ?? null,
        facts: facts ? JSON.stringify(facts) : null,
      })),
    )
    .execute();
}

/** Puts the pieces of lines back on sale, and says so in the log. Returns what is available then. */
export function putBack(
  transaction: Queryable,
  lines: PurchaseLine[],
  event: LineEvent,
): Promise<StockLevel[]> {
  return moveStock(transaction, lines, 1, event);
}

/** Takes the pieces of all lines off sale, and says so in the log. Undefined, and nothing done, when one of them has too few. */
export async function takeAgain(
  transaction: Queryable,
  lines: PurchaseLine[],
  event: LineEvent,
): Promise<StockLevel[] | undefined> {
  const levels = await moveStock(transaction, lines, -1, event);
  return levels.length > 0 ? levels : undefined;
}

/**
 * Moves the pieces of lines, all or none. Products are locked by id, so that nobody waits for each other. What is left is
 * counted from the locked row: PostgreSQL checks the table's constraints with the version that it scanned, which may be older.
 */
async function moveStock(
  transaction: Queryable,
  lines: PurchaseLine[],
  sign: 1 | -1,
  { kind, actor, why, facts }: LineEvent,
): Promise<StockLevel[]> {
  const moved = lines.map((line) => ({
    event_id: newId(),
    order_id: line.id,
    product_id: line.productId,
    pieces: sign * line.quantity,
  }));
  const { rows } = await sql<StockLevel>`
    with moved as materialized (
      select * from json_to_recordset(${JSON.stringify(moved)}::json)
        as line (event_id uuid, order_id uuid, product_id uuid, pieces int)
    ), locked as materialized (
      select id, available, revision from products
      where id = any(array(select product_id from moved))
      order by id for no key update
    ), left_over as materialized (
      select locked.id, available + sum(pieces)::int as available, revision + 1 as revision
      from locked join moved on product_id = locked.id
      group by locked.id, available, revision
    ), changed as (
      update products set available = left_over.available, revision = left_over.revision, changed_at = now()
      from left_over
      where products.id = left_over.id and not exists (select from left_over where available < 0)
      returning products.id, products.available, products.revision
    ), logged as (
      insert into events (id, kind, actor, order_id, product_id, stock_change, why, facts)
      select event_id, ${kind}, ${actor}, order_id, product_id, nullif(pieces, 0), ${why ?? null},
        ${facts ? JSON.stringify(facts) : null}::jsonb
      from moved where exists (select from changed)
    )
    select id as "productId", available, revision from changed`.execute(transaction);
  return rows;
}

/** Tells the memory of the catalogue what a committed transaction has left of some products. */
export async function tellStock(catalogue: Catalogue, levels: StockLevel[]): Promise<void> {
  await Promise.all(
    levels.map(({ productId, available, revision }) => catalogue.setStock(productId, available, revision)),
  );
}
