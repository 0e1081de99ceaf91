import Stripe from 'stripe';
import { type FailureKind, passesByItself } from '#contract/payments/schema.ts';
import { toLoggedError } from '../ground/handling/log.ts';
import { Problem } from '../ground/handling/problem.ts';

/** What the provider said, for the log and for admins: never for buyers. No key and no address of a person is in it. */
export interface Said {
  /** Of HTTP; undefined when there was no answer. */
  status?: number;
  type?: string;
  code?: string;
  declineCode?: string;
  adviceCode?: string;
  message: string;
  requestId?: string;
}

/**
 * A call at the payment provider that failed. To a buyer it is 503, whatever the provider's own status: on its 401 or 403
 * the browser would sign out, and its words are about the shop's account.
 */
export class ProviderFailure extends Problem {
  override name = 'ProviderFailure';
  /** By watch.ts, each call that failed once. */
  override readonly isTold = true;
  readonly kind: FailureKind;
  readonly said: Said;

  constructor(kind: FailureKind, said: Said) {
    const passes = passesByItself(kind);
    super(passes ? 'payment_provider_down' : 'payments_unavailable', undefined, {
      retryAfter: passes ? 5 : 60,
    });
    this.kind = kind;
    this.said = said;
  }

  /** Whether it passes without anybody doing anything. */
  get passes(): boolean {
    return passesByItself(this.kind);
  }
}

/** Whether the provider is out of reach: whatever is asked next would only wait for the same. */
export function isOutOfReach(error: unknown): boolean {
  return error instanceof ProviderFailure && error.passes;
}

/** What an error of Stripe's SDK means. Anything else is no failure of the provider's and comes back as it is. */
export function toFailure(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  return new ProviderFailure(kindOf(error), whatWasSaid(error));
}

function kindOf(error: Stripe.errors.StripeError): FailureKind {
  if (error instanceof Stripe.errors.StripeConnectionError) {
    return (error.detail as { code?: unknown } | undefined)?.code === 'ETIMEDOUT' ? 'timeout' : 'unreachable';
  }
  if (error.code === 'idempotency_key_in_use' || error.code === 'lock_timeout') return 'in_use';
  if (error instanceof Stripe.errors.StripeRateLimitError) return 'rate_limited';
  switch (error.statusCode) {
    case 401:
      return 'key_refused';
    case 403:
      return 'not_permitted';
    case 409:
      return 'in_use';
  }
  return error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? 'refused' : 'trouble';
}

const MESSAGE_LENGTH = 500;
const WORD_LENGTH = 100;

/** Every part is bounded: it is kept in the log and in the database. */
function whatWasSaid(error: Stripe.errors.StripeError): Said {
  const word = (text: unknown) =>
    typeof text === 'string' && text !== '' ? text.slice(0, WORD_LENGTH) : undefined;
  const words = {
    type: word(error.rawType) ?? word(error.type),
    code: word(error.code),
    declineCode: word(error.decline_code),
    adviceCode: word(error.advice_code),
    requestId: word(error.requestId),
  };
  const message = toLoggedError(new Error(error.message.slice(0, 2 * MESSAGE_LENGTH))).message;
  return {
    ...(error.statusCode && { status: error.statusCode }),
    ...words,
    message: message.replace(/(?:sk|rk|pk|whsec)_[\w*]{1,300}/g, '[key]').slice(0, MESSAGE_LENGTH),
  } as Said;
}
