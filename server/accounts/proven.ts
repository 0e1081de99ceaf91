import { AsyncLocalStorage } from 'node:async_hooks';

/** What one request to the sign-in provider has proven so far. */
export interface Proven {
  /** When it began, in milliseconds of the process's own clock. */
  began?: number;
  /** Hash of the password that was right, or was set. */
  passwordHash?: string;
  /** The address that Google vouches for. */
  address?: string;
}

const requests = new AsyncLocalStorage<Proven>();

/** Answers one request to the sign-in provider, which remembers what it proves. */
export function rememberingProofs<T>(answer: () => Promise<T>): Promise<T> {
  return requests.run({ began: performance.now() }, answer);
}

/** What the request that runs has proven; nothing outside of one. */
export function provenHere(): Proven {
  return requests.getStore() ?? {};
}
