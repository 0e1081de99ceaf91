import type { RefundReason } from '#contract/payments/schema.ts';
import { issueInvoice } from '../documents/issue.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { notFound, Problem } from '../ground/handling/problem.ts';
import { recordEvent, SHOP } from '../log/queries.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { refuseSpending } from '../purchases/company-terms.ts';
import { markPaid } from '../purchases/pay.ts';
import { isAccepted, takesStock } from '../purchases/rules.ts';
import { lockPurchase } from '../purchases/state.ts';
import { type NewStock, tellStock } from '../purchases/stock.ts';
import { enqueuePaid } from './mails.ts';
import type { Intent, ProviderEvent, RefundPart } from './provider.ts';
import {
  changePaymentState,
  insertPayment,
  insertProviderEvent,
  lockPayment,
  type Payment,
} from './queries.ts';
import { because, judge, toldOf, type Verdict } from './rules.ts';
import { isLeftToPerson, tellUnknown } from './unknown.ts';

/**
 * What settling came to, besides money and stock that moved. `paid` also when it was before; `left` to a person, after a restore.
 */
export type Settlement =
  | Exclude<Verdict, 'pay' | 'already_paid'>
  | 'paid'
  | 'stock_gone'
  | 'over_limit'
  | 'left'
  | 'no_order';

/**
 * The one place where a purchase becomes paid: from an intent fetched afresh from the provider, under the purchase's row lock.
 * The browser's PATCH, the webhook and reconciliation all come here, in any order and as often as they like. Money that
 * cannot pay the purchase is marked to go back, in the same transaction. `event` is noted in it, too.
 */
export async function settle(
  { db }: Database,
  catalogue: Catalogue,
  intent: Intent,
  purchaseId: string,
  actor: string = SHOP,
  event?: ProviderEvent,
): Promise<Settlement> {
  // An intent that the shop made, and then crashed before it could remember it.
  await insertPayment(db, intent);
  let levels: NewStock[] = [];
  const settlement = await transact(db, async (transaction): Promise<Settlement> => {
    levels = [];
    if (event) await insertProviderEvent(transaction, event);
    const purchase = await lockPurchase(transaction, purchaseId);
    const payment = await lockPayment(transaction, intent.id);
    if (!purchase) await tellUnknown(transaction, intent);
    if (!purchase || !payment) return 'no_order';
    const verdict = judge(intent, payment, purchase);
    const giveBack = async <T extends keyof typeof CAUSES>(why: T): Promise<T | 'left'> => {
      // guard: server/payments/after-restore.test.ts
      if (await isLeftToPerson(transaction, intent, purchaseId, CAUSES[why])) return 'left';
      await beginRefund(transaction, payment, because(CAUSES[why]));
      return why;
    };
    switch (verdict) {
      case 'already_paid':
        return 'paid';
      case 'order_deleted':
      case 'not_approved':
      case 'paid_otherwise':
      case 'changed':
        return intent.status === 'succeeded' ? giveBack(verdict) : verdict;
      case 'pay':
        break;
      default:
        return verdict;
    }
    const { state, totalCents } = purchase;
    if (!takesStock(state) && (await refuseSpending(transaction, purchaseId, totalCents)))
      return giveBack('over_limit');
    const taken = await markPaid(transaction, purchase, intent.id, actor);
    if (!taken) return giveBack('stock_gone');
    levels = taken;
    await changePaymentState(transaction, payment, { to: 'succeeded', purchaseId });
    // Late: the next payment waits for its number until this transaction ends. An accepted purchase has its invoice.
    if (!isAccepted(state)) await issueInvoice(transaction, purchaseId);
    await enqueuePaid(transaction, purchaseId);
    return 'paid';
  });
  await tellStock(catalogue, levels);
  return settlement;
}

const CAUSES = {
  order_deleted: 'order_deleted',
  not_approved: 'not_approved',
  paid_otherwise: 'paid_otherwise',
  changed: 'lines_deleted',
  stock_gone: 'stock_gone',
  over_limit: 'over_limit',
} as const;

/**
 * Begins the refund of captured money: marks it due, with the reason in the history of the payment's purchase.
 * @param isTaken whoever calls asks for the refund: after the commit, no job or event has it before
 * @param part what goes back, where it is not all that is left
 */
export async function beginRefund(
  transaction: Queryable,
  payment: Payment,
  reason: RefundReason,
  actor: string = SHOP,
  isTaken = false,
  part?: RefundPart,
): Promise<void> {
  const { intentId, purchaseId, amountCents, partId, partCents } = payment;
  await changePaymentState(transaction, payment, { to: 'refunding', ...reason, actor, isTaken, part });
  const { why, facts } = toldOf(reason, intentId);
  await recordEvent(transaction, {
    kind: 'refund_due',
    actor,
    purchaseId: purchaseId ?? undefined,
    why,
    facts: {
      ...facts,
      ...(part && { dueCents: part.cents, amountCents }),
      ...(partId !== null && partId !== part?.id && { insteadCents: partCents! }),
    },
  });
}

/** The problem that a settlement means to a buyer who asks for it. */
export function toProblem(settlement: Exclude<Settlement, 'paid'>): Problem {
  switch (settlement) {
    case 'not_succeeded':
      return new Problem('payment_not_succeeded');
    case 'mismatch':
      return new Problem('payment_mismatch');
    case 'refunded':
      return new Problem('payment_given_back', { why: 'refunded' });
    case 'paid_otherwise':
      return new Problem('already_paid', { by: 'another_payment' });
    case 'changed':
      return new Problem('payment_given_back', { why: 'lines_deleted' });
    case 'order_deleted':
      return new Problem('order_deleted', { payment: 'refunded' });
    case 'not_approved':
      return new Problem('not_approved', { payment: 'refunded' });
    case 'stock_gone':
      return new Problem('stock_gone', { payment: 'refunded' });
    case 'over_limit':
      return new Problem('payment_given_back', { why: 'over_limit' });
    case 'left':
      return new Problem('being_paid');
    case 'no_order':
      return notFound('order');
  }
}
