import type { RefundReason } from '#contract/payments/schema.ts';
import { refundable } from '#contract/purchases/line-pieces.ts';
import type { Queryable } from '../ground/database/client.ts';
import { SHOP } from '../log/queries.ts';
import { cancelPieces } from './cancel.ts';
import { takesStock } from './rules.ts';
import { changeState, type LockedPurchase, setCounters } from './state.ts';
import { moveStock, type NewStock, recordLines, takeAgain } from './stock.ts';

/**
 * Marks a locked purchase paid, and takes the stock of one whose hold has ended once more. Undefined, and nothing done, when
 * that has been sold meanwhile. Returns what it took. Throws 409 for a purchase that cannot become paid.
 */
export async function markPaid(
  transaction: Queryable,
  purchase: LockedPurchase,
  transactionId: string,
  actor: string,
): Promise<NewStock[] | undefined> {
  const { state, lines } = purchase;
  const taken = takesStock(state)
    ? []
    : await takeAgain(transaction, lines, { kind: 'stock_retaken', actor: SHOP, facts: {} });
  if (!taken) return undefined;
  await changeState(transaction, purchase, { to: 'paid', transactionId });
  await recordLines(transaction, lines, {
    kind: 'order_paid',
    actor,
    facts: { intentId: transactionId },
  });
  return taken;
}

/**
 * Marks a locked, paid purchase refunded for the reason that an admin wrote or for a cause, and puts its pieces back on sale that
 * are neither shipped nor cancelled: shipped ones come back by receiving them. `lastCents` are logged: what went back with this refund, if it
 * is not the first. What has not arrived is not promised any more. Returns what is available then.
 */
export async function markRefunded(
  transaction: Queryable,
  purchase: LockedPurchase,
  actor: string,
  { reason, cause, lastCents }: RefundReason & { lastCents: number | undefined },
): Promise<NewStock[]> {
  const back = purchase.lines.map((line) => cancelPieces(line, refundable(line, 'unshipped'), true));
  await setCounters(back.map(({ line }) => line)).execute(transaction);
  await changeState(transaction, purchase, { to: 'refunded' });
  const moves = back.map(({ move }) => move);
  return moveStock(transaction, moves, {
    kind: 'order_refunded',
    actor,
    why: reason,
    facts: { ...(cause && { cause }), ...(lastCents !== undefined && { lastCents }) },
  });
}
