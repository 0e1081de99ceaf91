import type { Reach } from '#contract/kernel/reach.ts';
import { issueCreditNotes } from '../documents/issue.ts';
import type { Database } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { notFound, Problem } from '../ground/handling/problem.ts';
import { recordEvent } from '../log/queries.ts';
import { lockPurchase } from '../purchases/state.ts';
import { changePaymentState, findById, findPayment, lockPayment } from './queries.ts';

/**
 * Gives up the refund of a whole purchase that the provider has refused, by its payment's id: the money is with the shop, and the
 * purchase stays paid, to ship or to refund anew. Throws 404, 409 `not_stopped` for a refund that goes on, and `refund_owed` where no
 * paid purchase needs the money: an order that was deleted, paid twice, or refunded before a bank sent the money back. Pieces, whose
 * refund has stopped, are refunded otherwise by asking for another one.
 */
export async function withdrawRefund(
  { db }: Database,
  id: string,
  reach: Reach,
  why: string,
  actor: string,
): Promise<void> {
  await transact(db, async (transaction) => {
    const found = await findById(transaction, id, reach);
    const known = found && (await findPayment(transaction, found.intentId));
    if (!known) throw notFound('payment');
    // The purchase first, as everywhere.
    const purchase = known.purchaseId ? await lockPurchase(transaction, known.purchaseId) : undefined;
    const payment = (await lockPayment(transaction, known.intentId))!;
    if (payment.state !== 'refused' || payment.partId !== null) throw new Problem('not_stopped');
    // guard: server/payments/refused-refunds.test.ts
    if (purchase?.state !== 'paid' || purchase.transactionId !== payment.intentId)
      throw new Problem('refund_owed');
    const { intentId, amountCents, refundedCents } = payment;
    await changePaymentState(transaction, payment, { to: 'succeeded', refundedCents });
    await recordEvent(transaction, {
      kind: 'refund_withdrawn',
      actor,
      purchaseId: purchase.id,
      why,
      facts: { intentId, cents: amountCents - refundedCents },
    });
    await issueCreditNotes(transaction, intentId);
  });
}
