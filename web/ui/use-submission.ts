import { useRef } from 'react';
import { isOutage } from '../api.ts';

interface Submission<Body> {
  input: string;
  body: Body;
  key: string;
}

/**
 * What a form sends, with its Idempotency-Key. Until an answer has come, the same input gives the same body and key, so
 * that sending it again after a lost connection does not create it twice.
 */
export function useSubmission<Body>() {
  const pending = useRef<Submission<Body> | undefined>(undefined);
  return {
    /** `input` is what the person entered; `body` what is made of it now. */
    prepare(input: unknown, body: Body): Submission<Body> {
      const text = JSON.stringify(input);
      if (pending.current?.input !== text) {
        pending.current = { input: text, body, key: crypto.randomUUID() };
      }
      return pending.current;
    },
    /** To be told how the submission ended: an outage says nothing about what the server has done. */
    settle(error?: unknown): void {
      if (!isOutage(error)) pending.current = undefined;
    },
  };
}
