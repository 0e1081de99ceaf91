import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { answerOf, send } from './answers.ts';
import { StripeError } from './errors.ts';
import type { RequestFault } from './faults.ts';

/** Does what a fault asks for at this moment; answers whether the request ends with it. */
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
    const limited = fault.status === 429;
    const error = new StripeError(fault.status, {
      type: limited ? 'invalid_request_error' : 'api_error',
      ...(limited && { code: 'rate_limit' }),
      message: limited
        ? 'Testmode request rate limit exceeded, the rate limits in testmode are lower than livemode. You can learn more about rate limits here https://stripe.com/docs/rate-limits.'
        : 'An unknown error occurred',
    });
    send(reply, answerOf(error, requestId));
    return true;
  }
  reply.hijack();
  const { socket } = reply.raw;
  const cut = () => socket?.destroy();
  if (fault.effect === 'drop') cut();
  else {
    // Never answered: until the client gives up, or for as long as the fault says.
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
