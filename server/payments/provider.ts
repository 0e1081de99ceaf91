import Stripe from 'stripe';
import { CURRENCY } from '#contract/payments.ts';
import { badRequest, conflict, type Problem, unavailable } from '../http/problem.ts';

/** A payment intent, as far as the shop looks at it. */
export interface Intent {
  id: string;
  status: Stripe.PaymentIntent.Status;
  amountCents: number;
  currency: string;
  clientSecret: string;
  /** What the shop wrote on it when it made it. */
  userId: string | undefined;
  orderId: string | undefined;
  /** Whether all of what was captured has gone back. */
  refunded: boolean;
}

/** What a webhook tells of. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** The intent it is about, if any. */
  intentId: string | undefined;
}

export interface NewIntent {
  amountCents: number;
  userId: string;
  orderId: string | undefined;
  email: string;
  /** The same key answers the same intent, also to two processes at once. */
  idempotencyKey: string;
}

/** The card-payment provider. Every method throws 503 when it is out of reach. */
export interface PaymentProvider {
  createIntent(intent: NewIntent): Promise<Intent>;
  /** The intent as it is now, or undefined when the provider knows none with this id. */
  getIntent(id: string): Promise<Intent | undefined>;
  /** Cancels an intent and answers what became of it: canceled, or succeeded or processing when it was too late. */
  cancelIntent(id: string): Promise<Intent>;
  /**
   * Gives back what has not gone back yet, once however often it is called. False when that failed at once; a refund that
   * was taken can still be sent back by the bank, and then the next call tries again.
   */
  refund(intentId: string): Promise<boolean>;
  /** Intents of which something was given back, and not sent back, since a point in time (seconds since 1970). */
  listRefunded(since: number): Promise<string[]>;
  /** Checks a webhook's signature over its raw bytes. Throws 400. */
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
const TOLERANCE_SECONDS = 300;

/** Stripe by its official SDK. */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const { secretKey, webhookSecret, timeoutMs, at } = options;
  const stripe = new Stripe(secretKey, {
    ...at,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const reach = createReach();
  return {
    createIntent: (intent) =>
      reach(async () =>
        toIntent(
          await stripe.paymentIntents.create(
            {
              amount: intent.amountCents,
              currency: CURRENCY,
              allowed_payment_method_types: ['card'],
              metadata: { user_id: intent.userId, ...(intent.orderId && { order_id: intent.orderId }) },
              receipt_email: intent.email,
            },
            { idempotencyKey: intent.idempotencyKey },
          ),
        ),
      ),

    getIntent: (id) =>
      reach(async () => {
        try {
          return toIntent(await stripe.paymentIntents.retrieve(id, WITH_CHARGE));
        } catch (error) {
          if (codeOf(error) === 'resource_missing') return undefined;
          throw error;
        }
      }),

    cancelIntent: (id) =>
      reach(async () => {
        try {
          return toIntent(await stripe.paymentIntents.cancel(id));
        } catch (error) {
          if (codeOf(error) !== 'payment_intent_unexpected_state') throw error;
          return toIntent(await stripe.paymentIntents.retrieve(id, WITH_CHARGE));
        }
      }),

    refund: (intentId) =>
      reach(async () => {
        const earlier = await stripe.refunds.list({ payment_intent: intentId, limit: 100 });
        // Numbered by those before it: two at once are the same request, a new try after a failure is a new one.
        const idempotencyKey = `refund-${intentId}-${earlier.data.length}`;
        try {
          return !hasFailed(await stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey }));
        } catch (error) {
          if (codeOf(error) === 'charge_already_refunded') return true;
          throw error;
        }
      }),

    listRefunded: (since) =>
      reach(async () => {
        const intentIds = new Set<string>();
        for await (const refund of stripe.refunds.list({ created: { gte: since }, limit: 100 })) {
          const intentId = idOf(refund.payment_intent);
          if (intentId && !hasFailed(refund)) intentIds.add(intentId);
        }
        return [...intentIds];
      }),

    readEvent(body, signature) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret, TOLERANCE_SECONDS);
      } catch {
        throw badRequest('bad_signature', 'The signature does not match the body.');
      }
      requireRecent(signature ?? '');
      return { id: event.id, type: event.type, intentId: intentOf(event) };
    },
  };
}

/** The SDK accepts signatures from the future: the tolerance holds in both directions. */
function requireRecent(signature: string): void {
  const seconds = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  if (!(seconds - Date.now() / 1000 <= TOLERANCE_SECONDS)) {
    throw badRequest('bad_signature', 'The signature is dated in the future.');
  }
}

/** Carries out calls at the provider, and says what their failures mean. Beyond a bound it fails at once. */
function createReach(): <T>(call: () => Promise<T>) => Promise<T> {
  let underWay = 0;
  return async (call) => {
    // While the provider hangs, buyers who come to pay are told so, rather than wait in a queue that only grows.
    if (underWay >= MOST_AT_ONCE) throw providerDown();
    underWay += 1;
    try {
      return await call();
    } catch (error) {
      throw toProblem(error);
    } finally {
      underWay -= 1;
    }
  };
}

function toProblem(error: unknown): unknown {
  if (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError
  ) {
    return providerDown();
  }
  // Two requests with one Idempotency-Key at once: the first is still being carried out.
  if (error instanceof Stripe.errors.StripeIdempotencyError || codeOf(error) === 'idempotency_key_in_use') {
    return conflict('in_progress', 'This is already being done. Try again in a moment.');
  }
  return error;
}

function providerDown(): Problem {
  return unavailable(
    'payment_provider_down',
    'The payment provider cannot be reached right now. Nothing is lost: try again in a moment.',
  );
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Stripe.errors.StripeError ? error.code : undefined;
}

function intentOf({ data: { object } }: Stripe.Event): string | undefined {
  if (object.object === 'payment_intent') return object.id;
  if (object.object === 'charge' || object.object === 'refund') return idOf(object.payment_intent);
  return undefined;
}

function hasFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled';
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
    orderId: intent.metadata.order_id,
    refunded: typeof charge === 'object' && charge !== null && charge.refunded,
  };
}
