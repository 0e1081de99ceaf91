import { z } from 'zod';
import { say } from './field-message.ts';
import { IdSchema, requiredText, wholeNumber } from './fields.ts';
import { formatCount } from './money.ts';

const PIECES = 'Enter a whole number of pieces, 1 or more.';

/** Pieces of a line that are refunded. */
export const RefundLineSchema = z.object({
  /** The line: the id of its order. */
  orderId: IdSchema,
  quantity: wholeNumber(1, PIECES),
  /**
   * The line's `refundedPieces` as the client has read it. When it is another by now, nothing is refunded (409
   * `refund_changed`): so that a repeat, or a second admin, does not refund the same pieces twice.
   */
  refundedPieces: z.int().min(0),
});
export type RefundLine = z.infer<typeof RefundLineSchema>;

/** Body of POST /orders/{id}/refund: without `lines` all that is left of the payment goes back, and the stock goes on sale. */
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

/** What the money of a line's pieces depends on. Amounts in cents. */
export interface RefundableLine {
  quantity: number;
  totalCents: number;
  refundedQuantity: number;
  refundedCents: number;
}

/**
 * Returns the cents for so many more pieces of a line: with those refunded before they come to their share of the line's total,
 * rounded once, so that all pieces come to the total exactly.
 */
export function refundCents(line: RefundableLine, pieces: number): number {
  const after = BigInt(line.refundedQuantity + pieces);
  const quantity = BigInt(line.quantity);
  // Twice both sides, so that half a cent is rounded up.
  const share = (2n * BigInt(line.totalCents) * after + quantity) / (2n * quantity);
  return Math.max(0, Number(share) - line.refundedCents);
}

/** Returns what is wrong with refunding so many more pieces of a line, as the message to show; undefined when nothing is. */
export function piecesError(pieces: number, line: RefundableLine): string | undefined {
  if (!Number.isInteger(pieces) || pieces < 1) return PIECES;
  const left = line.quantity - line.refundedQuantity;
  if (left === 0) return 'All of these pieces are refunded already.';
  return pieces > left ? `${formatCount(left)} pieces are left to refund.` : undefined;
}
