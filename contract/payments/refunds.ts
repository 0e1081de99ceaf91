import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { reasonLine } from '../kernel/fields.ts';
import { isDollars } from '../kernel/money.ts';
import { eachOnce, LinePiecesSchema } from '../shipping/schema.ts';

/** Pieces of a line to refund. */
const RefundLineSchema = LinePiecesSchema.extend({
  /**
   * Which pieces: those that are not shipped, which will not be then, or shipped ones. Without it those come first whose money has to
   * go back, as they came back or were cancelled; then those that are not shipped.
   */
  of: z.enum(['unshipped', 'shipped'], say('refund_of')).optional(),
  /** Whether those that are not shipped, and are here, go on sale: they do unless this is false. */
  restock: z.boolean(say('restock')).optional(),
  /**
   * The line's `refundedPieces` as the client has read it, less those of a stopped refund, which this one replaces. When it has
   * changed, nothing is refunded (409 `refund_changed`), so that a retry or a second admin does not refund the same pieces twice.
   */
  refundedPieces: z.int().min(0),
});
export type RefundLine = z.infer<typeof RefundLineSchema>;
/** Without `refundedPieces` an Idempotency-Key keeps a repeat from refunding anew. */
export type PartRefundLine = Omit<RefundLine, 'refundedPieces'> & Partial<Pick<RefundLine, 'refundedPieces'>>;

/**
 * Body of POST /orders/{id}/refund: without `lines` the whole rest of the payment is refunded: it cancels the pieces that are
 * not shipped, and puts those on sale that are here.
 */
export const NewRefundSchema = z.object({
  reason: reasonLine(),
  lines: eachOnce(RefundLineSchema).optional(),
});
export type NewRefund = z.infer<typeof NewRefundSchema>;

/** Body of POST /purchases/{id}/refunds. */
export const NewPartRefundSchema = NewRefundSchema.extend({
  lines: eachOnce(RefundLineSchema.partial({ refundedPieces: true })),
});

/**
 * Body of POST /purchases/{id}/refunds/amount: dollars that are refunded without pieces, such as for goodwill. `refunded` is that of the
 * purchase as the client has read it: when it has changed, nothing is refunded (409 `refund_changed`).
 */
export const NewAmountRefundSchema = NewRefundSchema.omit({ lines: true }).extend({
  amount: z
    .number(say('amount_least'))
    .min(0.01, say('amount_least'))
    .refine(isDollars, say('price_two_decimals')),
  refunded: z.number(say('amount_least')).min(0, say('amount_least')).optional(),
});
export type NewAmountRefund = z.infer<typeof NewAmountRefundSchema>;

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
