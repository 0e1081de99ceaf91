import Stripe from 'stripe';
import { CURRENCY } from '#contract/payments/schema.ts';
import { isId } from '../ground/database/uuid.ts';
import type { Intent, NewIntent, PaymentProvider, ProviderDispute, ProviderRefund } from './provider.ts';
import { readSignedEvent } from './signed-event.ts';
import { createCaller, SingleFlight } from './stripe-calls.ts';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** How long one try of a call may take. Each call is tried twice. */
  timeoutMs: number;
  /** Where Stripe's HTTP API is, when it is not Stripe itself. */
  at?: { host: string; port: number; protocol: 'http' } | undefined;
  /** Answers the SDK's requests in place of the network. */
  fetch?: typeof fetch;
}

/** The charge tells whether the money has gone back. */
const WITH_CHARGE = { expand: ['latest_charge'] };

/** Stripe by its official SDK. */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const { secretKey, webhookSecret, timeoutMs, at, fetch } = options;
  const stripe = new Stripe(secretKey, {
    ...at,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(fetch && { httpClient: Stripe.createFetchHttpClient(fetch) }),
  });
  const callStripe = createCaller();
  const creating = new SingleFlight<Intent>();

  async function create(intent: NewIntent): Promise<Intent> {
    const { userId, buyerId, purchaseId } = intent;
    const metadata = {
      user_id: userId,
      ...(buyerId !== userId && { buyer_id: buyerId }),
      ...(purchaseId && { purchase_id: purchaseId }),
    };
    return toIntent(
      await stripe.paymentIntents.create(
        // No receipt_email: in live mode Stripe would send a mail of its own besides the shop's.
        {
          amount: intent.amountCents,
          currency: CURRENCY,
          allowed_payment_method_types: ['card'],
          metadata,
        },
        { idempotencyKey: intent.idempotencyKey },
      ),
    );
  }

  async function listRefundsOf(intentId: string): Promise<ProviderRefund[]> {
    const refunds: ProviderRefund[] = [];
    for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 })) {
      const { amount, metadata } = refund;
      refunds.push({ cents: amount, partId: metadata?.refund_id, failure: failureOf(refund) });
    }
    return refunds;
  }

  return {
    createIntent: (intent) => creating.run(intent.idempotencyKey, () => callStripe(() => create(intent))),

    getIntent: (id) =>
      callStripe(() =>
        unlessUnknown(async () =>
          toIntent(await stripe.paymentIntents.retrieve(toPathPart(id), WITH_CHARGE)),
        ),
      ),

    cancelIntent: (id) =>
      callStripe(async () => {
        try {
          return toIntent(await stripe.paymentIntents.cancel(toPathPart(id)));
        } catch (error) {
          if (codeOf(error) !== 'payment_intent_unexpected_state') throw error;
          return toIntent(await stripe.paymentIntents.retrieve(id, WITH_CHARGE));
        }
      }),

    refund: (intentId, refusals, part) =>
      callStripe(async () => {
        const earlier = await listRefundsOf(intentId);
        const same = part ? earlier.filter(({ partId }) => partId === part.id) : earlier;
        // Stripe forgets keys after a day: what was made is known by the id written on it.
        if (part && same.some(({ failure }) => failure === undefined)) return undefined;
        // Numbered by those before it: two at once are the same request, a new try after a failure is a new one.
        const idempotencyKey = `refund-${part?.id ?? intentId}-${same.length}-${refusals}`;
        const amount = part && { amount: part.cents, metadata: { refund_id: part.id } };
        try {
          const made = await stripe.refunds.create(
            { payment_intent: intentId, ...amount },
            { idempotencyKey },
          );
          return failureOf(made);
        } catch (error) {
          // A part was not made by that.
          if (!part && codeOf(error) === 'charge_already_refunded') return undefined;
          throw error;
        }
      }),

    getRefunds: (intentId) => callStripe(() => listRefundsOf(intentId)),

    getDispute: (id) =>
      callStripe(() => unlessUnknown(async () => toDispute(await stripe.disputes.retrieve(toPathPart(id))))),

    listDisputes: (since) =>
      callStripe(async () => {
        const ids: string[] = [];
        for await (const { id } of stripe.disputes.list({ created: { gte: since }, limit: 100 }))
          ids.push(id);
        return ids;
      }),

    listPaid: (since) =>
      callStripe(async () => {
        const paid: Intent[] = [];
        const wanted = { created: { gte: since }, limit: 100, expand: ['data.latest_charge'] };
        for await (const one of stripe.paymentIntents.list(wanted)) {
          const intent = toIntent(one);
          // The provider's account may be used for others' payments, too.
          if (intent.status === 'succeeded' && intent.userId) paid.push(intent);
        }
        return paid;
      }),

    listRefunded: (since) =>
      callStripe(async () => {
        const intentIds = new Set<string>();
        for await (const refund of stripe.refunds.list({ created: { gte: since }, limit: 100 })) {
          const intentId = idOf(refund.payment_intent);
          if (intentId && failureOf(refund) === undefined) intentIds.add(intentId);
        }
        return [...intentIds];
      }),

    readEvent: (body, signature) => readSignedEvent(stripe.webhooks, webhookSecret, body, signature),
  };
}

