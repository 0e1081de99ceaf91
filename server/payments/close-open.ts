import { Problem } from '../ground/handling/problem.ts';
import { SHOP } from '../log/queries.ts';
import type { Deleting } from '../purchases/delete.ts';
import type { Intent } from './provider.ts';
import { listPaymentsOf, markCanceled, type Payment } from './queries.ts';
import { settle, toProblem } from './settle.ts';
import type { PaymentContext } from './take-in.ts';

/** Returns what deleting needs, with payments that are cancelled at the provider. */
export function deletingOf(context: PaymentContext): Deleting {
  const { database, catalogue } = context;
  return {
    database,
    catalogue,
    cancelPayments: (purchaseId, actor) => cancelOpen(context, purchaseId, actor),
  };
}

/** Cancels a purchase's open payments at the provider for `actor`. Throws 409 when one is paid or being paid. */
export async function cancelOpen(context: PaymentContext, purchaseId: string, actor: string): Promise<void> {
  for (const payment of await listPaymentsOf(context.database.db, purchaseId)) {
    if (payment.state === 'open') await cancel(context, payment, actor);
  }
}

/** Cancels an open payment of a purchase. Throws 409 when it is paid or being paid. */
export async function cancel(
  context: PaymentContext,
  { intentId, purchaseId }: Payment,
  actor: string = SHOP,
): Promise<void> {
  const intent = await context.provider.cancelIntent(intentId);
  await settleOrWait(context, intent, purchaseId!);
  await markCanceled(context.database.db, intentId, actor);
}

/** Throws 409 for an intent that is paid, which it settles, or is being paid. */
export async function settleOrWait(
  { database, catalogue }: PaymentContext,
  intent: Intent,
  purchaseId: string,
): Promise<void> {
  if (intent.status === 'processing') throw new Problem('being_paid');
  if (intent.status !== 'succeeded') return;
  const settlement = await settle(database, catalogue, intent, purchaseId);
  throw settlement === 'paid' ? new Problem('already_paid', { by: 'a_payment' }) : toProblem(settlement);
}
