import type { Database } from '../database/client.ts';
import { transact } from '../database/transact.ts';
import { recordEvent, SHOP } from '../events/queries.ts';
import { enqueueHold } from '../mail/queries.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { extendProvenHolds, isHoldOver, listEndedHolds } from './holds.ts';
import { changeOrderState, changeStock, lockOrder, type StockLevel } from './state.ts';

const AT_ONCE = 200;

/** Puts the stock of orders whose hold has ended back on sale. The orders stay, unpaid. Returns the number of released orders. */
export async function releaseEndedHolds(database: Database, catalogue: Catalogue): Promise<number> {
  await extendProvenHolds(database.db);
  let released = 0;
  for (const id of await listEndedHolds(database.db, AT_ONCE)) {
    if (await release(database, catalogue, id)) released += 1;
  }
  return released;
}

async function release({ db }: Database, catalogue: Catalogue, id: string): Promise<boolean> {
  let stock: StockLevel | undefined;
  await transact(db, async (transaction) => {
    stock = undefined;
    const order = await lockOrder(transaction, id);
    // The address may have been proven since the list was read.
    await extendProvenHolds(transaction, { orderId: id });
    // Paid, deleted or held anew since then.
    if (order?.state !== 'held' || !(await isHoldOver(transaction, id))) return;
    await enqueueHold(transaction, 'hold_ended', id);
    await changeOrderState(transaction, order, { to: 'released' });
    stock = await changeStock(transaction, order.productId, order.quantity);
    await recordEvent(transaction, {
      kind: 'hold_ended',
      actor: SHOP,
      orderId: id,
      productId: order.productId,
      stockChange: order.quantity,
    });
  });
  if (stock) await catalogue.setStock(stock.productId, stock.available, stock.revision);
  return stock !== undefined;
}
