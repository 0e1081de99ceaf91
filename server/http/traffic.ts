import type { FastifyRequest } from 'fastify';
import type { CallName } from '#contract/api.ts';
import type { Principal } from './access.ts';

/** How much there may be: of one client's requests, of one person's calls, and of work at once. */
export interface Traffic {
  /** A request for a call has come, and nothing was done for it yet. Throws 429 or 503. */
  arrive(name: CallName, request: FastifyRequest): void;
  /** It is known who makes the call. Throws 429. */
  count(name: CallName, request: FastifyRequest, caller: Principal): Promise<void>;
  /** Does a piece of a call's work. Throws 503 when there is far too much of it. */
  run<T>(name: CallName, work: () => T | Promise<T>): Promise<T>;
}
