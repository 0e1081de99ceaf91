import { z } from 'zod';
import { say } from '#contract/field-message.ts';
import { parseCount, toCents, toDollars } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import {
  NewRefundSchema,
  piecesError,
  piecesLeft,
  type RefundableLine,
  refundCents,
} from '#contract/refunds.ts';

/** What an admin types to refund an order, or pieces of its lines. */
export interface RefundInput {
  reason: string;
  /** What is typed for each line, in the order of the purchase; all empty for all that is left. */
  pieces: string[];
}

/** The rules of the form, while so many cents are left of the payment. */
export function refundInputSchema(lines: Order[], leftCents: number) {
  return z
    .object({ reason: NewRefundSchema.shape.reason, pieces: z.custom<string[]>(Array.isArray) })
    .superRefine(({ pieces }, context) => {
      const wanted = wantedLines(lines, pieces);
      for (const { line, pieces, nth } of wanted) {
        const refundable = toRefundable(line);
        const message = piecesError(pieces, refundable, piecesLeft(refundable, leftCents));
        if (message) context.addIssue({ code: 'custom', path: ['pieces', nth], message });
      }
      const cents = wanted.reduce((sum, { line, pieces }) => sum + centsOf(line, pieces), 0);
      const message = say('refund_too_large', { left: toDollars(leftCents) });
      if (cents > leftCents)
        context.addIssue({ code: 'custom', path: ['pieces', wanted.at(-1)!.nth], message });
    });
}

/** The lines for which something is typed. */
export function wantedLines(lines: Order[], typed: string[]): { line: Order; pieces: number; nth: number }[] {
  return lines.flatMap((line, nth) => {
    const text = typed[nth]?.trim() ?? '';
    return text === '' ? [] : [{ line, pieces: parseCount(text), nth }];
  });
}

/** Cents for so many more pieces of a line; 0 where that many cannot be refunded. */
export function centsOf(line: Order, pieces: number): number {
  const refundable = toRefundable(line);
  return piecesError(pieces, refundable) ? 0 : refundCents(refundable, pieces);
}

/** What has gone back of a line. A refund that has stopped does not count: the next one takes its place. */
export function toRefundable(line: Order): RefundableLine {
  return {
    quantity: line.order,
    totalCents: toCents(line.total),
    refundedQuantity: line.refundedPieces - line.refundingPieces,
    refundedCents: toCents(line.refundedOfLine) - toCents(line.refundingOfLine),
  };
}
