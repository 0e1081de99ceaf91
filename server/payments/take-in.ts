import type { Database } from '../ground/database/client.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { noteRefunds, sumRefunds } from './note-refunds.ts';
import { listParts } from './parts.ts';
import type { Intent, PaymentProvider, ProviderEvent, ProviderRefund } from './provider.ts';
import {
  findPayment,
  insertProviderEvent,
  markCanceled,
  type Payment,
  recordBegun,
  recordDeclined,
} from './queries.ts';
import { confirmRefund, PaymentChanged, returnRefund } from './refunds.ts';
import { because, type Finding, interpret, toProblemCode } from './rules.ts';
import { settle } from './settle.ts';
import { tellUnknown } from './unknown.ts';

/** Where payments are kept, here and at the provider. */
export interface PaymentContext {
  database: Database;
  catalogue: Catalogue;
  provider: PaymentProvider;
}

/**
 * Looks at a payment at the provider and takes in, for `actor`, what has become of it there: refunded in whole or in
 * part, sent back, paid or cancelled. Answers what it found; undefined when the provider knows no such payment. `event`,
 * which told of it, is noted in the transaction of its effect.
 */
export async function takeIn(
  { database, catalogue, provider }: PaymentContext,
  intentId: string,
  actor: string,
  event?: ProviderEvent,
): Promise<Finding | undefined> {
  // Before the intent: a refund that was known by then, and is not there, has been sent back.
  const payment = await findPayment(database.db, intentId);
  const found = await provider.getIntent(intentId);
  if (!found) {
    if (event) await insertProviderEvent(database.db, event);
    return undefined;
  }
  const { intent, refunds } = await withRefunds({ database, catalogue, provider }, found, payment);
  const finding = interpret(intent, payment);
  // Only where a payment has yet to pay: its credit note refers to an invoice.
  const isNew = finding.kind === 'paid' && (!payment || payment.state === 'open') && intent.refundedCents > 0;
  // Before what the event is noted with: when this fails, the event comes again.
  if (payment && !isNew && finding.kind !== 'sent_back' && finding.kind !== 'refunded') {
    await noteRefunds(database, catalogue, payment, intent.refundedCents, refunds, actor);
  }
  switch (finding.kind) {
    case 'refunded':
      try {
        const why = because('refunded_at_provider');
        await confirmRefund(database, catalogue, intentId, actor, why, event, payment?.state);
      } catch (error) {
        if (!(error instanceof PaymentChanged)) throw error;
        return takeIn({ database, catalogue, provider }, intentId, actor, event);
      }
      break;
    case 'sent_back':
      await returnRefund(
        database,
        intent,
        toProblemCode(failureIn(refunds ?? (await provider.getRefunds(intentId)))),
        actor,
        event,
      );
      break;
    case 'paid':
      await settle(database, catalogue, intent, finding.purchaseId, actor, isNew ? undefined : event);
      if (isNew) await noteFirst(database, catalogue, intent, actor, event);
      break;
    case 'canceled':
      await database.db.transaction().execute(async (transaction) => {
        if (event) await insertProviderEvent(transaction, event);
        await markCanceled(transaction, intentId, actor);
      });
      break;
    default:
      await database.db.transaction().execute(async (transaction) => {
        if (event) await insertProviderEvent(transaction, event);
        // For an order that a restored shop does not have: its own payments are remembered before they are paid.
        if (finding.kind === 'unclaimed' && !payment) await tellUnknown(transaction, intent);
        if (intent.declinedChargeId)
          await recordDeclined(transaction, intentId, intent.declinedChargeId, actor);
        if (intent.attempted) await recordBegun(transaction, intentId, actor);
      });
  }
  return finding;
}

/**
 * Reads an intent with its refunds at the provider when the shop has asked for parts of it: what has gone back is then their
 * sum, as they were read at one moment, and their metadata says which of them are ours.
 */
async function withRefunds(
  { database, provider }: PaymentContext,
  intent: Intent,
  payment: Payment | undefined,
): Promise<{ intent: Intent; refunds?: ProviderRefund[] }> {
  const hasParts =
    payment && payment.state !== 'open' && (await listParts(database.db, intent.id)).length > 0;
  if (!hasParts) return { intent };
  const refunds = await provider.getRefunds(intent.id);
  const refundedCents = sumRefunds(refunds);
  return { intent: { ...intent, refundedCents, refunded: refundedCents === intent.amountCents }, refunds };
}

/** Takes in, of a payment that has just been settled, which part of it has gone back already. */
async function noteFirst(
  database: Database,
  catalogue: Catalogue,
  intent: Intent,
  actor: string,
  event?: ProviderEvent,
): Promise<void> {
  const settled = await findPayment(database.db, intent.id);
  // Otherwise another process has noted it meanwhile, and may know more.
  if (settled?.refundedCents === 0)
    await noteRefunds(database, catalogue, settled, intent.refundedCents, undefined, actor);
  if (event) await insertProviderEvent(database.db, event);
}

/** Why the newest refund that failed did. */
function failureIn(refunds: ProviderRefund[]): string | undefined {
  return refunds.find(({ failure }) => failure !== undefined)?.failure;
}
