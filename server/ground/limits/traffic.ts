import type { FastifyRequest } from 'fastify';
import { type CallName, callNames } from '#contract/api.ts';
import type { Principal } from '../handling/authentication.ts';
import { Gate } from '../handling/gate.ts';
import type { Limits, Trier } from './limits.ts';
import { costOf, isLight, isVital, limitOf } from './rules.ts';
import { inTurns } from './turns.ts';

/** Bounds of concurrent work. */
export interface Bounds {
  /** Calls that wait for the database or an external service: some per connection of the pool. */
  calls: number;
  /** Pages being rendered, which is processor time: as many as one process renders in a tenth of a second. */
  pages: number;
}

export const BOUNDS: Bounds = { calls: 256, pages: 64 };

/** Rate limits of clients and persons, and the bound of concurrent work. */
export interface Traffic {
  /** Called when a request for a call arrives, before any work. Throws 429 or 503. */
  arrive(name: CallName, request: FastifyRequest): void;
  /** Called once the caller is known, before the body is read: a flood of large ones is refused unread. Throws 429. */
  count(name: CallName, request: FastifyRequest, caller: Principal): Promise<void>;
  /** Runs a part of a call's work. Throws 503 far above the bound. */
  run<T>(name: CallName, work: () => T | Promise<T>): Promise<T>;
  /** Waits, as a part of a call's work, for something that takes no work. */
  rest<T>(name: CallName, wait: () => Promise<T>): Promise<T>;
}

/** When calls are refused, and which. */
export interface Shedding {
  isFull(): boolean;
  calls: readonly CallName[];
}

/** The same for everything that is not a call of the contract: pages, and calls of the sign-in provider. */
export interface PlainTraffic {
  /** Called when a request arrives. Throws 429. */
  arrive(request: FastifyRequest): void;
  /** Called before work begins. Throws 503 at the bound. */
  admit(): void;
  /** Runs the work. Throws 503 far above the bound, also for work that was not admitted. */
  run<T>(work: () => T | Promise<T>): Promise<T>;
}

export interface ShopTraffic {
  calls: Traffic;
  /** Calls are shed before they reach the app. */
  shedding: Shedding;
  auth: PlainTraffic;
  pages: PlainTraffic;
}

/** Returns who makes a request, as limits count them. */
export function trierOf({ ip }: FastifyRequest, caller: Principal | { userId: string }): Trier {
  return { ip, account: caller && 'userId' in caller ? caller.userId : undefined };
}

/** Returns the shop's limits and bounds as its mounts need them. Calls and the sign-in provider share one bound. */
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
        // For requests that do not pass the shedding shortcut.
        if (!isLight(name)) callGate.admit();
      },
      async count(name, request, caller) {
        const limit = limitOf(name);
        const cost = costOf(name, request.headers['content-length']);
        if (limit) await limits.count(limit, trierOf(request, caller), cost);
      },
      run: async (name, work) => (isVital(name) ? work() : callGate.run(work)),
      rest: (name, wait) => (isVital(name) ? wait() : callGate.rest(wait)),
    },
  };
}
