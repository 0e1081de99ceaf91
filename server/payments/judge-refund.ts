import { fieldError, readMessage } from '#contract/kernel/field-message.ts';
import { toCents, toDollars } from '#contract/kernel/money.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import {
  type NewAmountRefund,
  type PartRefundLine,
  piecesError,
  refundCents,
} from '#contract/payments/refunds.ts';
import { cancelledBy, refundable } from '#contract/purchases/line-pieces.ts';
import { invalidInput, Problem } from '../ground/handling/problem.ts';
import { totalOf } from '../purchases/amounts.ts';
import { cancelPieces, type MovedLine } from '../purchases/cancel.ts';
import type { PurchaseLine } from '../purchases/state.ts';
import type { Payment } from './queries.ts';

type Money = Pick<Payment, 'amountCents' | 'refundedCents'>;

/** Pieces of a line that are refunded, and how many of them are cancelled: they go back where they came from. */
export interface RefundedLine extends MovedLine {
  quantity: number;
  cents: number;
  cancelled: number;
}

/**
 * Decides on a refund of pieces of locked lines, of a locked payment: those that are not shipped will not be. All lines that are wrong
 * are named at once: throws what `refuse` makes of lines that have fewer pieces left, 400 for one that is none of the purchase, and for
 * less than a cent; 409 when others have refunded meanwhile, or not enough money is left.
 */
export function judgePieces(
  lines: readonly PurchaseLine[],
  payment: Money,
  wanted: readonly PartRefundLine[],
  refuse: (errors: FieldError[]) => Problem,
): { cents: number; refunded: RefundedLine[] } {
  const errors: FieldError[] = [];
  let isUnknown = false;
  const refunded = wanted.flatMap(({ orderId, quantity, refundedPieces, of, restock = true }, nth) => {
    const line = lines.find(({ id }) => id === orderId);
    if (!line) {
      isUnknown = true;
      errors.push(fieldError(`lines.${nth}.orderId`, 'no_such_line'));
      return [];
    }
    // guard: server/payments/judge-refund.test.ts
    if (refundedPieces !== undefined && refundedPieces !== line.refundedQuantity)
      throw new Problem('refund_changed');
    const message = piecesError(quantity, line, refundable(line, of));
    if (message) {
      errors.push({ field: `lines.${nth}.quantity`, ...readMessage(message) });
      return [];
    }
    const cents = refundCents(line, quantity);
    const cancelled = cancelledBy(line, quantity, of);
    const { line: rest, move } = cancelPieces(line, cancelled, restock);
    const counted = {
      ...rest,
      refundedQuantity: line.refundedQuantity + quantity,
      refundedCents: line.refundedCents + cents,
    };
    return [{ line: counted, move, quantity, cents, cancelled }];
  });
  if (errors.length > 0) throw isUnknown ? invalidInput(errors) : refuse(errors);
  const cents = totalOf(refunded, { charges: [] }).grossCents;
  if (cents === 0) throw invalidInput([fieldError('lines.0.quantity', 'pieces_below_cent')]);
  const cancelled = refunded.reduce((sum, line) => sum + line.cancelled, 0);
  requireMoney(payment, cents, unshippedOf(lines) - cancelled);
  return { cents, refunded };
}

/**
 * Decides on a refund of an amount of a locked payment, of which no line counts anything: returns its cents. Throws 409 when others have
 * refunded meanwhile, or not enough money is left.
 */
export function judgeAmount(
  lines: readonly PurchaseLine[],
  payment: Money,
  { amount, refunded }: Pick<NewAmountRefund, 'amount' | 'refunded'>,
): number {
  // guard: server/payments/judge-refund.test.ts
  if (refunded !== undefined && refunded !== toDollars(payment.refundedCents))
    throw new Problem('refund_changed');
  const cents = toCents(amount);
  requireMoney(payment, cents, unshippedOf(lines));
  return cents;
}

/** Pieces of a purchase that are neither shipped nor cancelled. */
const unshippedOf = (lines: readonly PurchaseLine[]) =>
  lines.reduce((sum, line) => sum + refundable(line, 'unshipped'), 0);

/**
 * Throws unless so much is left of a payment. With the last of the money what is not shipped is cancelled: so while `unshipped` pieces
 * remain, it goes back by a refund of all that is left alone, which says so.
 */
function requireMoney({ amountCents, refundedCents }: Money, cents: number, unshipped: number): void {
  const left = amountCents - refundedCents;
  // guard: server/payments/judge-refund.test.ts
  if (cents > left) throw new Problem('refund_too_large', { left: toDollars(left) });
  // guard: server/payments/judge-refund.test.ts
  if (cents === left && unshipped > 0) throw new Problem('refund_takes_last', { pieces: unshipped });
}
