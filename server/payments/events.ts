import { WEBHOOK } from '../log/queries.ts';
import { takeInDispute } from './disputes.ts';
import { insertProviderEvent } from './queries.ts';
import { type PaymentContext, takeIn } from './take-in.ts';

/**
 * Takes in an event of the provider: it only makes the shop look at the intent or dispute it is about. What comes of that, and
 * that the event was taken in, are written in one transaction.
 */
export async function receiveEvent(
  context: PaymentContext,
  body: Buffer,
  signature: string | undefined,
): Promise<void> {
  const event = context.provider.readEvent(body, signature);
  if (event.disputeId !== undefined) await takeInDispute(context, event.disputeId, WEBHOOK, event);
  else if (event.intentId === undefined) await insertProviderEvent(context.database.db, event);
  else await takeIn(context, event.intentId, WEBHOOK, event);
}
