import { returnable } from '#contract/purchases/line-pieces.ts';
import type { LinePieces } from '#contract/shipping/schema.ts';
import { Problem } from '../ground/handling/problem.ts';
import { requireLeft, toShip, withPieces } from '../purchases/pieces.ts';
import { isAccepted, requireAccepted } from '../purchases/rules.ts';
import type { LockedPurchase, PurchaseLine } from '../purchases/state.ts';

type Judged = Pick<LockedPurchase, 'state' | 'lines'>;

/**
 * Decides on a shipment of a locked purchase: returns the lines that it is of with their new counters. `goesBack`: all that is left of
 * its payment is to. Throws 409 for a purchase that is not accepted, or about to be refunded as a whole, and for more pieces than are
 * here to be shipped, with what is left of each line.
 */
export function judgeShipment(
  { state, lines }: Judged,
  goesBack: boolean,
  wanted: readonly LinePieces[],
): PurchaseLine[] {
  requireAccepted(state);
  // guard: server/shipping/judge.test.ts
  if (goesBack) throw new Problem('being_refunded');
  const lefts = lines.map((line) => [line.id, toShip(line)] as const);
  requireLeft(lefts, wanted, 'pieces_to_ship');
  return withPieces(lines, wanted, { shippedQuantity: 1 });
}

/**
 * Decides on the cancellation of a shipment of these pieces: returns its lines with their new counters. Throws 409 for a purchase that
 * is refunded, and for pieces that came back, are to come back, or are refunded as shipped ones.
 */
export function judgeUnshipping({ state, lines }: Judged, shipped: readonly LinePieces[]): PurchaseLine[] {
  if (!isAccepted(state)) throw new Problem('already_refunded');
  const left = withPieces(lines, shipped, { shippedQuantity: -1 });
  // guard: server/shipping/judge.test.ts
  if (left.some(isShort)) throw new Problem('shipment_state', { why: 'came_back' });
  return left;
}

/** Whether returns of a line, or refunds of shipped pieces, count on more shipped ones than it has. */
function isShort(line: PurchaseLine): boolean {
  return returnable(line) < 0 || line.shippedQuantity + line.cancelledQuantity < line.refundedQuantity;
}
