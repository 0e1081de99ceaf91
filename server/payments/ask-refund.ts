import { toDollars } from '#contract/kernel/money.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import type { Reach } from '#contract/kernel/reach.ts';
import type { NewAmountRefund, NewRefund, PartRefundLine } from '#contract/payments/refunds.ts';
import { issueCreditNotes } from '../documents/issue.ts';
import type { Queryable } from '../ground/database/client.ts';
import { transact, tryAgain } from '../ground/database/transact.ts';
import type { Caller } from '../ground/handling/handler.ts';
import { invalidInput, notFound, Problem } from '../ground/handling/problem.ts';
import { type Attempt, once } from '../ground/idempotency/idempotency.ts';
import type { Purchase } from '../purchases/queries.ts';
import { requireTransition } from '../purchases/rules.ts';
import { lockPurchase } from '../purchases/state.ts';
import { type NewStock, tellStock } from '../purchases/stock.ts';
import { carryOut } from './carry-out.ts';
import { beginAmount, beginPart, withdrawPart } from './parts.ts';
import { findById, findPayment, lockPayment } from './queries.ts';
import { type DueRefund, readDueRefund } from './refund-tries.ts';
import { beginRefund } from './settle.ts';
import type { PaymentContext } from './take-in.ts';

/** What is to be refunded of a purchase: pieces of lines, or an amount, or all that is left without either. */
type AskedRefund = Omit<NewRefund, 'lines'> &
  Partial<Pick<NewAmountRefund, 'amount' | 'refunded'>> & { lines?: PartRefundLine[] | undefined };

/**
 * Refunds a paid purchase: all that is left, once, and puts what is not shipped on sale again; or pieces of its lines, of which those
 * that are not shipped are cancelled; or an `amount` without pieces. One refund of a purchase is under way at a time; it takes the place of one of pieces that has
 * stopped. Returns the id of a refund of pieces or an amount. Throws what `refuse` makes of lines with fewer pieces left, and 503 when the provider
 * is to confirm it later.
 */
export async function refundPurchase(
  context: PaymentContext,
  found: Purchase | undefined,
  caller: Caller,
  { reason, lines, amount, refunded }: AskedRefund,
  {
    refuse = invalidInput,
    attempt,
  }: { refuse?: (errors: FieldError[]) => Problem; attempt?: Attempt | undefined } = {},
): Promise<string | undefined> {
  if (!found) throw notFound('order');
  const { db } = context.database;
  let due: DueRefund | undefined;
  let levels: NewStock[] = [];
  const { insertedId } = await tryAgain(() =>
    once(db, attempt, async (transaction) => {
      const purchase = (await lockPurchase(transaction, found.id))!;
      requireTransition(purchase.state, 'refunded');
      const payment = await lockPayment(transaction, purchase.transactionId!);
      if (!payment) throw new Error(`purchase ${found.id} is paid by an unknown payment`);
      const isPart = lines !== undefined || amount !== undefined;
      // guard: server/payments/refund-parts.test.ts
      if (payment.state === 'refunding' || (isPart && payment.state === 'refused' && !payment.partId)) {
        throw new Problem('being_refunded');
      }
      const back = payment.partId ? await withdrawPart(transaction, payment.partId, found.id) : [];
      const asked = { reason, actor: caller.email };
      const begun = lines
        ? await beginPart(transaction, found.id, payment, lines, asked, refuse)
        : amount === undefined
          ? undefined
          : await beginAmount(transaction, found.id, payment, { amount, refunded }, asked);
      await beginRefund(transaction, payment, { reason, cause: null }, caller.email, true, begun?.part);
      due = await readDueRefund(transaction, payment.intentId);
      // The part that was given up has a credit note where a bank had sent its money back.
      if (payment.partId) await issueCreditNotes(transaction, payment.intentId);
      levels = [...back, ...(begun?.levels ?? [])];
      return { insertedId: begun?.part.id };
    }),
  );
  await tellStock(context.catalogue, levels);
  if (due) await carryOutNow(context, due);
  // The same request came before: it is told what has become of it.
  else if (insertedId) await requireDone(db, insertedId);
  return insertedId;
}

/** Throws, as the request that asked for it, while a refund of pieces is not confirmed, and when it was given up. */
async function requireDone(db: Queryable, partId: string): Promise<void> {
  const refund = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['refunds.state', 'payments.state as paymentState', 'refund_problem as refusal'])
    .where('refunds.id', '=', partId)
    .executeTakeFirstOrThrow();
  if (refund.state === 'withdrawn') throw new Problem('refund_changed');
  if (refund.state === 'done') return;
  if (refund.paymentState === 'refused')
    throw new Problem('refund_refused', { refusal: refund.refusal ?? 'unknown' });
  throw new Problem('refund_pending', undefined, { retryAfter: null });
}

/** Tries a refund that has stopped again, by its payment's id. Throws as refundPurchase, and 409 when it goes on. */
export async function retryRefund(
  context: PaymentContext,
  id: string,
  reach: Reach,
  caller: Caller,
): Promise<void> {
  const due = await transact(context.database.db, async (transaction) => {
    const found = await findById(transaction, id, reach);
    const payment = found && (await lockPayment(transaction, found.intentId));
    if (!payment) throw notFound('payment');
    if (payment.state !== 'refused') throw new Problem('not_stopped');
    const { partId, partCents } = payment;
    const part = partId === null ? undefined : { id: partId, cents: partCents! };
    await beginRefund(transaction, payment, found, caller.email, true, part);
    return readDueRefund(transaction, payment.intentId);
  });
  await carryOutNow(context, due);
}

/** Asks the provider for a refund, for an admin who waits: tells why when it is not confirmed. */
async function carryOutNow(context: PaymentContext, due: DueRefund): Promise<void> {
  const end = await carryOut(context, due).catch(() => 'due' as const);
  if (end === 'confirmed') return;
  const payment = (await findPayment(context.database.db, due.intentId))!;
  if (end === 'given_up')
    throw new Problem('refund_too_large', { left: toDollars(payment.amountCents - payment.refundedCents) });
  if (end === 'refused') throw new Problem('refund_refused', { refusal: payment.refundProblem ?? 'unknown' });
  // The refund goes on by itself: nobody is to send the request again.
  throw new Problem('refund_pending', undefined, { retryAfter: null });
}
