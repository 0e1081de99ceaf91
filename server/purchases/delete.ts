import { sql } from 'kysely';
import type { Reach } from '#contract/reach.ts';
import type { Database, Queryable } from '../database/client.ts';
import { transact } from '../database/transact.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { findPurchaseOf } from './queries.ts';
import { isUnpaid, requireTransition, takesStock } from './rules.ts';
import { changeState, type LockedPurchase, lockPurchase, type PurchaseLine } from './state.ts';
import { putBack, recordLines, type StockLevel, tellStock } from './stock.ts';

/** Cancels what is open of a purchase's payments for `actor`. Throws 409 when one is paid or being paid. */
export type CancelPayments = (purchaseId: string, actor: string) => Promise<void>;

/**
 * Deletes a line of an unpaid purchase that is in reach, for `actor`, and with its last line the purchase. Its payment is cancelled at the provider first, so
 * that nobody can pay what was; then the line's stock goes back on sale, and the purchase is totalled anew. Returns the number of
 * deleted lines; throws 409 when the purchase is paid or being paid.
 */
export async function deleteLine(
  database: Database,
  catalogue: Catalogue,
  cancelPayments: CancelPayments,
  orderId: string,
  reach: Reach,
  actor: string,
): Promise<number> {
  const purchase = await findPurchaseOf(database.db, orderId, reach);
  if (!purchase) return 0;
  if (isUnpaid(purchase.state)) await cancelPayments(purchase.id, actor);
  const deleted = await transact(database.db, async (transaction) => {
    const locked = await lockPurchase(transaction, purchase.id);
    const line = locked?.lines.find(({ id }) => id === orderId);
    if (!locked || !line) return undefined;
    await takeOut(transaction, locked, line);
    return goBack(transaction, locked, line, actor);
  });
  if (deleted) await tellStock(catalogue, deleted);
  return deleted ? 1 : 0;
}

async function takeOut(transaction: Queryable, purchase: LockedPurchase, line: PurchaseLine): Promise<void> {
  requireTransition(purchase.state, 'deleted');
  await transaction
    .updateTable('orders')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', line.id)
    .execute();
  if (purchase.lines.length === 1) return changeState(transaction, purchase, { to: 'deleted' });
  await transaction
    .updateTable('purchases')
    .set({ total_cents: purchase.totalCents - line.totalCents, revision: sql<number>`revision + 1` })
    .where('id', '=', purchase.id)
    .execute();
}

async function goBack(
  transaction: Queryable,
  { state }: LockedPurchase,
  line: PurchaseLine,
  actor: string,
): Promise<StockLevel[]> {
  const event = { kind: 'order_deleted', actor } as const;
  if (takesStock(state)) return putBack(transaction, [line], event);
  await recordLines(transaction, [line], event);
  return [];
}
