import type { RefundReason } from '#contract/payments.ts';
import type { Queryable } from '../database/client.ts';
import { SHOP } from '../events/queries.ts';
import { enqueuePaid } from './mails.ts';
import { takesStock } from './rules.ts';
import { changeState, type LockedPurchase } from './state.ts';
import { putBack, recordLines, type StockLevel, takeAgain } from './stock.ts';

/**
 * Marks a locked purchase paid, and takes the stock of one whose hold has ended once more. Undefined, and nothing done, when
 * that has been sold meanwhile. Returns what it took. Throws 409 for a purchase that cannot become paid.
 */
export async function markPaid(
  transaction: Queryable,
  purchase: LockedPurchase,
  transactionId: string,
  actor: string,
): Promise<StockLevel[] | undefined> {
  const { id, state, lines } = purchase;
  const taken = takesStock(state)
    ? []
    : await takeAgain(transaction, lines, { kind: 'stock_retaken', actor: SHOP });
  if (!taken) return undefined;
  await changeState(transaction, purchase, { to: 'paid', transactionId });
  await recordLines(transaction, lines, {
    kind: 'order_paid',
    actor,
    facts: { intentId: transactionId },
  });
  await enqueuePaid(transaction, id);
  return taken;
}

/**
 * Marks a locked, paid purchase refunded for the reason that an admin wrote or for a cause, and puts its pieces back on sale that
 * were not refunded by themselves: those come back by receiving them. Returns what is available then.
 * @param isByPieces a refund of pieces took what was left of the payment: none go on sale
 */
export async function markRefunded(
  transaction: Queryable,
  purchase: LockedPurchase,
  actor: string,
  { reason, cause }: RefundReason,
  isByPieces: boolean,
): Promise<StockLevel[]> {
  await changeState(transaction, purchase, { to: 'refunded' });
  const back = purchase.lines.map((line) => ({
    ...line,
    quantity: isByPieces ? 0 : line.quantity - line.refundedQuantity,
  }));
  return putBack(transaction, back, {
    kind: 'order_refunded',
    actor,
    why: reason,
    facts: cause ? { cause } : {},
  });
}
