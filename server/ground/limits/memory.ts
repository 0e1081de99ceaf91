import { LRUCache } from 'lru-cache';
import type { Pace } from './rules.ts';

/**
 * Counters of one process. Beyond `most`, the one that was used least recently is forgotten, so that no flood of addresses
 * fills memory. Keys are short: each names a client or an account.
 */
export class MemoryCounters {
  /** When each counter is empty, in milliseconds of `now`. */
  readonly #emptyAt: LRUCache<string, number>;
  readonly #now: () => number;
  #cleanAt: number;

  constructor(most = 50_000, now: () => number = () => performance.now()) {
    this.#emptyAt = new LRUCache({ max: most });
    this.#now = now;
    this.#cleanAt = now() + CLEAN_EVERY_MS;
  }

  get size(): number {
    return this.#emptyAt.size;
  }

  /** Counts an attempt, or one that costs as many. Returns 0, or the seconds until it would be allowed; a refused attempt is not counted. */
  take(key: string, { burst, every }: Pace, cost = 1): number {
    const now = this.#now();
    if (now > this.#cleanAt) this.#clean(now);
    const known = this.#emptyAt.get(key);
    const next = Math.max(known ?? now, now) + cost * every * 1000;
    const wait = (next - now) / 1000 - burst * every;
    if (wait > 1e-6) return wait;
    this.#emptyAt.set(key, next);
    return 0;
  }

  #clean(now: number): void {
    this.#cleanAt = now + CLEAN_EVERY_MS;
    for (const [key, emptyAt] of this.#emptyAt.entries()) if (emptyAt <= now) this.#emptyAt.delete(key);
  }
}

const CLEAN_EVERY_MS = 60_000;
