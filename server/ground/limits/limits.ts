import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Database } from '../database/client.ts';
import type { Answer } from '../handling/answer.ts';
import { Problem } from '../handling/problem.ts';
import { boundsOf, clientOf, type Network, networksOf } from './client.ts';
import { MemoryCounters } from './memory.ts';
import { type StoredCounter, spend, unspend } from './queries.ts';
import {
  type By,
  LIMITS,
  type Limit,
  type LimitName,
  type Pace,
  REQUESTS,
  SHARES,
  type Share,
  type ShareName,
} from './rules.ts';
import { Shares } from './shares.ts';

/** Who makes an attempt: the client's address, and the account it is about, authenticated or typed. */
export interface Trier {
  ip: string;
  account?: string | undefined;
  /** Whether the account has been used from this browser before. */
  isKnown?: boolean;
}

/** Counts attempts. All methods throw 429 with Retry-After. */
export interface Limits {
  /** Counts a request of a client in memory, so that a read waits for nothing. */
  countRequest(ip: string): void;
  /** Counts an attempt of a kind in the database, for all processes; one that is dear as `cost` attempts. */
  count(name: LimitName, trier: Trier, cost?: number): Promise<void>;
  /** Takes back what an attempt counted of those that only count when they fail. */
  giveBack(name: LimitName, trier: Trier): Promise<void>;
  /** Does work of which somebody has so much at once, and no more. */
  share<T>(name: ShareName, trier: Trier, work: () => Promise<T>): Promise<T>;
  /** Makes an answer of which somebody is sent so many at once, and no more. It counts until it is sent or cut off. */
  send(name: ShareName, trier: Trier, make: () => Answer | Promise<Answer>): Promise<Answer>;
}

/** No limits (RATE_LIMITS=off). */
export const NO_LIMITS: Limits = {
  countRequest() {},
  async count() {},
  async giveBack() {},
  share: (_name, _trier, work) => work(),
  send: async (_name, _trier, make) => make(),
};

/**
 * The limits of `rules.ts`, counted in the shop's database.
 * @param processes how many processes the start has: each allows its part of what is counted in memory
 */
export function createLimits(
  { db }: Database,
  limits: Record<LimitName, Limit> = LIMITS,
  processes = 1,
): Limits {
  const requests = new MemoryCounters();
  const free = new MemoryCounters();
  const atOnce = new Shares();
  const partOf = ({ burst, every }: Pace): Pace => ({
    burst: Math.floor(burst / processes),
    every: every * processes,
  });
  const requestsPace = partOf(REQUESTS);

  /** Begins a piece of work, and returns what ends it. */
  function begin(name: ShareName, trier: Trier): () => void {
    const { what, total, bounds }: Share = SHARES[name];
    const end = atOnce.begin(
      bounds.flatMap(({ by, most }) =>
        boundsOf(
          keysOf(name, by, trier),
          Math.max(1, Math.floor(most / processes)),
          total && total / processes,
        ),
      ),
    );
    if (!end) throw tooMany(what, 1);
    return end;
  }

  return {
    countRequest(ip) {
      for (const { name, part } of networksOf(ip)) {
        const wait = requests.take(name, requestsPace, part);
        if (wait > 0) throw tooMany('requests', wait);
      }
    },

    async count(name, trier, cost = 1) {
      const { counters } = limits[name];
      const stored: StoredCounter[] = [];
      for (const counter of counters) {
        const pace = partOf({ burst: counter.free ?? 0, every: counter.every });
        for (const { name: key, part } of keysOf(name, counter.by, trier)) {
          const isFree = pace.burst > 0 && free.take(key, pace, cost * part) === 0;
          if (!isFree) stored.push({ ...counter, cost: cost * part, key: keyOfCounter(key) });
        }
      }
      if (stored.length === 0) return;
      const wait = await spend(db, stored);
      if (wait > 0) throw tooMany(name, wait);
    },

    async giveBack(name, trier) {
      for (const counter of limits[name].counters.filter((one) => one.failures))
        for (const { name: key } of keysOf(name, counter.by, trier))
          await unspend(db, { ...counter, key: keyOfCounter(key) }, 1);
    },

    async share(name, trier, work) {
      const end = begin(name, trier);
      try {
        return await work();
      } finally {
        end();
      }
    },

    async send(name, trier, make) {
      const end = begin(name, trier);
      try {
        const answer = await make();
        // Of a client that has gone away the body is destroyed when it would be sent.
        if (answer.body instanceof Readable) answer.body.once('close', end);
        else end();
        return answer;
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}

/** Returns the key of a counter: a hash of its name, which may contain a person's address and is not stored. */
export function keyOfCounter(name: string): Buffer {
  return hash('sha256', name, 'buffer');
}

/** Returns a counter's names, those of a client for each network around it; none where it does not count such a trier. */
function keysOf(name: LimitName | ShareName, by: By, { ip, account, isKnown = false }: Trier): Network[] {
  const ofNetworks = (mark: string) =>
    networksOf(ip).map((network) => ({ ...network, name: `${mark} ${network.name}` }));
  if (by === 'client') return ofNetworks(name);
  if (account === undefined) return by === 'person' ? ofNetworks(`${name} ?`) : [];
  if (by === 'both') return [{ name: `${name} ${clientOf(ip)} ${account}`, part: 1 }];
  if (by === 'stranger' || by === 'known')
    return isKnown === (by === 'known') ? [{ name: `${name} ${by} * ${account}`, part: 1 }] : [];
  return [{ name: `${name} * ${account}`, part: 1 }];
}

/** Returns 429 with the wait in whole seconds. */
function tooMany(what: LimitName | 'requests', wait: number): Problem {
  const seconds = Math.max(1, Math.ceil(wait));
  return new Problem('too_many_requests', { what, seconds }, { retryAfter: seconds });
}
