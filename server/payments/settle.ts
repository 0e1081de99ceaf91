import type { Database, Queryable } from '../database/client.ts';
import { transact } from '../database/transact.ts';
import { recordEvent, SHOP } from '../events/queries.ts';
import { conflict, notFound, type Problem, paymentRequired } from '../http/problem.ts';
import { enqueuePaid } from '../mail/queries.ts';
import { lockBuyer } from '../orders/buyers.ts';
import { takesStock } from '../orders/rules.ts';
import {
  changeOrderState,
  changeStock,
  type LockedOrder,
  lockOrder,
  type StockLevel,
} from '../orders/state.ts';
import type { Catalogue } from '../products/catalogue.ts';
import type { Intent, ProviderEvent } from './provider.ts';
import {
  changePaymentState,
  insertPayment,
  insertProviderEvent,
  lockPayment,
  type Payment,
} from './queries.ts';
import { judge, type Verdict, withPayment } from './rules.ts';

/** What settling came to, besides money and stock that moved. `paid` also when it was before. */
export type Settlement = Exclude<Verdict, 'pay' | 'already_paid'> | 'paid' | 'stock_gone' | 'no_order';

/**
 * The one place where an order becomes paid: from an intent fetched afresh from the provider, under the order's row lock.
 * The browser's PATCH, the webhook and reconciliation all come here, in any order and as often as they like. Money that
 * cannot pay the order is marked to go back, in the same transaction. `event` is noted in it, too.
 */
export async function settle(
  { db }: Database,
  catalogue: Catalogue,
  intent: Intent,
  orderId: string,
  actor: string = SHOP,
  event?: ProviderEvent,
): Promise<Settlement> {
  // An intent that the shop made, and then crashed before it could remember it.
  await insertPayment(db, intent);
  let stock: StockLevel | undefined;
  const settlement = await transact(db, async (transaction): Promise<Settlement> => {
    stock = undefined;
    if (event) await insertProviderEvent(transaction, event);
    const order = await lockOrder(transaction, orderId);
    const payment = await lockPayment(transaction, intent.id);
    if (!order || !payment) return 'no_order';
    const verdict = judge(intent, payment, order);
    switch (verdict) {
      case 'already_paid':
        return 'paid';
      case 'order_deleted':
      case 'paid_otherwise':
        if (intent.status === 'succeeded') await giveBack(transaction, payment, order.id, WHY_BACK[verdict]);
        return verdict;
      case 'pay':
        break;
      default:
        return verdict;
    }
    if (!takesStock(order.state)) {
      // Before the product, as everywhere: the order's change is counted for its buyer.
      await lockBuyer(transaction, order.userId);
      stock = await retakeStock(transaction, order);
      if (!stock) {
        await giveBack(transaction, payment, order.id, WHY_BACK.stock_gone);
        return 'stock_gone';
      }
    }
    await changePaymentState(transaction, payment, { to: 'succeeded', orderId: order.id });
    await changeOrderState(transaction, order, { to: 'paid', transactionId: intent.id });
    await recordEvent(transaction, {
      kind: 'order_paid',
      actor,
      orderId: order.id,
      productId: order.productId,
      why: `Payment ${intent.id}`,
    });
    await enqueuePaid(transaction, order.id);
    return 'paid';
  });
  if (stock) await catalogue.setStock(stock.productId, stock.available, stock.revision);
  return settlement;
}

const WHY_BACK = {
  order_deleted: 'The order had been deleted when the payment arrived.',
  paid_otherwise: 'The order was already paid by another payment.',
  stock_gone: 'The hold had ended and the parts had been sold when the payment arrived.',
};

/**
 * Marks captured money to go back, with the reason in the order's history.
 * @param isTaken whoever calls asks for the refund: after the commit, no job or event has it before
 */
export async function giveBack(
  transaction: Queryable,
  payment: Payment,
  orderId: string | null,
  reason: string,
  actor: string = SHOP,
  isTaken = false,
): Promise<void> {
  await changePaymentState(transaction, payment, { to: 'refunding', reason, actor, isTaken });
  await recordEvent(transaction, {
    kind: 'refund_due',
    actor,
    ...(orderId && { orderId }),
    why: withPayment(reason, payment.intentId),
  });
}

/** Takes the stock of an order whose hold has ended once more, for a buyer who comes late. Undefined when it is gone. */
export async function retakeStock(
  transaction: Queryable,
  order: LockedOrder,
): Promise<StockLevel | undefined> {
  const stock = await changeStock(transaction, order.productId, -order.quantity);
  if (stock) {
    await recordEvent(transaction, {
      kind: 'stock_retaken',
      actor: SHOP,
      orderId: order.id,
      productId: order.productId,
      stockChange: -order.quantity,
    });
  }
  return stock;
}

/** The problem that a settlement means to a buyer who asks for it. */
export function toProblem(settlement: Exclude<Settlement, 'paid'>): Problem {
  switch (settlement) {
    case 'not_succeeded':
      return paymentRequired('This payment has not succeeded. Try again, or use another card.');
    case 'mismatch':
      return conflict('payment_mismatch', 'This payment is not for this order.');
    case 'given_back':
      return conflict('payment_given_back', 'This payment has been given back, or is about to be.');
    case 'paid_otherwise':
      return conflict(
        'already_paid',
        'This order is already paid by another payment. Nothing is charged twice.',
      );
    case 'order_deleted':
      return conflict('order_deleted', 'This order was deleted. The payment is given back.');
    case 'stock_gone':
      return stockGone('The payment is given back.');
    case 'no_order':
      return notFound('This order');
  }
}

/** 409: a late buyer's parts are sold. */
export function stockGone(besides: string): Problem {
  return conflict(
    'stock_gone',
    `The hold of this order has ended and its parts have been sold meanwhile. ${besides}`,
  );
}
