import Stripe from 'stripe';
import { CURRENCY } from '#contract/payments.ts';
import { badRequest, conflict, unavailable } from '../http/problem.ts';

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
  /** Pays everything back. Repeats do nothing. */
  refund(intentId: string): Promise<void>;
  /** Checks a webhook's signature over its raw bytes and answers the intent it is about, if any. Throws 400. */
  readEvent(body: Buffer, signature: string | undefined): string | undefined;
}

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Where Stripe's HTTP API is, when it is not Stripe itself. */
  at?: { host: string; port: number; protocol: 'http' };
}

const TIMEOUT_MS = 8_000;
const TOLERANCE_SECONDS = 300;

/** Stripe by its official SDK. */
export function createStripeProvider({ secretKey, webhookSecret, at }: StripeOptions): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    ...at,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
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
          return toIntent(await stripe.paymentIntents.retrieve(id));
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
          return toIntent(await stripe.paymentIntents.retrieve(id));
        }
      }),

    refund: (intentId) =>
      reach(async () => {
        try {
          await stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey: `refund-${intentId}` });
        } catch (error) {
          if (codeOf(error) !== 'charge_already_refunded') throw error;
        }
      }),

    readEvent(body, signature) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret, TOLERANCE_SECONDS);
      } catch {
        throw badRequest('bad_signature', 'The signature does not match the body.');
      }
      requireRecent(signature ?? '');
      const { object } = event.data;
      if (object.object === 'payment_intent') return object.id;
      if (object.object === 'charge' || object.object === 'refund') return idOf(object.payment_intent);
      return undefined;
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

async function reach<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError
    ) {
      throw unavailable(
        'payment_provider_down',
        'The payment provider cannot be reached right now. Nothing is lost: try again in a moment.',
      );
    }
    // Two requests with one Idempotency-Key at once: the first is still being carried out.
    if (error instanceof Stripe.errors.StripeIdempotencyError || codeOf(error) === 'idempotency_key_in_use') {
      throw conflict('in_progress', 'This is already being done. Try again in a moment.');
    }
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Stripe.errors.StripeError ? error.code : undefined;
}

function idOf(reference: string | { id: string } | null): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}

function toIntent(intent: Stripe.PaymentIntent): Intent {
  return {
    id: intent.id,
    status: intent.status,
    amountCents: intent.amount,
    currency: intent.currency,
    clientSecret: intent.client_secret ?? '',
    userId: intent.metadata.user_id,
    orderId: intent.metadata.order_id,
  };
}
