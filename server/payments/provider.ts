import { setTimeout } from 'node:timers/promises';
import Stripe from 'stripe';
import { CURRENCY, type ProviderCall } from '#contract/payments.ts';
import { ProviderFailure, toFailure } from './failure.ts';
import { readSignedEvent } from './signed-event.ts';

/** A payment intent, as far as the shop looks at it. */
export interface Intent {
  id: string;
  status: Stripe.PaymentIntent.Status;
  amountCents: number;
  currency: string;
  clientSecret: string;
  /** What the shop wrote on it when it made it. */
  userId: string | undefined;
  purchaseId: string | undefined;
  /** Whether its buyer has tried to pay with it, whatever came of it. */
  attempted: boolean;
  /** Whether all of what was captured has gone back, and how much has. */
  refunded: boolean;
  refundedCents: number;
}

/** What a webhook tells of. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** The intent it is about, if any, and the dispute. */
  intentId: string | undefined;
  disputeId?: string | undefined;
}

/** A dispute of a buyer's bank. Stripe's words in it are codes. */
export interface ProviderDispute {
  id: string;
  intentId: string | undefined;
  amountCents: number;
  currency: string;
  reason: string;
  status: string;
  /** What the bank has taken and not brought back, without fees. */
  withdrawnCents: number;
  dueAt: Date | null;
  openedAt: Date;
}

/** A part of a payment that goes back, by the id of the shop's own refund. */
export interface RefundPart {
  id: string;
  cents: number;
}

/** A refund at the provider. */
export interface ProviderRefund {
  cents: number;
  /** The shop's own refund that it carries out; undefined for all that was left, and for what was made at the provider itself. */
  partId: string | undefined;
  /** Stripe's code for why it failed: its money is with the shop again. */
  failure: string | undefined;
}

export interface NewIntent {
  amountCents: number;
  userId: string;
  purchaseId: string | undefined;
  /** The same key answers the same intent, to any number of calls in any number of processes at once. */
  idempotencyKey: string;
}

/**
 * The card-payment provider. What it refuses, and that it is out of reach, is thrown as a ProviderFailure. Its calls are
 * those of the contract, by which failures are counted and shown.
 */
export interface PaymentProvider extends Record<ProviderCall, (...args: never[]) => Promise<unknown>> {
  createIntent(intent: NewIntent): Promise<Intent>;
  /** The intent as it is now, or undefined when the provider knows none with this id. */
  getIntent(id: string): Promise<Intent | undefined>;
  /** Cancels an intent and answers what became of it: canceled, or succeeded or processing when it was too late. */
  cancelIntent(id: string): Promise<Intent>;
  /**
   * Refunds what is not refunded yet, or a part of it, once however often it is called. Undefined when it is refunded,
   * otherwise Stripe's code for why that failed; a refusal is thrown. What was taken can still be sent back by the bank: then the
   * next call tries anew. `refusals` is how often it was refused before: Stripe answers a key alike for 24 hours, a
   * refusal, too.
   */
  refund(intentId: string, refusals: number, part?: RefundPart): Promise<string | undefined>;
  /** All refunds of an intent as they are at this moment, the newest first. */
  getRefunds(intentId: string): Promise<ProviderRefund[]>;
  /** The dispute as it is now, or undefined when the provider knows none with this id. */
  getDispute(id: string): Promise<ProviderDispute | undefined>;
  /** Ids of disputes that were opened since a point in time (seconds since 1970). */
  listDisputes(since: number): Promise<string[]>;
  /** Intents of which something was refunded, and not sent back, since a point in time (seconds since 1970). */
  listRefunded(since: number): Promise<string[]>;
  /** Checks a webhook's signature over its raw bytes, and that they are an event. Throws 400. */
  readEvent(body: Buffer, signature: string | undefined): ProviderEvent;
}

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** How long one try of a call may take. Each call is tried twice. */
  timeoutMs: number;
  /** Where Stripe's HTTP API is, when it is not Stripe itself. */
  at?: { host: string; port: number; protocol: 'http' };
}

/** The charge tells whether the money has gone back. */
const WITH_CHARGE = { expand: ['latest_charge'] };
/** Calls under way at once. More than these only come together while the provider hangs. */
const MOST_AT_ONCE = 100;
/** Milliseconds between two tries while the provider still carries out the same request for somebody else. */
const WAITS_IN_USE = [50, 100, 200, 400, 800, 1_600];

/** Stripe by its official SDK. */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const { secretKey, webhookSecret, timeoutMs, at } = options;
  const stripe = new Stripe(secretKey, {
    ...at,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const callStripe = createCaller();
  const creating = new SingleFlight<Intent>();

  async function create(intent: NewIntent): Promise<Intent> {
    const metadata = { user_id: intent.userId, ...(intent.purchaseId && { purchase_id: intent.purchaseId }) };
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

/** Single-flight: of calls with the same key one is under way at a time, and the others get its result. */
class SingleFlight<T> {
  readonly #underWay = new Map<string, Promise<T>>();

  run(key: string, call: () => Promise<T>): Promise<T> {
    let result = this.#underWay.get(key);
    if (!result) {
      result = call().finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, result);
    }
    return result;
  }
}

/** Returns a function that carries out calls at Stripe and throws ProviderFailure: at once beyond MOST_AT_ONCE calls. */
function createCaller(): <T>(call: () => Promise<T>) => Promise<T> {
  let underWay = 0;
  return async (call) => {
    // While the provider hangs, buyers who come to pay are told so, rather than wait in a queue that only grows.
    if (underWay >= MOST_AT_ONCE) throw new ProviderFailure('too_many', { message: TOO_MANY });
    underWay += 1;
    try {
      return await retryWhileInUse(call);
    } finally {
      underWay -= 1;
    }
  };
}

const TOO_MANY = `${MOST_AT_ONCE} calls are under way already.`;

/**
 * Tries again while another process asks the same: Stripe answers one of them, and all others that the key is in use until
 * it has (https://docs.stripe.com/error-codes#idempotency-key-in-use, #lock-timeout).
 *
 * The SDK's `maxNetworkRetries: 1` tries a 409 again, too, once after about half a second, which is too few while another
 * process creates an intent; more of them would also repeat calls that time out, for which a buyer waits. The SDK's one is
 * kept for lost connections and Stripe's 5xx, with the same Idempotency-Key; it cannot be told to leave 409 to this.
 */
async function retryWhileInUse<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      const failure = toFailure(error);
      const wait = WAITS_IN_USE[tries];
      const isInUse = failure instanceof ProviderFailure && failure.kind === 'in_use';
      if (!isInUse || wait === undefined) throw failure;
      // Not all at the same moment once more.
      await setTimeout(wait * (0.5 + Math.random()));
    }
  }
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

function toIntent(intent: Stripe.PaymentIntent): Intent {
  const charge = intent.latest_charge;
  return {
    id: intent.id,
    status: intent.status,
    amountCents: intent.amount,
    currency: intent.currency,
    clientSecret: intent.client_secret ?? '',
    userId: intent.metadata.user_id,
    // Intents of before name the order, which has become a purchase with its id.
    purchaseId: intent.metadata.purchase_id ?? intent.metadata.order_id,
    attempted: charge !== null || intent.last_payment_error !== null || intent.status === 'requires_action',
    refunded: typeof charge === 'object' && charge !== null && charge.refunded,
    refundedCents: typeof charge === 'object' && charge !== null ? charge.amount_refunded : 0,
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
