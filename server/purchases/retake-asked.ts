import type { Queryable } from '../ground/database/client.ts';
import { SHOP } from '../log/queries.ts';
import { toProblem } from './change-lines.ts';
import { requireSpendable } from './company-terms.ts';
import { judgeChange } from './judge-change.ts';
import type { PurchaseTerms } from './request.ts';
import type { LockedPurchase } from './state.ts';
import { type NewStock, takeAgain } from './stock.ts';
import { lockStockOf } from './stock-rows.ts';

/**
 * Takes the stock of a released purchase of a company again, before it is held. Returns what is available then. Throws 409 with the
 * lines that cannot be had, and for limits that it does not fit any more.
 */
export async function retakeAsked(
  transaction: Queryable,
  purchase: LockedPurchase,
  terms: Omit<PurchaseTerms, 'maxUnpaid'>,
): Promise<NewStock[]> {
  const { id, totalCents: cents, lines } = purchase;
  const stock = await lockStockOf(transaction, lines);
  const judged = judgeChange(purchase, new Map(), cents, { ...stock, lists: [] }, terms);
  if (judged.verdict !== 'accepted') throw toProblem(judged, purchase, { lines: [] }, terms);
  await requireSpendable(transaction, id, cents);
  const taken = await takeAgain(transaction, lines, { kind: 'stock_retaken', actor: SHOP, facts: {} });
  if (!taken) throw new Error('there are fewer pieces than were judged');
  return taken;
}
