import { z } from 'zod';
import { say } from './field-message.ts';
import { IdSchema, requiredText, wholeNumber } from './fields.ts';

const MOST_LINES = 500;

/** Pieces of a line to refund. */
export const RefundLineSchema = z.object({
  /** The line: the id of its order. */
  orderId: IdSchema,
  quantity: wholeNumber(1, say('pieces_whole')),
  /**
   * The line's `refundedPieces` as the client has read it, less those of a stopped refund, which this one replaces. When it has
   * changed, nothing is refunded (409 `refund_changed`), so that a retry or a second admin does not refund the same pieces twice.
   */
  refundedPieces: z.int().min(0),
});
export type RefundLine = z.infer<typeof RefundLineSchema>;

/**
 * Body of POST /orders/{id}/refund: without `lines` the whole rest of the payment is refunded, and the stock of all pieces that
 * were not refunded by themselves is released.
 */
export const NewRefundSchema = z.object({
  reason: requiredText(say('reason_required'), 500),
  lines: z
    .array(RefundLineSchema)
    .min(1, say('lines_least'))
    .max(MOST_LINES, say('lines_most', { most: MOST_LINES }))
    .refine((lines) => new Set(lines.map(({ orderId }) => orderId)).size === lines.length, {
      error: say('lines_once'),
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

/** Returns how many more pieces of a line can be refunded when `leftCents` of its payment are left. */
export function piecesLeft(line: RefundableLine, leftCents: number): number {
  const pieces = line.quantity - line.refundedQuantity;
  if (refundCents(line, pieces) <= leftCents) return pieces;
  // The most pieces whose share, rounded as above, is not more than what is refunded already and what is left.
  const limit = BigInt(line.refundedCents + leftCents);
  const most = ((2n * limit + 1n) * BigInt(line.quantity) - 1n) / (2n * BigInt(line.totalCents));
  return Math.max(0, Number(most) - line.refundedQuantity);
}

/** Returns why `pieces` more pieces of a line cannot be refunded, as a message for `readMessage`; undefined when they can. */
export function piecesError(
  pieces: number,
  line: RefundableLine,
  left = line.quantity - line.refundedQuantity,
): string | undefined {
  if (!Number.isInteger(pieces) || pieces < 1) return say('pieces_whole');
  if (line.quantity === line.refundedQuantity) return say('pieces_all_refunded');
  return pieces > left ? say('pieces_left', { left }) : undefined;
}
