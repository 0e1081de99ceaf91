import { sql } from 'kysely';
import { MOST_KEPT, MOST_PIECES } from '#contract/kernel/pieces.ts';
import type { Queryable } from '../ground/database/client.ts';
import { Problem } from '../ground/handling/problem.ts';
import { explainRefused } from '../ground/handling/refused-change.ts';
import { type NewEvent, recordEvents, type Told } from '../log/queries.ts';
import type { Catalogue } from '../products/catalogue.ts';
import type { PurchaseLine } from './state.ts';
import { lockStockOf } from './stock-rows.ts';

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
 * for each other. Returns what is available then; nothing when nothing was moved. Throws 409 for more than may be on sale.
 */
export async function moveStock(
  transaction: Queryable,
  moves: Move[],
  event?: LineEvent,
): Promise<NewStock[]> {
  if (moves.length === 0) return [];
  const left = judgeMoves(moves, await lockStockOf(transaction, moves));
  if (!left) return [];
  await writeStock(transaction, left);
  if (event) await recordEvents(transaction, movedEvents(moves, event));
  return left.stock;
}

/** The rows that pieces are moved from and to. */
export interface StockRows {
  products: { id: string; available: number; revision: number }[];
  receipts: { id: string; quantity: number; promised: number }[];
}

/** What a move leaves. */
export interface LeftStock {
  stock: NewStock[];
  promised: { id: string; pieces: number }[];
}

/** Decides on moves of pieces from locked rows: returns what they leave of those that they are about, undefined when one takes more than there is. */
export function judgeMoves(moves: Move[], { products, receipts }: StockRows): LeftStock | undefined {
  const sumBy = (of: (move: Move) => [id: string | null, pieces: number]) => {
    const sums = new Map<string | null, number>();
    for (const [id, pieces] of moves.map(of)) sums.set(id, (sums.get(id) ?? 0) + pieces);
    return sums;
  };
  const pieces = sumBy((move) => [move.productId, move.pieces]);
  const awaited = sumBy((move) => [move.receiptId, move.awaited]);
  const expected = new Set(moves.filter((move) => move.awaited !== 0).map(({ productId }) => productId));
  const stock = products
    .filter(({ id }) => pieces.has(id))
    .map(({ id, available, revision }) => ({
      productId: id,
      // A sum that no column holds counts as the most that one does, which the CHECK refuses.
      available: Math.min(available + pieces.get(id)!, MOST_PIECES),
      revision: revision + 1,
      isExpected: expected.has(id),
    }));
  const promised = receipts
    .filter(({ id }) => awaited.get(id))
    .map(({ id, quantity, promised }) => ({ id, pieces: promised - awaited.get(id)!, quantity }));
  if (stock.some(({ available }) => available < 0)) return undefined;
  // guard: server/purchases/stock.test.ts
  if (promised.some(({ pieces, quantity }) => pieces > quantity)) return undefined;
  return { stock, promised: promised.map(({ id, pieces }) => ({ id, pieces })) };
}

/** Writes what moves leave of rows that this transaction has locked. Throws 409 for more than may be on sale. */
export async function writeStock(transaction: Queryable, { stock, promised }: LeftStock): Promise<void> {
  const writing = sql`
    with promised as (${setPromised(JSON.stringify(promised))})
    ${setStock(JSON.stringify(stock))}`.execute(transaction);
  const full = () => new Problem('stock_full', { most: MOST_KEPT });
  await explainRefused(writing, { products_available_bound: full });
}

/** Sets what is left of locked products, from JSON of `NewStock`. */
export const setStock = (stock: unknown) => sql`
  update products set available = stock.available, revision = stock.revision, changed_at = now()
  from json_to_recordset(${stock}::json) as stock ("productId" uuid, available int, revision int)
  where products.id = "productId"`;

/** Sets how many pieces of locked receipts are promised, from JSON of `LeftStock['promised']`. */
export const setPromised = (promised: unknown) => sql`
  update receipts set promised = pieces
  from json_to_recordset(${promised}::json) as receipt (id uuid, pieces int)
  where receipts.id = receipt.id`;

/** Returns an entry of the log for each line whose pieces are moved. */
export function movedEvents(moves: Move[], event: LineEvent): NewEvent[] {
  const { facts, ...told } = event;
  return moves.map(({ id, productId, pieces, awaited }) => {
    const all = { ...facts, ...(awaited !== 0 && { promised: Math.abs(awaited) }) };
    return {
      ...told,
      orderId: id,
      productId,
      stockChange: pieces || undefined,
      facts: Object.keys(all).length > 0 ? all : undefined,
    } as NewEvent;
  });
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
