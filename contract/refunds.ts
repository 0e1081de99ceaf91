import { z } from 'zod';
import { say } from './field-message.ts';
import { IdSchema, requiredText, wholeNumber } from './fields.ts';
import { formatCount } from './money.ts';

const PIECES = 'Enter a whole number of pieces, 1 or more.';

/** Pieces of a line to refund. */
export const RefundLineSchema = z.object({
  /** The line: the id of its order. */
  orderId: IdSchema,
  quantity: wholeNumber(1, PIECES),
  /**
   * The line's `refundedPieces` as the client has read it. When it has changed, nothing is refunded (409
   * `refund_changed`), so that a retry or a second admin does not refund the same pieces twice.
   */
  refundedPieces: z.int().min(0),
});
export type RefundLine = z.infer<typeof RefundLineSchema>;

/** Body of POST /orders/{id}/refund: without `lines` the whole rest of the payment is refunded, and the stock is released. */
export const NewRefundSchema = z.object({
  reason: requiredText(say('reason_required'), 500),
  lines: z
    .array(RefundLineSchema)
    .min(1, 'Name at least one line')
    .max(500, '500 lines at most')
    .refine((lines) => new Set(lines.map(({ orderId }) => orderId)).size === lines.length, {
      error: 'Name each line once',
    })
    .optional(),
});
export type NewRefund = z.infer<typeof NewRefundSchema>;

/** The values that determine the refund of a line's pieces. Amounts in cents. */
export interface RefundableLine {
  quantity: number;
  totalCents: number;
  refundedQuantity: number;
  refundedCents: number;
}

/**
 * Returns the cents for `pieces` more pieces of a line: with the pieces refunded before, their share of the line's total,
 * rounded once, so that all pieces together are exactly the total.
 */
export function refundCents(line: RefundableLine, pieces: number): number {
  const after = BigInt(line.refundedQuantity + pieces);
  const quantity = BigInt(line.quantity);
  // Doubled, so that half a cent is rounded up in integers.
  const share = (2n * BigInt(line.totalCents) * after + quantity) / (2n * quantity);
  return Math.max(0, Number(share) - line.refundedCents);
}

/** Returns why `pieces` more pieces of a line cannot be refunded, as the message to show; undefined when they can. */
export function piecesError(pieces: number, line: RefundableLine): string | undefined {
  if (!Number.isInteger(pieces) || pieces < 1) return PIECES;
  const left = line.quantity - line.refundedQuantity;
  if (left === 0) return 'All of these pieces are refunded already.';
  return pieces > left ? `${formatCount(left)} pieces are left to refund.` : undefined;
}
