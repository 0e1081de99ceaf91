import { isOutage } from '../api.ts';
import { randomKey } from '../random-key.ts';

interface Attempt<Body> {
  input: string;
  body: Body;
  key: string;
}

/**
 * What a form sends, with its Idempotency-Key. Until an answer has come, the same input gives the same body and key, so
 * that sending it again after a lost connection does not create it twice. Keep one for each form, as state.
 */
export function createSubmission<Body>() {
  let pending: Attempt<Body> | undefined;
  return {
    /** `input` is what the person entered; `body` what is made of it now. */
    prepare(input: unknown, body: Body): Attempt<Body> {
      const text = JSON.stringify(input);
      if (pending?.input !== text) pending = { input: text, body, key: randomKey() };
      return pending;
    },
    /** To be told how it ended: an outage says nothing about what the server has done. */
    settle(error?: unknown): void {
      if (!isOutage(error)) pending = undefined;
    },
  };
}
