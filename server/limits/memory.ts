import type { Pace } from './rules.ts';

/** Counters of one process. Bounded: beyond `most`, the oldest is forgotten, so that no flood of addresses fills memory. */
export class MemoryCounters {
  /** When each counter is empty again, in milliseconds of `now`. */
  readonly #emptyAt = new Map<string, number>();
  readonly #most: number;
  readonly #now: () => number;
  #cleanAt: number;

  constructor(most = 50_000, now: () => number = () => performance.now()) {
    this.#most = most;
    this.#now = now;
    this.#cleanAt = now() + CLEAN_EVERY_MS;
  }

  get size(): number {
    return this.#emptyAt.size;
  }

  /** Counts a try. Answers 0, or the seconds after which it would be let through; a refused try is not counted. */
  take(key: string, { burst, every }: Pace): number {
    const now = this.#now();
    if (now > this.#cleanAt) this.#clean(now);
    const known = this.#emptyAt.get(key);
    const next = Math.max(known ?? now, now) + every * 1000;
    const wait = (next - now) / 1000 - burst * every;
    if (wait > 1e-6) return wait;
    if (known === undefined && this.#emptyAt.size >= this.#most) this.#forgetOldest();
    this.#emptyAt.set(key, next);
    return 0;
  }

  #forgetOldest(): void {
    for (const key of this.#emptyAt.keys()) {
      this.#emptyAt.delete(key);
      return;
    }
  }

  #clean(now: number): void {
    this.#cleanAt = now + CLEAN_EVERY_MS;
    for (const [key, emptyAt] of this.#emptyAt) if (emptyAt <= now) this.#emptyAt.delete(key);
  }
}

const CLEAN_EVERY_MS = 60_000;
