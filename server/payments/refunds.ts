import type { Database } from '../database/client.ts';
import { recordEvent } from '../events/queries.ts';
import { enqueueOrderRefunded, enqueuePaymentRefunded } from '../mail/queries.ts';
import { changeOrderState, changeStock, lockOrder, type StockLevel } from '../orders/state.ts';
import type { Catalogue } from '../products/catalogue.ts';
import type { PaymentProvider, ProviderEvent } from './provider.ts';
import {
  changePaymentState,
  type DueRefund,
  findPayment,
  insertProviderEvent,
  lockPayment,
  takeDueRefunds,
} from './queries.ts';
import { withPayment } from './rules.ts';

const AT_ONCE = 20;

/**
 * Carries out the refunds that are due. Each is asked for once at the provider however often this runs, and stays due
 * until the provider confirms it. Answers how many were confirmed.
 */
export async function carryOutRefunds(
  database: Database,
  catalogue: Catalogue,
  provider: PaymentProvider,
): Promise<number> {
  let confirmed = 0;
  for (const refund of await takeDueRefunds(database.db, AT_ONCE)) {
    if (await carryOut(database, catalogue, provider, refund)) confirmed += 1;
  }
  return confirmed;
}

/** Carries out one refund; false while the provider has not confirmed it. */
export async function carryOut(
  database: Database,
  catalogue: Catalogue,
  provider: PaymentProvider,
  { intentId, orderId, reason, actor }: DueRefund,
): Promise<boolean> {
  if (await provider.refund(intentId)) {
    await confirmRefund(database, catalogue, intentId, actor, reason);
    return true;
  }
  await recordEvent(database.db, {
    kind: 'refund_failed',
    actor,
    ...(orderId && { orderId }),
    why: `Payment ${intentId}`,
  });
  return false;
}

/**
 * Takes in that a buyer's bank has sent a refund back: it is due again. The order stays refunded. `event`, which told of
 * it, is noted in the same transaction.
 */
export async function returnRefund(
  { db }: Database,
  intentId: string,
  actor: string,
  event?: ProviderEvent,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (event) await insertProviderEvent(transaction, event);
    const payment = await lockPayment(transaction, intentId);
    if (payment?.state !== 'refunded') return;
    const reason = "The buyer's bank sent the refund back.";
    await changePaymentState(transaction, payment, { to: 'refunding', reason, actor });
    await recordEvent(transaction, {
      kind: 'refund_failed',
      actor,
      ...(payment.orderId && { orderId: payment.orderId }),
      why: withPayment(reason, intentId),
    });
  });
}

/** Why an order is refunded when somebody did it at the provider itself. */
export const REFUNDED_THERE = 'Refunded at the payment provider.';

/**
 * Takes in that a payment's money has gone back: the order it had paid is refunded, and its stock is on sale again.
 * `event`, which told of it, is noted in the same transaction.
 */
export async function confirmRefund(
  database: Database,
  catalogue: Catalogue,
  intentId: string,
  actor: string,
  reason: string,
  event?: ProviderEvent,
): Promise<void> {
  const orderId = (await findPayment(database.db, intentId))?.orderId;
  let stock: StockLevel | undefined;
  await database.db.transaction().execute(async (transaction) => {
    if (event) await insertProviderEvent(transaction, event);
    // The order first, as everywhere: two that lock both never wait for each other.
    const order = orderId ? await lockOrder(transaction, orderId) : undefined;
    const payment = await lockPayment(transaction, intentId);
    if (!payment || payment.state === 'refunded') return;
    await changePaymentState(transaction, payment, { to: 'refunded' });
    const wasPaid = order?.state === 'paid' && order.transactionId === intentId;
    if (wasPaid) {
      await changeOrderState(transaction, order, { to: 'refunded' });
      stock = await changeStock(transaction, order.productId, order.quantity);
    }
    await recordEvent(transaction, {
      kind: wasPaid ? 'order_refunded' : 'payment_refunded',
      actor,
      ...(orderId && { orderId }),
      ...(wasPaid && { productId: order.productId, stockChange: order.quantity }),
      why: wasPaid ? reason : withPayment(reason, intentId),
    });
    const enqueueRefunded = wasPaid ? enqueueOrderRefunded : enqueuePaymentRefunded;
    await enqueueRefunded(transaction, intentId, reason);
  });
  if (stock) await catalogue.setStock(stock.productId, stock.available, stock.revision);
}
