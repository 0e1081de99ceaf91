import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import { recordEvents, SHOP } from '../log/queries.ts';
import type { LockedPurchase, PurchaseLine } from './state.ts';
import { moveStock, type NewStock } from './stock.ts';

/** Pieces of a line that will not be shipped. `restock`: those of them that are here go on sale. */
export interface Cancellation {
  line: PurchaseLine;
  pieces: number;
  restock: boolean;
}

/** How many pieces of a cancellation go on sale: those that it does not wait for, if it says so. */
export function restockedOf({ line, pieces, restock }: Cancellation): number {
  return restock ? pieces - Math.min(line.awaited, pieces) : 0;
}

/**
 * Cancels pieces of a locked purchase's lines, which are neither shipped nor cancelled: awaited ones come first, and go back to what
 * is expected. Returns what has changed of the products.
 */
export async function cancelPieces(
  transaction: Queryable,
  cancellations: Cancellation[],
  actor: string,
): Promise<NewStock[]> {
  const cancelled = cancellations
    .filter(({ pieces }) => pieces > 0)
    .map((one) => ({
      ...one,
      awaited: Math.min(one.line.awaited, one.pieces),
      restocked: restockedOf(one),
    }));
  await changeLines(
    transaction,
    cancelled.map(({ line: { id }, pieces, awaited, restocked }) => ({
      id,
      cancelled: pieces,
      awaited: -awaited,
      unpromised: awaited,
      restocked,
    })),
  );
  await recordEvents(
    transaction,
    cancelled.map(({ line, pieces, restocked }) => ({
      kind: 'pieces_cancelled',
      actor,
      orderId: line.id,
      productId: line.productId,
      facts: { pieces },
      ...(restocked > 0 && { stockChange: restocked }),
    })),
  );
  const moves = cancelled.filter(({ awaited, restocked }) => awaited + restocked > 0);
  return moveStock(
    transaction,
    moves.map(({ line, awaited, restocked }) => ({ ...line, awaited, pieces: restocked })),
  );
}

/** Cancelled pieces of a line that are to be shipped after all. */
export interface Revival {
  orderId: string;
  pieces: number;
  /** So many cancelled ones of the line have neither gone on sale nor been awaited. */
  here: number;
  /** When they were cancelled, by the database's clock. */
  cancelledAt: Date;
}

/** What has become of revived pieces. */
export interface Revived {
  levels: NewStock[];
  /** Pieces of lines that a count of the shelf has put on sale meanwhile: they stay cancelled. */
  counted: { orderId: string; pieces: number }[];
}

/**
 * The reverse, for lines of a locked, paid purchase of which a refund was withdrawn: pieces that are here stay the line's, others are
 * promised again as far as they are expected, and else taken from stock. The log tells of what is in neither, which stays cancelled,
 * and so do pieces that were here when somebody counted the shelf: a count puts on sale whatever belongs to no order.
 */
export async function revivePieces(
  transaction: Queryable,
  { state, lines }: LockedPurchase,
  revivals: Revival[],
): Promise<Revived> {
  const wanted = lines.flatMap((line) => {
    const revival = revivals.find(({ orderId }) => orderId === line.id);
    if (!revival || revival.pieces === 0) return [];
    const here = Math.min(revival.pieces, revival.here);
    return [{ ...revival, line, here, lacking: Math.min(revival.pieces - here, line.unpromised) }];
  });
  if (state !== 'paid' || wanted.length === 0) return { levels: [], counted: [] };
  const left = await lockGoods(transaction, lines);
  // Once the products are locked, nobody counts them until this transaction ends.
  const lastCounts = await readLastCounts(transaction, lines);
  const found = wanted.map(({ line, here, lacking, cancelledAt }) => {
    const isCounted = (lastCounts.get(line.productId) ?? 0) > cancelledAt.getTime() - COUNT_MS;
    const counted = isCounted ? here : 0;
    const awaited = left.take(line.receiptId, lacking);
    const pieces = left.take(line.productId, lacking - awaited);
    const lost = counted + lacking - awaited - pieces;
    return { line, kept: here - counted, counted, awaited, pieces, lost };
  });
  await changeLines(
    transaction,
    found.map(({ line, kept, awaited, pieces }) => ({
      id: line.id,
      cancelled: -kept - awaited - pieces,
      awaited,
      unpromised: -awaited - pieces,
      restocked: 0,
    })),
  );
  await recordEvents(
    transaction,
    found.flatMap(({ line, lost }) =>
      lost > 0
        ? [
            {
              kind: 'promise_lost' as const,
              actor: SHOP,
              orderId: line.id,
              productId: line.productId,
              facts: { pieces: lost },
            },
          ]
        : [],
    ),
  );
  const moves = found.flatMap(({ line, awaited, pieces }) =>
    awaited + pieces > 0 ? [{ ...line, pieces: -pieces, awaited: -awaited }] : [],
  );
  return {
    levels: await moveStock(transaction, moves, { kind: 'stock_retaken', actor: SHOP, facts: {} }),
    counted: found.flatMap(({ line, counted }) =>
      counted > 0 ? [{ orderId: line.id, pieces: counted }] : [],
    ),
  };
}

/** For how long a count may have been under way: its entry has the time at which it began. */
const COUNT_MS = 60_000;

/** When each product of some lines was counted for the last time, in milliseconds; without those that never were. */
async function readLastCounts(transaction: Queryable, lines: PurchaseLine[]): Promise<Map<string, number>> {
  const ids = lines.map(({ productId }) => productId);
  // The kind stands in the text, as in the index `events_counts`.
  const { rows } = await sql<{ id: string; at: Date }>`
    select counted.id, last.at from unnest(${ids}::uuid[]) as counted (id) cross join lateral (
      select at from events where kind = 'stock_counted' and product_id = counted.id order by at desc limit 1
    ) as last`.execute(transaction);
  return new Map(rows.map(({ id, at }) => [id, at.getTime()]));
}

/**
 * Locks what lines can take from: their products, then their receipts. Of all lines of a purchase at once, as the transaction may put
 * pieces of others of them back later.
 */
async function lockGoods(transaction: Queryable, lines: PurchaseLine[]) {
  const products = await transaction
    .selectFrom('products')
    .select(['id', 'available as left'])
    .where('id', '=', sql<string>`any(${lines.map(({ productId }) => productId)}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const receipts = await transaction
    .selectFrom('receipts')
    .select(['id', sql<number>`quantity - promised`.as('left')])
    .where('id', '=', sql<string>`any(${lines.flatMap(({ receiptId }) => receiptId ?? [])}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const leftOf = new Map<string | null, number>([...products, ...receipts].map(({ id, left }) => [id, left]));
  return {
    /** Takes up to so many pieces of a product's stock or of a receipt; returns how many there were. */
    take(id: string | null, wanted: number): number {
      const left = leftOf.get(id) ?? 0;
      const taken = Math.min(left, wanted);
      leftOf.set(id, left - taken);
      return taken;
    },
  };
}

interface LineChange {
  id: string;
  cancelled: number;
  awaited: number;
  unpromised: number;
  restocked: number;
}

async function changeLines(transaction: Queryable, changes: LineChange[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update orders set cancelled_quantity = cancelled_quantity + line.cancelled, awaited = orders.awaited + line.awaited,
      unpromised = orders.unpromised + line.unpromised, restocked_quantity = restocked_quantity + line.restocked
    from json_to_recordset(${JSON.stringify(changes)}::json)
      as line (id uuid, cancelled int, awaited int, unpromised int, restocked int)
    where orders.id = line.id`.execute(transaction);
}
