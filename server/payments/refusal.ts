import type { Queryable } from '../database/client.ts';
import { recordEvent } from '../events/queries.ts';
import type { Payment } from './queries.ts';
import { isFinal } from './rules.ts';

/** Tells in the log that a refund was refused, or sent back by the buyer's bank, and whether it stops or is tried again. */
export async function recordRefusal(
  transaction: Queryable,
  { intentId, purchaseId }: Payment,
  refusal: string,
  actor: string,
): Promise<void> {
  await recordEvent(transaction, {
    kind: isFinal(refusal) ? 'refund_refused' : 'refund_failed',
    ...{ actor, purchaseId: purchaseId ?? undefined },
    facts: { intentId, refusal },
  });
}
