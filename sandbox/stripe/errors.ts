import type Stripe from 'stripe';

/** The fields of Stripe's error object that the sandbox sets. */
export interface ErrorFields {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
}

/** Whether a refused request keeps its changes and uses up its Idempotency-Key. */
export type Outcome =
  /** Refused before any work: nothing changed, the Idempotency-Key stays unused. */
  | 'refused'
  /** Refused because of a state: nothing changed, and the key replays this response. */
  | 'answered'
  /** An error with effects (a decline), which are committed. */
  | 'effective';

/** An error of Stripe's API. */
export class StripeError extends Error {
  readonly status: number;
  readonly fields: ErrorFields;
  readonly outcome: Outcome;

  constructor(status: number, fields: ErrorFields, outcome: Outcome = 'refused') {
    super(fields.message);
    this.status = status;
    this.fields = fields.code ? { doc_url: documentation(fields.code), ...fields } : fields;
    this.outcome = outcome;
  }
}

export const documentation = (code: string): string =>
  `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

/** Returns the 400 for a wrong parameter. */
export function wrongParameter(param: string, message: string, code?: string): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, param, ...(code && { code }) });
}

/** Returns the 400 for a request that an object's state forbids; the Idempotency-Key replays it. */
export function wrongState(
  code: string | undefined,
  message: string,
  more: Partial<Pick<ErrorFields, 'param' | 'payment_intent'>> = {},
): StripeError {
  return new StripeError(
    400,
    { type: 'invalid_request_error', ...(code && { code }), message, ...more },
    'answered',
  );
}

const NOUNS: Record<string, string> = { payment_method: 'PaymentMethod' };

/** Returns the error for an unknown object: 404 for one in the path, 400 for one in a parameter. */
export function missing(kind: string, id: string, param?: string): StripeError {
  return new StripeError(
    param === undefined || param === 'intent' ? 404 : 400,
    {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such ${NOUNS[kind] ?? kind}: '${id}'`,
      param: param ?? 'id',
    },
    'answered',
  );
}

/** Returns the 402 for an impossible card. */
export function wrongCard(code: string, param: string, message: string): StripeError {
  return new StripeError(402, { type: 'card_error', code, message, param });
}
