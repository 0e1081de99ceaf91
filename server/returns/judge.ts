import { fieldError } from '#contract/kernel/field-message.ts';
import { declinable, returnable } from '#contract/purchases/line-pieces.ts';
import type { Received } from '#contract/returns/schema.ts';
import { isReturnOpen } from '#contract/returns/states.ts';
import type { LinePieces } from '#contract/shipping/schema.ts';
import { invalidInput, Problem } from '../ground/handling/problem.ts';
import { isTooMuch } from '../products/shelf.ts';
import { requireLeft, sumPieces, withPieces } from '../purchases/pieces.ts';
import { isUnpaid } from '../purchases/rules.ts';
import type { LockedPurchase, PurchaseLine } from '../purchases/state.ts';
import { judgeMoves, type NewStock, type StockRows } from '../purchases/stock.ts';
import type { LockedReturn } from './lock.ts';

/**
 * Decides on a return of pieces of a locked purchase: returns its lines with their new counters. Throws 409 for a purchase that is not
 * paid, and for more pieces than were shipped and are not on their way back already, with what is left of each line.
 */
export function judgeAsked(
  { state, lines }: Pick<LockedPurchase, 'state' | 'lines'>,
  wanted: readonly LinePieces[],
): PurchaseLine[] {
  if (isUnpaid(state)) throw new Problem('not_paid');
  const lefts = lines.map((line) => [line.id, returnable(line)] as const);
  requireLeft(lefts, wanted, 'pieces_to_return');
  return withPieces(lines, wanted, { returningQuantity: 1 });
}

/** What is decided of pieces that came back. */
export interface ReceivedPieces {
  /** Their lines, with their new counters. */
  counted: PurchaseLine[];
  /** The products of those that go on sale. */
  stock: NewStock[];
  /** Whether nothing more is to come back of the return. */
  isAll: boolean;
}

/**
 * Decides on pieces that came back of a locked return, from the rows of the products of which some go on sale, and how many lie on
 * their shelves. Throws 409 for a return that was declined or has ended, and for more pieces than are to come back, and 400 that
 * names the lines for which a shelf has no room: what orders have of it may go back on sale, too.
 */
export function judgeReceived(
  {
    state,
    purchase,
    left,
  }: Pick<LockedReturn, 'state' | 'left'> & { purchase: Pick<LockedPurchase, 'lines'> },
  received: Received['lines'],
  products: StockRows['products'],
  shelves: ReadonlyMap<string, number>,
): ReceivedPieces {
  if (!isReturnOpen(state)) throw new Problem('return_state', { state });
  // A line stands in it once for each condition.
  const lefts = left.map(({ orderId, quantity }) => [orderId, quantity] as const);
  requireLeft(lefts, received, 'pieces_to_receive');
  const productOf = new Map(purchase.lines.map(({ id, productId }) => [id, productId]));
  const room = new Map(shelves);
  const errors = received.flatMap(({ orderId, quantity, restock }, nth) => {
    if (!restock) return [];
    const productId = productOf.get(orderId)!;
    const shelf = room.get(productId)!;
    room.set(productId, shelf + quantity);
    return isTooMuch(shelf, quantity) ? [fieldError(`lines.${nth}.quantity`, 'stock_too_many')] : [];
  });
  if (errors.length > 0) throw invalidInput(errors);
  const onSale = (id: string) => sumPieces(received.filter((one) => one.restock && one.orderId === id));
  const moves = purchase.lines.map((line) => ({ ...line, pieces: onSale(line.id), awaited: 0 }));
  const counted = withPieces(purchase.lines, received, { returningQuantity: -1, returnedQuantity: 1 });
  return {
    counted: counted.map((line) => ({
      ...line,
      restockedQuantity: line.restockedQuantity + onSale(line.id),
    })),
    stock: judgeMoves(moves, { products, receipts: [] })!.stock,
    isAll: sumPieces(received) === sumPieces(left),
  };
}

/**
 * Decides that what came back of a locked purchase and is not refunded will not be: returns its pieces, and their lines with their new
 * counters. Throws 409 `refund_changed` when that are not as many pieces as were shown.
 */
export function judgeDeclined(
  { state, lines }: Pick<LockedPurchase, 'state' | 'lines'>,
  shown: number,
): { pieces: LinePieces[]; counted: PurchaseLine[] } {
  const all = lines.map((line) => ({ orderId: line.id, quantity: declinable(line) }));
  const pieces = all.filter(({ quantity }) => quantity > 0);
  if (state !== 'paid' || sumPieces(pieces) !== shown) throw new Problem('refund_changed');
  return { pieces, counted: withPieces(lines, pieces, { declinedQuantity: 1 }) };
}
