import type { Reach } from '#contract/reach.ts';
import type { Database } from '../database/client.ts';
import { transact } from '../database/transact.ts';
import { recordEvent } from '../events/queries.ts';
import type { Payments } from '../payments/payments.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { findOrder } from './queries.ts';
import { takesStock } from './rules.ts';
import { changeOrderState, changeStock, lockOrder, type StockLevel } from './state.ts';

/**
 * Deletes an unpaid order that is in reach, for `actor`: cancels its payment at the provider first, so that nobody can pay it any more, then gives the
 * stock back. Answers how many orders that were; throws 409 when it is paid or being paid.
 */
export async function deleteOrder(
  database: Database,
  catalogue: Catalogue,
  payments: Payments,
  id: string,
  reach: Reach,
  actor: string,
): Promise<number> {
  const order = await findOrder(database.db, id, reach);
  if (!order) return 0;
  if (!order.paid) await payments.cancelOpen(id, actor);

  let stock: StockLevel | undefined;
  const deletedCount = await transact(database.db, async (transaction) => {
    stock = undefined;
    const locked = await lockOrder(transaction, id);
    if (!locked || locked.state === 'deleted') return 0;
    await changeOrderState(transaction, locked, { to: 'deleted' });
    const givesBack = takesStock(locked.state);
    if (givesBack) stock = await changeStock(transaction, locked.productId, locked.quantity);
    await recordEvent(transaction, {
      kind: 'order_deleted',
      actor,
      orderId: id,
      productId: locked.productId,
      ...(givesBack && { stockChange: locked.quantity }),
    });
    return 1;
  });
  if (stock) await catalogue.setStock(stock.productId, stock.available, stock.revision);
  return deletedCount;
}
