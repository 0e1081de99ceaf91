import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { answerOf, send } from './answers.ts';
import { type ErrorFields, StripeError } from './errors.ts';
import type { RequestFault } from './faults.ts';

/** Applies a fault if it is meant for this moment; returns whether it ends the request. */
export async function disturb(
  fault: RequestFault,
  moment: RequestFault['when'],
  reply: FastifyReply,
  requestId: string,
  cuts: Set<() => void>,
): Promise<boolean> {
  if (fault.when !== moment || fault.effect === 'processing') return false;
  if (fault.effect === 'delay') {
    await sleep(fault.ms, undefined, { ref: false });
    return false;
  }
  if (fault.effect === 'error') {
    const error = new StripeError(fault.status, refusal(fault));
    send(reply, answerOf(error, requestId));
    return true;
  }
  reply.hijack();
  const { socket } = reply.raw;
  const cut = () => socket?.destroy();
  if (fault.effect === 'drop') cut();
  else {
    // No response, until the client gives up or the fault's time is over.
    cuts.add(cut);
    const timer = setTimeout(cut, fault.ms);
    timer.unref();
    socket?.once('close', () => {
      cuts.delete(cut);
      clearTimeout(timer);
    });
  }
  return true;
}

/** Returns the fault's error, by default Stripe's for the status (https://docs.stripe.com/error-handling). */
function refusal({ status, code, message }: RequestFault): ErrorFields {
  const usual = USUAL[status] ?? { type: 'api_error', message: 'An unknown error occurred' };
  return { ...usual, ...(code && { code }), ...(message && { message }) };
}

const USUAL: Record<number, ErrorFields> = {
  400: { type: 'invalid_request_error', message: 'This request cannot be carried out.' },
  401: {
    type: 'invalid_request_error',
    code: 'api_key_expired',
    message: 'Expired API Key provided: sk_test_********************0000',
  },
  403: {
    type: 'invalid_request_error',
    message:
      "The provided key 'rk_test_********************0000' does not have the required permissions for this endpoint on account 'acct_sandbox'.",
  },
  429: {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message:
      'Testmode request rate limit exceeded, the rate limits in testmode are lower than livemode. You can learn more about rate limits here https://stripe.com/docs/rate-limits.',
  },
};