/** An id as a part of a path of Stripe's. Throws UnknownId for one that is none of theirs, as '..' would be another path. */
function toPathPart(id: string): string {
  if (!/^\w{1,255}$/.test(id)) throw new UnknownId(id);
  return id;
}

class UnknownId extends Error {
  override name = 'UnknownId';
}

/** What `look` finds, or undefined when Stripe knows none with this id. */
async function unlessUnknown<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof UnknownId || codeOf(error) === 'resource_missing') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Stripe.errors.StripeError ? error.code : undefined;
}

/** Why a refund's money is with the shop again; undefined while it is not. */
function failureOf({ status, failure_reason }: Stripe.Refund): string | undefined {
  return status === 'failed' || status === 'canceled' ? (failure_reason ?? 'unknown') : undefined;
}

function idOf(reference: string | { id: string } | null): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}

/** What a shop has written: others who use the account may write something else under the same name. */
function idIn(text: string | undefined): string | undefined {
  return text !== undefined && isId(text) ? text : undefined;
}

function toIntent(intent: Stripe.PaymentIntent): Intent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    id: intent.id,
    status: intent.status,
    amountCents: intent.amount,
    currency: intent.currency,
    clientSecret: intent.client_secret ?? '',
    createdAt: intent.created,
    paidAt: intent.status === 'succeeded' ? charge?.created : undefined,
    userId: idIn(intent.metadata.user_id),
    // Of those of a company alone.
    buyerId: idIn(intent.metadata.buyer_id ?? intent.metadata.user_id),
    // Old intents name the order, which has become a purchase with its id.
    purchaseId: idIn(intent.metadata.purchase_id ?? intent.metadata.order_id),
    attempted:
      intent.latest_charge !== null ||
      intent.last_payment_error !== null ||
      intent.status === 'requires_action',
    declinedChargeId: intent.last_payment_error?.charge,
    refunded: charge?.refunded ?? false,
    refundedCents: charge?.amount_refunded ?? 0,
  };
}

function toDispute(dispute: Stripe.Dispute): ProviderDispute {
  const moved = dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0);
  const dueBy = dispute.evidence_details.due_by;
  return {
    id: dispute.id,
    intentId: idOf(dispute.payment_intent),
    amountCents: dispute.amount,
    currency: dispute.currency,
    reason: dispute.reason,
    status: dispute.status,
    withdrawnCents: Math.max(0, -moved),
    dueAt: dueBy === null ? null : new Date(dueBy * 1000),
    openedAt: new Date(dispute.created * 1000),
  };
}
