import { setTimeout as sleep } from 'node:timers/promises';
import { APIError } from 'better-auth';
import type { Database } from '../ground/database/client.ts';
import { recordEvent } from '../log/queries.ts';

/** Longer than it takes to write a mail into the outbox. */
const STEP_MS = 250;

/**
 * Waits until a request has taken a multiple of `STEP_MS`. A reset for an address with an account writes to the database
 * and any other does not; the answer's time must not tell which it was.
 */
export async function evenOut(began: number): Promise<void> {
  const taken = performance.now() - began;
  await sleep(Math.ceil(taken / STEP_MS) * STEP_MS - taken);
}

/**
 * Refuses a link that confirms an address unless it is opened by who is signed in to that very account. The link alone
 * must not do: whoever opened an account with somebody else's address only waits for its owner to follow the link, and
 * would keep their password in an account that then counts as proven.
 */
export function requireOwnLink(token: unknown, session: { user: { email: string } } | null): void {
  if (!session) {
    throw new APIError('UNAUTHORIZED', {
      code: 'UNAUTHORIZED',
      message: 'Sign in to confirm your email address.',
    });
  }
  if (addressIn(token) !== session.user.email) {
    throw new APIError('FORBIDDEN', {
      code: 'OTHER_ACCOUNT',
      message: 'This link is not for the account you are signed in to. Sign in to the one it was sent for.',
    });
  }
}

/** The address that a link to confirm one was sent to, as it stands in the token: the provider checks the signature. */
export function addressIn(token: unknown): unknown {
  try {
    return JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()).email;
  } catch {
    return undefined;
  }
}

/** Notes that an address was confirmed by a link. */
export async function noteProvenAddress({ db }: Database, email: string): Promise<void> {
  await recordEvent(db, {
    kind: 'address_proven',
    actor: email,
    person: email,
    facts: { by: 'link' },
  });
}
