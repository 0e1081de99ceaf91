import { type SqlBool, sql } from 'kysely';
import { fieldError } from '#contract/kernel/field-message.ts';
import { MOST_OF_PURCHASE } from '#contract/purchases/limits.ts';
import { tooMany } from '#contract/purchases/line-pieces.ts';
import type { LinePieces } from '#contract/shipping/schema.ts';
import { invalidInput, Problem } from '../ground/handling/problem.ts';
import { explainRefused } from '../ground/handling/refused-change.ts';
import type { PurchaseLine } from './state.ts';

/** Pieces of a line that are here, and neither shipped nor cancelled. */
export function toShip({ quantity, awaited, shippedQuantity, cancelledQuantity }: PurchaseLine): number {
  return quantity - awaited - shippedQuantity - cancelledQuantity;
}

/** SQL that is true for a row of `purchases` whose payment is to go back as a whole, also once the provider has refused that. */
export const isGoingBack = sql<SqlBool>`exists (
  select from payments
  where payments.intent_id = purchases.transaction_id and payments.part_id is null
    and payments.state in ('refunding', 'refused')
)`;

/**
 * SQL that is true for a row of `purchases` of which pieces are here that may be shipped: of one whose money is to go back nothing
 * may. Its first condition is as in the index `purchases_to_send`.
 */
export const isToShip = sql<SqlBool>`(purchases.to_ship_pieces > 0 and not ${isGoingBack})`;

/**
 * SQL that is true for a row of `purchases` of which pieces came back whose money has not gone back, is not about to, and is to. The lines are
 * found by the index `orders_refund_owed`, and their purchases by id: PostgreSQL does not know how few they are.
 */
export const isRefundOwed = sql<SqlBool>`(purchases.state = 'paid' and purchases.id = any(array(
  select purchase_id from orders
  where returned_quantity > 0 and returned_quantity + cancelled_quantity > refunded_quantity
    and returned_quantity + cancelled_quantity > refunded_quantity + declined_quantity
)) and not ${isGoingBack})`;

/**
 * SQL that is true for a row of `purchases` whose buyer wants it cancelled while something of it is not shipped, as in the index
 * `purchases_cancel_wanted`.
 */
export const isCancelAsked = sql<SqlBool>`(purchases.unshipped_pieces > 0 and purchases.cancel_asked_at is not null
  and not ${isGoingBack})`;

/**
 * Throws unless all of these lines have so many pieces left: 400 for a line that is not among `lefts`, and 409 that names each line
 * of which more is asked for, with what is left of it. A line that is wanted twice has as many left as the first time leaves.
 * `code` is that of the words.
 */
export function requireLeft(
  lefts: Iterable<readonly [orderId: string, pieces: number]>,
  wanted: readonly LinePieces[],
  code: 'pieces_to_ship' | 'pieces_to_return' | 'pieces_to_receive',
): void {
  const leftOf = new Map(lefts);
  const unknown = wanted.flatMap(({ orderId }, nth) =>
    leftOf.has(orderId) ? [] : [fieldError(`lines.${nth}.orderId`, 'no_such_line')],
  );
  if (unknown.length > 0) throw invalidInput(unknown);
  const errors = tooMany(leftOf, wanted).map(({ nth, left, before }) =>
    fieldError(`lines.${nth}.quantity`, code, { left: Math.max(0, left - before) }),
  );
  if (errors.length > 0) throw new Problem('more_than_left', { lines: errors.length }, { errors });
}

/** Returns how many pieces there are of all lines. */
export const sumPieces = (lines: readonly Pick<LinePieces, 'quantity'>[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Returns the lines that pieces are of, which `signs` says to which counters they are added (1), or from which they are taken (-1). */
export function withPieces(
  lines: readonly PurchaseLine[],
  pieces: readonly LinePieces[],
  signs: Partial<Record<Counter, 1 | -1>>,
): PurchaseLine[] {
  const ofLine = Map.groupBy(pieces, ({ orderId }) => orderId);
  return lines.flatMap((line) => {
    const sum = sumPieces(ofLine.get(line.id) ?? []);
    const changed = (Object.keys(signs) as Counter[]).map((one) => [one, line[one] + signs[one]! * sum]);
    return ofLine.has(line.id) ? [{ ...line, ...Object.fromEntries(changed) }] : [];
  });
}

type Counter = `${'shipped' | 'returning' | 'returned' | 'declined'}Quantity`;

/** Waits for what adds a return or a shipment. Throws 409 when a CHECK of how many a purchase may have has refused it. */
export function withinBounds<T>(change: Promise<T>): Promise<T> {
  const full = (what: keyof typeof MOST_OF_PURCHASE) => () =>
    new Problem('purchase_full', { what, most: MOST_OF_PURCHASE[what] });
  return explainRefused(change, {
    purchases_open_returns_bound: full('openReturns'),
    purchases_returns_bound: full('returns'),
    purchases_shipments_bound: full('shipments'),
    purchases_shipment_lines_bound: full('shipmentLines'),
  });
}
