import type { PurchaseLine } from './schema.ts';

/** What has become of the pieces of a line of a purchase: counters, in pieces (docs/decisions/0030-shipped-and-returned-pieces.md). */
export interface LineCounters {
  quantity: number;
  refundedQuantity: number;
  cancelledQuantity: number;
  shippedQuantity: number;
  /** Asked for or accepted, and to come back. */
  returningQuantity: number;
  returnedQuantity: number;
  /** Of those that came back, those that are not refunded, as an admin has said. */
  declinedQuantity: number;
}

/** Returns the counters of a line as calls answer it. A refund that has not gone back is counted as refunded. */
export function countersOf(line: PurchaseLine): LineCounters {
  return {
    quantity: line.quantity,
    refundedQuantity: line.refundedPieces,
    cancelledQuantity: line.cancelledPieces,
    shippedQuantity: line.shippedPieces,
    returningQuantity: line.returningPieces,
    returnedQuantity: line.returnedPieces,
    declinedQuantity: line.declinedPieces,
  };
}

/** Returns how many pieces of a line may be sent back: they were shipped, and have not come back and are not about to. */
export function returnable(
  line: Pick<LineCounters, 'shippedQuantity' | 'returningQuantity' | 'returnedQuantity'>,
): number {
  return line.shippedQuantity - line.returningQuantity - line.returnedQuantity;
}

/**
 * Returns those of wanted pieces that are more than their line has `left`, by their place, with what is wanted of it before them: a line
 * may be wanted more than once.
 */
export function tooMany(
  lefts: ReadonlyMap<string, number>,
  wanted: readonly { orderId: string; quantity: number }[],
): { nth: number; left: number; before: number }[] {
  const sums = new Map<string, number>();
  return wanted.flatMap(({ orderId, quantity }, nth) => {
    const [left, before] = [lefts.get(orderId)!, sums.get(orderId) ?? 0];
    sums.set(orderId, before + quantity);
    return quantity > 0 && before + quantity > left ? [{ nth, left, before }] : [];
  });
}

/** The pieces that a refund is of: those that are not shipped, which will not be then, or shipped ones. */
type RefundOf = 'unshipped' | 'shipped' | undefined;

type Refundable = Pick<
  LineCounters,
  'quantity' | 'refundedQuantity' | 'cancelledQuantity' | 'shippedQuantity'
>;

/** Returns how many more pieces of a line can be refunded, of those that a refund is `of`. */
export function refundable(line: Refundable, of?: RefundOf): number {
  const unshipped = line.quantity - line.shippedQuantity - line.cancelledQuantity;
  if (of === 'unshipped') return unshipped;
  const all = line.quantity - line.refundedQuantity;
  return of === 'shipped' ? all - unshipped : all;
}

type Owing = Pick<
  LineCounters,
  'refundedQuantity' | 'cancelledQuantity' | 'returnedQuantity' | 'declinedQuantity'
>;

/** Returns how many pieces of a line came back or were cancelled, and are to be refunded. */
export function owed(line: Owing): number {
  const settled = line.refundedQuantity + line.declinedQuantity;
  return Math.max(0, line.cancelledQuantity + line.returnedQuantity - settled);
}

/** Returns for how many of these an admin may say that they are not refunded: for none that was never shipped. */
export function declinable(line: Owing): number {
  return Math.min(owed(line), line.returnedQuantity - line.declinedQuantity);
}

/** Returns how many pieces are cancelled by a refund of so many pieces of a line. */
export function cancelledBy(line: Refundable & Owing, pieces: number, of?: RefundOf): number {
  if (of !== undefined) return of === 'unshipped' ? pieces : 0;
  return Math.min(refundable(line, 'unshipped'), Math.max(0, pieces - owed(line)));
}

/** Returns how much has come back of what was shipped. */
export function howReturned(shipped: number, returned: number): 'part' | 'all' | undefined {
  if (returned === 0) return undefined;
  return returned < shipped ? 'part' : 'all';
}
