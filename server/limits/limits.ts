import { hash } from 'node:crypto';
import type { Database } from '../database/client.ts';
import { Problem } from '../handling/problem.ts';
import { clientOf } from './client.ts';
import { MemoryCounters } from './memory.ts';
import { type StoredCounter, spend } from './queries.ts';
import { type By, LIMITS, type Limit, type LimitName, REQUESTS } from './rules.ts';

/** Who makes an attempt: the client's address, and the account it is about, authenticated or typed. */
export interface Trier {
  ip: string;
  account?: string | undefined;
}

/** Counts attempts. Both methods throw 429 with Retry-After. */
export interface Limits {
  /** Counts a request of a client in this process's memory, so that a read costs no round trip. */
  countRequest(ip: string): void;
  /** Counts an attempt of a kind in the database, for all processes. */
  count(name: LimitName, trier: Trier): Promise<void>;
}

/** No limits (RATE_LIMITS=off). */
export const NO_LIMITS: Limits = { countRequest() {}, async count() {} };

/** The limits of `rules.ts`, counted in the shop's database. */
export function createLimits({ db }: Database, limits: Record<LimitName, Limit> = LIMITS): Limits {
  const requests = new MemoryCounters();
  const free = new MemoryCounters();
  return {
    countRequest(ip) {
      const wait = requests.take(clientOf(ip), REQUESTS);
      if (wait > 0) throw tooMany('requests', wait);
    },

    async count(name, trier) {
      const { counters } = limits[name];
      const stored: StoredCounter[] = [];
      for (const counter of counters) {
        const key = keyOf(name, counter.by, trier);
        if (key === undefined) continue;
        const isFree = counter.free && free.take(key, { ...counter, burst: counter.free }) === 0;
        if (!isFree) stored.push({ ...counter, key: keyOfCounter(key) });
      }
      if (stored.length === 0) return;
      const wait = await spend(db, stored);
      if (wait > 0) throw tooMany(name, wait);
    },
  };
}

/** Returns the key of a counter: a hash of its name, which may contain a person's address and is not stored. */
export function keyOfCounter(name: string): Buffer {
  return hash('sha256', name, 'buffer');
}

/** Returns a counter's name, or undefined where the request has no such account. */
function keyOf(name: LimitName, by: By, { ip, account }: Trier): string | undefined {
  if (by === 'client') return `${name} ${clientOf(ip)}`;
  if (account === undefined) return undefined;
  return by === 'account' ? `${name} * ${account}` : `${name} ${clientOf(ip)} ${account}`;
}

/** Returns 429 with the wait in whole seconds. */
function tooMany(what: LimitName | 'requests', wait: number): Problem {
  const seconds = Math.max(1, Math.ceil(wait));
  return new Problem('too_many_requests', { what, seconds }, { retryAfter: seconds });
}
