import type { FastifyRequest } from 'fastify';
import { type CallName, callNames } from '#contract/api.ts';
import type { Principal } from '../handling/authentication.ts';
import { Gate } from '../handling/gate.ts';
import type { Limits } from './limits.ts';
import { isLight, isVital, limitOf } from './rules.ts';
import { inTurns } from './turns.ts';

/** What may be in work at once. */
export interface Bounds {
  /** Calls that wait for the database or for somebody outside: some per connection of the pool. */
  calls: number;
  /** Pages being rendered, which takes the processor: as many as it renders in a tenth of a second. */
  pages: number;
}

export const BOUNDS: Bounds = { calls: 256, pages: 64 };

/** How much there may be: of one client's requests, of one person's calls, and of work at once. */
export interface Traffic {
  /** A request for a call has come, and nothing was done for it yet. Throws 429 or 503. */
  arrive(name: CallName, request: FastifyRequest): void;
  /** It is known who makes the call. Throws 429. */
  count(name: CallName, request: FastifyRequest, caller: Principal): Promise<void>;
  /** Does a piece of a call's work. Throws 503 when there is far too much of it. */
  run<T>(name: CallName, work: () => T | Promise<T>): Promise<T>;
}

/** When calls are refused, and which. */
export interface Shedding {
  isFull(): boolean;
  calls: readonly CallName[];
}

/** The traffic of everything that is not one of the contract's calls: pages, and the sign-in provider's calls. */
export interface PlainTraffic {
  /** A request has come. Throws 429. */
  arrive(request: FastifyRequest): void;
  /** There is to be work for it. Throws 503 while there is as much as there may be. */
  admit(): void;
  /** Does the work. Throws 503 when there is far too much of it, also of what was not admitted. */
  run<T>(work: () => T | Promise<T>): Promise<T>;
}

export interface ShopTraffic {
  calls: Traffic;
  /** Calls are refused before they get to the app. */
  shedding: Shedding;
  auth: PlainTraffic;
  pages: PlainTraffic;
}

/** The shop's limits and bounds as its mounts need them. Calls and the sign-in provider share one bound. */
export function createTraffic(limits: Limits, bounds: Bounds): ShopTraffic {
  const callGate = new Gate(bounds.calls);
  const pageGate = new Gate(bounds.pages);
  const plain = (gate: Gate): PlainTraffic => ({
    arrive: (request) => limits.countRequest(request.ip),
    admit: () => gate.admit(),
    run: (work) => gate.run(work),
  });
  const takeTurn = inTurns();
  return {
    auth: plain(callGate),
    pages: { ...plain(pageGate), run: (work) => pageGate.run(() => takeTurn(work)) },
    shedding: {
      isFull: () => callGate.isFull,
      calls: callNames.filter((name) => !isVital(name) && !isLight(name)),
    },
    calls: {
      arrive(name, request) {
        if (isVital(name)) return;
        limits.countRequest(request.ip);
        // For what does not come by the way on which calls are shed.
        if (!isLight(name)) callGate.admit();
      },
      async count(name, request, caller) {
        const limit = limitOf(name);
        const account = caller && 'userId' in caller ? caller.userId : undefined;
        if (limit) await limits.count(limit, { ip: request.ip, account });
      },
      run: async (name, work) => (isVital(name) ? work() : callGate.run(work)),
    },
  };
}
