import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger } from 'fastify';

/** What one request to the sign-in provider has proven so far. */
export interface Proven {
  /** When it began, in milliseconds of the process's own clock. */
  began?: number;
  /** The address of its client. */
  ip?: string;
  /** The log, whose lines have the request's id. */
  log?: FastifyBaseLogger;
  /** Hash of the password that was right, or was set. */
  passwordHash?: string;
  /** What takes the place of that hash, which was made in an older way. */
  renewed?: { from: string; to: string };
  /** When the session has proven a second factor that a changed password replaces by another one. */
  factorAt?: Date | null;
  /** The address of the account whose password was reset. */
  reset?: string;
  /** The address that Google vouches for. */
  address?: string;
}

const requests = new AsyncLocalStorage<Proven>();

/** Answers one request of the client at `ip` to the sign-in provider, which remembers what it proves and has `log` for what goes wrong. */
export function rememberingProofs<T>(
  log: FastifyBaseLogger,
  ip: string,
  answer: () => Promise<T>,
): Promise<T> {
  return requests.run({ began: performance.now(), log, ip }, answer);
}

/** What the request that runs has proven; nothing outside of one. */
export function provenHere(): Proven {
  return requests.getStore() ?? {};
}
