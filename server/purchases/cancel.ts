import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import { recordEvents, SHOP } from '../log/queries.ts';
import { type Left, leftOf } from './judge.ts';
import { isAccepted } from './rules.ts';
import { type LockedPurchase, type PurchaseLine, setCounters } from './state.ts';
import { type Move, moveStock, type NewStock } from './stock.ts';
import { lockStock } from './stock-rows.ts';

/** A line with its new counters, and what of its pieces goes back to stock and to what is expected; negative ones are taken from there. */
export interface MovedLine {
  line: PurchaseLine;
  move: Move;
}

/**
 * Cancels pieces of a line, which are neither shipped nor cancelled: awaited ones come first, and go back to what is expected.
 * `restock`: the others go on sale. Writes nothing.
 */
export function cancelPieces(line: PurchaseLine, pieces: number, restock: boolean): MovedLine {
  const awaited = Math.min(line.awaited, pieces);
  const restocked = restock ? pieces - awaited : 0;
  const counted = {
    ...line,
    cancelledQuantity: line.cancelledQuantity + pieces,
    awaited: line.awaited - awaited,
    unpromised: line.unpromised + awaited,
    restockedQuantity: line.restockedQuantity + restocked,
  };
  return { line: counted, move: { ...line, awaited, pieces: restocked } };
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

/** A line of which cancelled pieces are to be shipped after all; `counted` and `lost` ones stay cancelled. */
export interface RevivedLine extends MovedLine {
  /** Pieces that a count of the shelf has put on sale meanwhile. */
  counted: number;
  /** All pieces that are not the line's any more: counted ones, and those that are neither expected nor in stock. */
  lost: number;
}

/** For how long a count may have been under way: its entry has the time at which it began. */
const COUNT_MS = 60_000;

/**
 * Decides on cancelled pieces of locked lines of which a refund was withdrawn: pieces that are here stay the line's, others are promised
 * again as far as they are expected, and else taken from stock. What is in neither stays cancelled, and so do pieces that were here when
 * somebody counted the shelf: a count puts on sale whatever belongs to no order.
 * @param left what is left of the stock of their products, and of what is expected
 * @param lastCounts when products were counted for the last time, in milliseconds
 */
export function judgeRevivals(
  lines: readonly PurchaseLine[],
  revivals: readonly Revival[],
  left: Left,
  lastCounts: ReadonlyMap<string, number>,
): RevivedLine[] {
  const rest = new Map<string | null, number>(left);
  const take = (id: string | null, wanted: number): number => {
    const taken = Math.min(rest.get(id) ?? 0, wanted);
    rest.set(id, (rest.get(id) ?? 0) - taken);
    return taken;
  };
  return lines.flatMap((line) => {
    const revival = revivals.find(({ orderId }) => orderId === line.id);
    if (!revival || revival.pieces === 0) return [];
    const here = Math.min(revival.pieces, revival.here);
    const lacking = Math.min(revival.pieces - here, line.unpromised);
    const isCounted = (lastCounts.get(line.productId) ?? 0) > revival.cancelledAt.getTime() - COUNT_MS;
    const counted = isCounted ? here : 0;
    const awaited = take(line.receiptId, lacking);
    const pieces = take(line.productId, lacking - awaited);
    const revived = {
      ...line,
      cancelledQuantity: line.cancelledQuantity - (here - counted) - awaited - pieces,
      awaited: line.awaited + awaited,
      unpromised: line.unpromised - awaited - pieces,
    };
    const move = { ...line, pieces: -pieces, awaited: -awaited };
    return [{ line: revived, move, counted, lost: counted + lacking - awaited - pieces }];
  });
}

/**
 * Ships cancelled pieces of a locked, paid purchase after all, as far as they are still there. The log tells of the others. Returns what
 * has changed of the products, and the pieces of lines that a count has put on sale.
 */
export async function revivePieces(
  transaction: Queryable,
  { state, lines }: LockedPurchase,
  revivals: Revival[],
): Promise<{ levels: NewStock[]; counted: { orderId: string; pieces: number }[] }> {
  if (!isAccepted(state) || revivals.every(({ pieces }) => pieces === 0)) return { levels: [], counted: [] };
  // Of all lines at once, as the transaction may put pieces of others of them back later.
  const products = lines.map(({ productId }) => productId);
  const receipts = lines.flatMap(({ receiptId }) => receiptId ?? []);
  const goods = await lockStock(transaction, products, receipts);
  // Once the products are locked, nobody counts them until this transaction ends.
  const lastCounts = await readLastCounts(transaction, lines);
  const revived = judgeRevivals(lines, revivals, leftOf(goods.products, goods.receipts), lastCounts);
  await setCounters(revived.map(({ line }) => line)).execute(transaction);
  await recordEvents(
    transaction,
    revived
      .filter(({ lost }) => lost > 0)
      .map(({ line: { id, productId }, lost }) => ({
        kind: 'promise_lost',
        actor: SHOP,
        orderId: id,
        productId,
        facts: { pieces: lost },
      })),
  );
  const moves = revived.map(({ move }) => move).filter(({ pieces, awaited }) => pieces + awaited < 0);
  return {
    levels: await moveStock(transaction, moves, { kind: 'stock_retaken', actor: SHOP, facts: {} }),
    counted: revived.flatMap(({ line, counted }) =>
      counted > 0 ? [{ orderId: line.id, pieces: counted }] : [],
    ),
  };
}

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
