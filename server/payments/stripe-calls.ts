import { setTimeout } from 'node:timers/promises';
import { ProviderFailure, toFailure } from './failure.ts';

/** Calls under way at once. More than these only come together while the provider hangs. */
const MOST_AT_ONCE = 100;
/** Milliseconds between two tries while the provider still carries out the same request for somebody else. */
const WAITS_IN_USE = [50, 100, 200, 400, 800, 1_600];

/** Single-flight: of calls with the same key one is under way at a time, and the others get its result. */
export class SingleFlight<T> {
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
export function createCaller(): <T>(call: () => Promise<T>) => Promise<T> {
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
