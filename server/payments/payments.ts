import { toCents } from '#contract/money.ts';
import type { Database } from '../database/client.ts';
import { recordEvent } from '../events/queries.ts';
import type { Caller } from '../http/handler.ts';
import { conflict, notFound } from '../http/problem.ts';
import { changeStock, findOrder, lockOrder, type StockLevel, setHold } from '../orders/queries.ts';
import type { Catalogue } from '../products/catalogue.ts';
import type { Intent, PaymentProvider } from './provider.ts';
import {
  countUntied,
  findPayment,
  findUntied,
  insertPayment,
  listPaymentsOf,
  markCanceled,
  type Payment,
} from './queries.ts';
import { markRefunded } from './refund.ts';
import { isPayable } from './rules.ts';
import { retakeStock, settle } from './settle.ts';

export interface PaymentParts {
  database: Database;
  catalogue: Catalogue;
  provider: PaymentProvider;
  /** Minutes for which stock is kept once more when a late buyer comes to pay. */
  holdMinutes: number;
}

export type Payments = ReturnType<typeof createPayments>;

/** Everything the shop does with payments. */
export function createPayments({ database, catalogue, provider, holdMinutes }: PaymentParts) {
  const { db } = database;

  /** The intent that still can be paid among an order's payments, settling or closing what else it finds. */
  async function findPayable(orderId: string, payments: Payment[]): Promise<Intent | undefined> {
    for (const payment of payments) {
      if (payment.state !== 'open') continue;
      const intent = await provider.getIntent(payment.intentId);
      if (intent && isPayable(intent)) return intent;
      if (intent?.status === 'succeeded') {
        await settle(database, catalogue, intent, orderId);
        throw alreadyPaid();
      }
      if (intent?.status === 'processing') throw beingPaid();
      await markCanceled(db, payment.intentId);
    }
    return undefined;
  }

  /** Makes sure that an unpaid order's stock is kept for it while its buyer pays. */
  async function ensureHeld(orderId: string): Promise<void> {
    let stock: StockLevel | undefined;
    await db.transaction().execute(async (transaction) => {
      const order = await lockOrder(transaction, orderId);
      if (!order || order.deleted) throw notFound('This order');
      if (order.paid) throw alreadyPaid();
      if (order.held) return;
      stock = await retakeStock(transaction, order);
      await setHold(transaction, orderId, holdMinutes);
    });
    if (stock) catalogue.setStock(stock.productId, stock.available, stock.revision);
  }

  async function createIntent(caller: Caller, amountCents: number, idempotencyKey: string, orderId?: string) {
    const intent = await provider.createIntent({
      amountCents,
      userId: caller.userId,
      orderId,
      email: caller.email,
      idempotencyKey,
    });
    await insertPayment(db, intent);
    return intent.clientSecret;
  }

  return {
    /** The client secret of an order's one open payment, the same from any number of tabs. `price` is its total. */
    async payOrder(caller: Caller, orderId: string, price: number): Promise<string> {
      const order = await findOrder(db, orderId, { ...caller, role: 'customer' });
      if (!order) throw notFound('This order');
      if (order.paid) throw alreadyPaid();
      if (toCents(order.total) !== toCents(price)) {
        throw conflict(
          'price_mismatch',
          `This order comes to $${order.total}. Load it again before you pay.`,
        );
      }
      if (order.heldUntil === null) await ensureHeld(orderId);
      const earlier = await listPaymentsOf(db, orderId);
      const open = await findPayable(orderId, earlier);
      if (open) return open.clientSecret;
      // Tabs that saw the same payments ask with the same key, and the same key answers the same intent.
      return createIntent(caller, toCents(price), `order-${orderId}-${earlier.length}`, orderId);
    },

    /** The client secret of the buyer's open payment of an amount, for clients that tie it to an order afterwards. */
    async payAmount(caller: Caller, price: number): Promise<string> {
      const amountCents = toCents(price);
      const untied = await findUntied(db, caller.userId, amountCents);
      const intent = untied && (await provider.getIntent(untied.intentId));
      if (intent && isPayable(intent)) return intent.clientSecret;
      const number = await countUntied(db, caller.userId);
      return createIntent(caller, amountCents, `amount-${caller.userId}-${amountCents}-${number}`);
    },

    /** Marks the caller's order paid by a payment, as the provider confirms it. Repeats change nothing. */
    async settleOrder(orderId: string, transactionId: string, caller: Caller): Promise<void> {
      const order = await findOrder(db, orderId, { ...caller, role: 'customer' });
      if (!order) throw notFound('This order');
      const intent = await provider.getIntent(transactionId);
      if (!intent) throw conflict('unknown_payment', 'The payment provider knows no such payment.');
      await settle(database, catalogue, intent, orderId, caller.email);
    },

    /** Looks at an intent that an event tells of, and settles or closes what it covers. */
    async receiveEvent(body: Buffer, signature: string | undefined): Promise<void> {
      const intentId = provider.readEvent(body, signature);
      const intent = intentId === undefined ? undefined : await provider.getIntent(intentId);
      if (!intent) return;
      const orderId = (await findPayment(db, intent.id))?.orderId ?? intent.orderId;
      if (intent.status === 'canceled') await markCanceled(db, intent.id);
      if (intent.status === 'succeeded' && orderId) await settle(database, catalogue, intent, orderId);
    },

    /** Cancels an order's open payments at the provider. Throws 409 when one of them has been paid or is being paid. */
    async cancelOpen(orderId: string): Promise<void> {
      for (const payment of await listPaymentsOf(db, orderId)) {
        if (payment.state !== 'open') continue;
        const intent = await provider.cancelIntent(payment.intentId);
        if (intent.status === 'succeeded') {
          await settle(database, catalogue, intent, orderId);
          throw alreadyPaid();
        }
        if (intent.status === 'processing') throw beingPaid();
        await markCanceled(db, payment.intentId);
      }
    },

    /** Refunds a paid order through the provider, once, and puts its stock back. */
    async refundOrder(orderId: string, caller: Caller, reason: string): Promise<void> {
      const order = await findOrder(db, orderId, caller);
      if (!order) throw notFound('This order');
      if (!order.transactionId) throw conflict('not_paid', 'This order is not paid.');
      await provider.refund(order.transactionId);
      const stock = await db.transaction().execute(async (transaction) => {
        if (!(await markRefunded(transaction, orderId))) {
          throw conflict('already_refunded', 'This order has been refunded before.');
        }
        const locked = await lockOrder(transaction, orderId);
        await recordEvent(transaction, {
          kind: 'order_refunded',
          actor: caller.email,
          orderId,
          productId: order.productId,
          stockChange: order.order,
          why: reason,
        });
        return locked && changeStock(transaction, locked.productId, locked.quantity);
      });
      if (stock) catalogue.setStock(stock.productId, stock.available, stock.revision);
    },
  };
}

function alreadyPaid() {
  return conflict('already_paid', 'This order is paid.');
}

function beingPaid() {
  return conflict('being_paid', 'This order is being paid at this moment. Look again in a minute.');
}
