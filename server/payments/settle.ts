import type { Database, Queryable } from '../database/client.ts';
import { recordEvent, SHOP } from '../events/queries.ts';
import { conflict, notFound, type Problem, paymentRequired } from '../http/problem.ts';
import { changeStock, type LockedOrder, lockOrder, markPaid, type StockLevel } from '../orders/queries.ts';
import type { Catalogue } from '../products/catalogue.ts';
import type { Intent } from './provider.ts';
import { insertPayment, lockPayment, markSucceeded } from './queries.ts';
import { judge, type Verdict } from './rules.ts';

/**
 * The one place where an order becomes paid: from an intent fetched afresh from the provider, under the order's row lock.
 * The browser's PATCH, the webhook and reconciliation all come here, in any order and as often as they like. Throws the
 * contract's 402, 404 and 409 when the intent does not pay this order.
 */
export async function settle(
  { db }: Database,
  catalogue: Catalogue,
  intent: Intent,
  orderId: string,
  actor: string = SHOP,
): Promise<void> {
  // An intent that the shop made and then crashed before it could remember it.
  await insertPayment(db, intent);
  let stock: StockLevel | undefined;
  await db.transaction().execute(async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (!order) throw notFound('This order');
    const payment = await lockPayment(transaction, intent.id);
    const verdict = payment ? judge(intent, payment, order) : 'mismatch';
    if (verdict === 'already_paid') return;
    if (verdict !== 'pay') throw refuse(verdict);
    if (!order.held) stock = await retakeStock(transaction, order);
    await markSucceeded(transaction, intent.id, order.id);
    await markPaid(transaction, order.id, intent.id);
    await recordEvent(transaction, {
      kind: 'order_paid',
      actor,
      orderId: order.id,
      why: `Payment ${intent.id}`,
    });
  });
  if (stock) catalogue.setStock(stock.productId, stock.available, stock.revision);
}

/** Takes the stock of an order whose hold has ended once more, for the buyer who pays late. */
export async function retakeStock(transaction: Queryable, order: LockedOrder): Promise<StockLevel> {
  const stock = await changeStock(transaction, order.productId, -order.quantity);
  if (!stock) {
    throw conflict('stock_gone', 'The hold of this order has ended and its parts have been sold meanwhile.');
  }
  await recordEvent(transaction, {
    kind: 'stock_retaken',
    actor: SHOP,
    orderId: order.id,
    productId: order.productId,
    stockChange: -order.quantity,
  });
  return stock;
}

function refuse(verdict: Exclude<Verdict, 'pay' | 'already_paid'>): Problem {
  switch (verdict) {
    case 'not_succeeded':
      return paymentRequired('This payment has not succeeded. Try again, or use another card.');
    case 'mismatch':
      return conflict('payment_mismatch', 'This payment is not for this order.');
    case 'paid_otherwise':
      return conflict('already_paid', 'This order is already paid by another payment.');
    case 'order_deleted':
      return conflict('order_deleted', 'This order was deleted. The payment is given back.');
  }
}
