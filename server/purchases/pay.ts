import { sql } from 'kysely';
import type { RefundReason } from '#contract/payments/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { SHOP } from '../log/queries.ts';
import { toShip } from './pieces.ts';
import { takesStock } from './rules.ts';
import { changeState, type LockedPurchase } from './state.ts';
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
  const back = purchase.lines.map((line) => ({ ...line, pieces: toShip(line) }));
  await cancelRest(transaction, back);
  await changeState(transaction, purchase, { to: 'refunded' });
  return moveStock(transaction, back, {
    kind: 'order_refunded',
    actor,
    why: reason,
    facts: { ...(cause && { cause }), ...(lastCents !== undefined && { lastCents }) },
  });
}

/** Nothing more of these lines is shipped or awaited: `pieces` of each go on sale. */
async function cancelRest(transaction: Queryable, lines: { id: string; pieces: number }[]): Promise<void> {
  await sql`
    update orders set cancelled_quantity = quantity - shipped_quantity, awaited = 0, unpromised = unpromised + awaited,
      restocked_quantity = restocked_quantity + pieces
    from json_to_recordset(${JSON.stringify(lines)}::json) as line (id uuid, pieces int)
    where orders.id = line.id`.execute(transaction);
}
