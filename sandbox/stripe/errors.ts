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
  /** Refused before anything began: nothing changed, the Idempotency-Key stays free. */
  | 'refused'
  /** Refused by the state it met: nothing changed, and the key answers the same again. */
  | 'answered'
  /** An answer with an effect (a decline): what was written stays. */
  | 'effective';

/** An error as Stripe's API answers it. */
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

/** A wrong parameter: 400, nothing began. */
export function wrongParameter(param: string, message: string, code?: string): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, param, ...(code && { code }) });
}

/** A request that the state forbids: 400, and its answer is kept under the Idempotency-Key. */
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

/** No such object: 404 for one that the path names, 400 for one that a parameter names. */
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

/** An impossible card: 402, nothing was charged. */
export function wrongCard(code: string, param: string, message: string): StripeError {
  return new StripeError(402, { type: 'card_error', code, message, param });
}
