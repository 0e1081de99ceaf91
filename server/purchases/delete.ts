import { sql } from 'kysely';
import { isForCompany, type Reach } from '#contract/kernel/reach.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { totalOf, writeTotal } from './amounts.ts';
import { tellAsked } from './approvals.ts';
import { askAnew } from './ask-anew.ts';
import { requireOpen } from './buyers.ts';
import { findPurchase, findPurchaseOf, type Purchase } from './queries.ts';
import { isUnpaid, requireTransition, takesStock } from './rules.ts';
import {
  changeState,
  type LockedPurchase,
  lockPurchase,
  type PurchaseLine,
  requireOrdering,
} from './state.ts';
import { type NewStock, putBack, recordLines, tellStock } from './stock.ts';

/** Cancels what is open of a purchase's payments for `actor`. Throws 409 when one is paid or being paid. */
type CancelPayments = (purchaseId: string, actor: string) => Promise<void>;

/** What deleting needs. */
export interface Deleting {
  database: Database;
  catalogue: Catalogue;
  cancelPayments: CancelPayments;
}

/**
 * Deletes a line of an unpaid purchase that is in reach, for `actor`, and with its last line the purchase. Returns the number of
 * deleted lines; throws 409 when the purchase is paid or being paid, and to members of a closed company; of a held one, for a part.
 */
export async function deleteLine(
  parts: Deleting,
  orderId: string,
  reach: Reach,
  actor: string,
): Promise<number> {
  const purchase = await findPurchaseOf(parts.database.db, orderId, reach);
  return purchase ? deleteLines(parts, purchase, { reach, actor }, ({ id }) => id === orderId) : 0;
}

/** The same of a whole purchase. Returns the number of deleted purchases. */
export async function deletePurchase(
  parts: Deleting,
  purchaseId: string,
  reach: Reach,
  actor: string,
): Promise<number> {
  const purchase = await findPurchase(parts.database.db, purchaseId, reach);
  return purchase ? Math.min(1, await deleteLines(parts, purchase, { reach, actor }, () => true)) : 0;
}

/**
 * Cancels the payment at the provider first, so that nobody can pay what was; then the lines' stock goes back on sale, and the
 * purchase is totalled anew. Returns the number of deleted lines.
 */
async function deleteLines(
  { database, catalogue, cancelPayments }: Deleting,
  purchase: Purchase,
  { reach, actor }: { reach: Reach; actor: string },
  isMeant: (line: PurchaseLine) => boolean,
): Promise<number> {
  // guard: server/orders/purchases.test.ts
  if (isUnpaid(purchase.state)) await cancelPayments(purchase.id, actor);
  let count = 0;
  const levels = await transact(database.db, async (transaction) => {
    const locked = await lockPurchase(transaction, purchase.id);
    const lines = locked?.lines.filter(isMeant) ?? [];
    count = lines.length;
    if (!locked || count === 0) return [];
    // Members of a held company call an order off, and do not change it.
    if (reach !== 'all' && count < locked.lines.length) requireOrdering(locked);
    if (reach !== 'all') requireOpen(locked.buyer);
    await takeOut(transaction, locked, lines, actor);
    return goBack(transaction, locked, lines, actor);
  });
  await tellStock(catalogue, levels);
  return count;
}

async function takeOut(
  transaction: Queryable,
  purchase: LockedPurchase,
  lines: PurchaseLine[],
  actor: string,
): Promise<void> {
  requireTransition(purchase.state, 'deleted');
  const ids = lines.map(({ id }) => id);
  await transaction
    .updateTable('orders')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  if (purchase.lines.length === lines.length) return changeState(transaction, purchase, { to: 'deleted' });
  const kept = purchase.lines.filter(({ id }) => !ids.includes(id));
  const nets = kept.map(({ totalCents }) => ({ cents: totalCents }));
  await writeTotal(transaction, purchase.id, totalOf(nets, purchase).grossCents);
  if (!isForCompany(purchase)) return;
  // It costs less, and needs what it needed.
  const { isUnapproved } = await askAnew(transaction, purchase, undefined, actor);
  if (isUnapproved) await tellAsked(transaction, [purchase.id]);
}

async function goBack(
  transaction: Queryable,
  { state }: LockedPurchase,
  lines: PurchaseLine[],
  actor: string,
): Promise<NewStock[]> {
  const event = { kind: 'order_deleted', actor } as const;
  if (takesStock(state)) return putBack(transaction, lines, event);
  await recordLines(transaction, lines, event);
  return [];
}
