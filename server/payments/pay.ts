import { toCents, toDollars } from '#contract/kernel/money.ts';
import { isForCompany, type Own } from '#contract/kernel/reach.ts';
import { notFound, Problem } from '../ground/handling/problem.ts';
import { SHOP } from '../log/queries.ts';
import { requireMayOrder } from '../purchases/buyers.ts';
import { ensureHeld } from '../purchases/holds.ts';
import { findPurchase, findPurchaseOf, type Purchase } from '../purchases/queries.ts';
import type { PurchaseTerms } from '../purchases/request.ts';
import { requirePayable } from '../purchases/rules.ts';
import { cancel, cancelOpen, settleOrWait } from './close-open.ts';
import type { Intent } from './provider.ts';
import {
  countPaymentsOf,
  findUntied,
  insertPayment,
  listPaymentsOf,
  markCanceled,
  type Payment,
} from './queries.ts';
import { isPayable } from './rules.ts';
import { settle, toProblem } from './settle.ts';
import type { PaymentContext } from './take-in.ts';

export interface PayingContext extends PaymentContext {
  /** On which stock is kept once more when a late buyer comes to pay. */
  terms: Omit<PurchaseTerms, 'maxUnpaid'>;
}

/** The client secret of the one open payment of a line's purchase, whose total is `price`. */
export async function payOrder(
  context: PayingContext,
  buyer: Own,
  orderId: string,
  price: number,
): Promise<string> {
  const purchase = await findPurchaseOf(context.database.db, orderId, buyer);
  if (!purchase) throw notFound('order');
  const { totalCents } = purchase;
  requirePayable(purchase);
  // guard: server/payments/payments.test.ts
  if (totalCents !== toCents(price)) throw new Problem('price_mismatch', { total: toDollars(totalCents) });
  return beginPayment(context, buyer, purchase);
}

/** The client secret of the one open payment of a purchase, for its total. */
export async function payPurchase(context: PayingContext, buyer: Own, purchaseId: string): Promise<string> {
  const purchase = await findPurchase(context.database.db, purchaseId, buyer);
  if (!purchase) throw notFound('order');
  requirePayable(purchase);
  return beginPayment(context, buyer, purchase);
}

/** The same from any number of tabs. */
async function beginPayment(
  context: PayingContext,
  buyer: Own,
  { id, state, totalCents }: Purchase,
): Promise<string> {
  const { database, catalogue, terms } = context;
  // guard: server/payments/trouble.test.ts
  if (state === 'released' || isForCompany(buyer)) await ensureHeld(database, catalogue, id, terms);
  const earlier = await listPaymentsOf(database.db, id);
  const open = await findPayable(context, id, totalCents, earlier);
  if (open) return open.clientSecret;
  // Tabs that saw the same payments ask with the same key, and the same key answers the same intent. The total is part of
  // it, and its first word changes with the other parameters of the request: the provider refuses an earlier key with others.
  return createIntent(context, buyer, totalCents, `pay-purchase-${id}-${totalCents}-${earlier.length}`, id);
}

/** The client secret of the caller's open payment of an amount for their buyer, for clients that tie it to an order afterwards. */
export async function payAmount(context: PaymentContext, buyer: Own, price: number): Promise<string> {
  const { db } = context.database;
  if (isForCompany(buyer)) await requireMayOrder(db, buyer.buyerId);
  const amountCents = toCents(price);
  // Counted first: two requests at once that both find nothing open ask with the same key.
  const number = await countPaymentsOf(db, buyer.userId);
  const untied = await findUntied(db, buyer, amountCents);
  const intent = untied && (await context.provider.getIntent(untied.intentId));
  if (intent && isPayable(intent)) return intent.clientSecret;
  const key = `pay-amount-${buyer.buyerId}-${buyer.userId}-${amountCents}-${number}`;
  return createIntent(context, buyer, amountCents, key);
}

/**
 * Marks a purchase of the buyer's paid by a payment, as the provider confirms it. Repeats change nothing.
 * @param find finds the purchase by the id: its own, or that of one of its lines
 */
export async function settlePurchase(
  context: PaymentContext,
  find: typeof findPurchase,
  id: string,
  transactionId: string,
  buyer: Own,
): Promise<void> {
  const { database, catalogue, provider } = context;
  const purchase = await find(database.db, id, buyer);
  if (!purchase) throw notFound('order');
  const intent = await provider.getIntent(transactionId);
  if (!intent) throw new Problem('unknown_payment');
  const settlement = await settle(database, catalogue, intent, purchase.id, buyer.email);
  if (settlement !== 'paid') throw toProblem(settlement);
  // What is still open for it can only be paid by mistake. Reconciliation closes what this does not reach.
  await cancelOpen(context, purchase.id, SHOP).catch(() => {});
}

/** The intent that still can pay a purchase's total, settling or closing what else is open for it. */
async function findPayable(
  context: PaymentContext,
  purchaseId: string,
  totalCents: number,
  payments: Payment[],
): Promise<Intent | undefined> {
  for (const payment of payments) {
    if (payment.state !== 'open') continue;
    const intent = await context.provider.getIntent(payment.intentId);
    if (intent && isPayable(intent)) {
      if (intent.amountCents === totalCents) return intent;
      await cancel(context, payment);
      continue;
    }
    if (intent) await settleOrWait(context, intent, purchaseId);
    await markCanceled(context.database.db, payment.intentId, SHOP);
  }
  return undefined;
}

async function createIntent(
  { database, provider }: PaymentContext,
  { userId, buyerId }: Own,
  amountCents: number,
  idempotencyKey: string,
  purchaseId?: string,
): Promise<string> {
  const intent = await provider.createIntent({ amountCents, userId, buyerId, purchaseId, idempotencyKey });
  await insertPayment(database.db, intent);
  return intent.clientSecret;
}
