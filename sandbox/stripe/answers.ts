import type { FastifyReply } from 'fastify';
import { StripeError } from './errors.ts';
import { API_VERSION } from './events.ts';
import type { Answer } from './idempotency.ts';

/** Sends a response with the API's usual headers. */
export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply
    .code(answer.status)
    .header('request-id', answer.requestId)
    .header('stripe-version', API_VERSION)
    .header('cache-control', 'no-cache, no-store')
    .type('application/json')
    .send(answer.body);
}

/** Returns any thrown error in the API's form. */
export function answerOf(error: unknown, requestId: string): Answer {
  const known = error instanceof StripeError ? error : unknownError(error);
  return { status: known.status, body: JSON.stringify({ error: known.fields }, null, 2), requestId };
}

/** Keeps the status of Fastify's refusals (a body that is too large); everything else is a 500. */
function unknownError(error: unknown): StripeError {
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 500) {
    return new StripeError(500, { type: 'api_error', message: 'An unknown error occurred' });
  }
  return new StripeError(status, { type: 'invalid_request_error', message: (error as Error).message });
}
