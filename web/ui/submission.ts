/** Submissions of forms: their Idempotency-Keys and refusals. */
import type { FieldError } from '#contract/kernel/problem.ts';
import { ApiProblem, isOutage } from '../api-problem.ts';
import { getIdentity } from '../identity.ts';
import { randomId } from '../random-id.ts';

/** Why a submission was refused. */
export interface Refusal {
  /** The message below the form; undefined when every message is at a field. */
  message?: string | undefined;
  /** Whether the session has ended: the form then offers to log in and come back. */
  signedOut?: boolean;
  /** Messages at fields, in the order of the form's fields. */
  atFields?: FieldError[];
}

/**
 * Returns how a form shows an error.
 * @param fields the names of the form's fields, from top to bottom. Messages about other fields go below the form.
 */
export function refusalOf(error: unknown, fields: readonly string[] = []): Refusal {
  if (!(error instanceof ApiProblem)) return { message: 'Something went wrong. Try again.' };
  const { status, errors } = error;
  const rest = errors.filter(({ field }) => !fields.includes(field)).map(({ message }) => message);
  return {
    message: errors.length === 0 ? error.message : rest.join(' ') || undefined,
    // Before sign-in, 401 refuses a password.
    signedOut: status === 401 && getIdentity() !== null,
    atFields: fields.flatMap((name) => errors.find(({ field }) => field === name) ?? []),
  };
}

/**
 * The Idempotency-Keys of one form. After an outage it is unknown whether the server has handled the request, so the same input gets
 * the same key again. Every response ends a key.
 */
export function createKeys() {
  let pending: { input: string; key: string } | undefined;
  return {
    keyOf(input: unknown): string {
      const text = JSON.stringify(input);
      if (pending?.input !== text) pending = { input: text, key: randomId() };
      return pending.key;
    },
    /** Whether the last submission has had no answer. */
    isPending: () => pending !== undefined,
    /** Must be called after each submission, with its error if it failed. */
    settle(error?: unknown): void {
      if (!isOutage(error)) pending = undefined;
    },
  };
}
