import { LRUCache } from 'lru-cache';
import type { Pace } from './rules.ts';

/** What a process says of a client: attempts that it still may allow, and how many more it wants; below 0 it gives some back. */
export type Ask = [key: string, held: number, wanted: number];

/** Lends attempts to a process: as many as are left, for each of what it asks, in the same order. */
export type Lend = (asks: Ask[]) => Promise<number[]>;

/** Counts attempts where a request cannot wait for another process. */
export interface RequestCounter {
  /** Counts an attempt, or a part of one. Returns 0, or the seconds until it would be allowed; a refused one is not counted. */
  take(key: string, part: number): number;
}

/** Clients of which something is known; beyond, those that were seen least recently are forgotten. */
const MOST_CLIENTS = 50_000;

/** Of a burst, the part that all processes together may allow clients of whom they have asked nothing yet. */
const UNASKED = 1 / 4;
const MOST_UNASKED = 100;

/** Of what it had at the beginning, the part below which a process asks for more: the rest lasts until the answer comes. */
const ASK_BELOW = 3 / 4;

/** Of a burst, the part that is lent at once. */
const BLOCK = 1 / 10;

/** Milliseconds after which a process asks again for a client of whom it got less than it wanted. */
const ASK_AGAIN_MS = 100;

/** Returns how many attempts a process may allow a client of whom it has asked nothing. */
function unaskedOf({ burst }: Pace, processes: number): number {
  return Math.max(1, Math.min(MOST_UNASKED, Math.floor((burst * UNASKED) / processes)));
}

/** What is known of a client. */
interface Account {
  /** Attempts that nobody holds. Below 0: those that processes which have died may have allowed besides. */
  left: number;
  /** When that was so, in milliseconds of the lender's clock. */
  at: number;
  /** Attempts that each process held when it last said so, and what it was lent since. */
  held: number[];
}

/**
 * Lends the attempts of a pace to processes, so that all of them together never allow more than the pace. Of each client a process
 * holds some from the beginning. New attempts accrue only as far as they and all that is held are one burst.
 */
export class Lender {
  readonly #pace: Pace;
  readonly #processes: number;
  readonly #unasked: number;
  readonly #now: () => number;
  readonly #accounts = new LRUCache<string, Account>({ max: MOST_CLIENTS });

  constructor(pace: Pace, processes: number, now: () => number = () => performance.now()) {
    this.#pace = pace;
    this.#processes = processes;
    this.#unasked = unaskedOf(pace, processes);
    this.#now = now;
  }

  /** Clients of whom processes hold something else than at the beginning. */
  get size(): number {
    return this.#accounts.size;
  }

  /** @param process its number, from 0 */
  lend(process: number, asks: Ask[]): number[] {
    return asks.map(([key, held, wanted]) => this.#lend(process, key, held, wanted));
  }

  /** A process has died, and another takes its place, which again holds some attempts of each client. */
  replaced(process: number): void {
    for (const account of this.#accounts.values()) {
      this.#accrue(account);
      account.left -= this.#unasked;
      account.held[process] = this.#unasked;
    }
  }

  /** Forgets clients of whom everything is as at the beginning. To be called from time to time. */
  clean(): void {
    for (const [key, account] of this.#accounts.entries()) {
      this.#accrue(account);
      if (this.#isNew(account)) this.#accounts.delete(key);
    }
  }

  #lend(process: number, key: string, held: number, wanted: number): number {
    const account = this.#accounts.get(key) ?? this.#newAccount();
    this.#accrue(account);
    account.held[process] = held;
    if (wanted < 0) account.left = Math.min(this.#mostOf(account), account.left - wanted);
    const lent = Math.max(0, Math.min(wanted, Math.floor(account.left)));
    account.left -= lent;
    account.held[process] = held + lent;
    this.#accounts.set(key, account);
    return lent;
  }

  #newAccount(): Account {
    const held = Array<number>(this.#processes).fill(this.#unasked);
    return { left: this.#pace.burst - this.#unasked * this.#processes, at: this.#now(), held };
  }

  /** Attempts that nobody may hold, so that what is held besides makes one burst of them. */
  #mostOf({ held }: Account): number {
    return this.#pace.burst - held.reduce((sum, one) => sum + one, 0);
  }

  #accrue(account: Account): void {
    const now = this.#now();
    const accrued = account.left + (now - account.at) / 1000 / this.#pace.every;
    account.left = Math.min(this.#mostOf(account), accrued);
    account.at = now;
  }

  #isNew(account: Account): boolean {
    return account.held.every((one) => one === this.#unasked) && account.left >= this.#mostOf(account);
  }
}

/** What a process holds of a client. */
interface Lease {
  left: number;
  isAsking: boolean;
  /** Not before this moment it asks again. */
  askAt: number;
  /** Whether anybody has tried since the last look. */
  isUsed: boolean;
}

/**
 * Counts attempts in one process of several from what the lender has lent it: without waiting, and asking for more while it still
 * has some.
 */
export class Borrower implements RequestCounter {
  readonly #pace: Pace;
  readonly #unasked: number;
  readonly #lend: Lend;
  readonly #now: () => number;
  readonly #leases = new LRUCache<string, Lease>({ max: MOST_CLIENTS });
  /** Asked for together, once the event loop has read what else there is. */
  #asking: { lease: Lease; ask: Ask }[] = [];

  constructor(pace: Pace, processes: number, lend: Lend, now: () => number = () => performance.now()) {
    this.#pace = pace;
    this.#unasked = unaskedOf(pace, processes);
    this.#lend = lend;
    this.#now = now;
  }

  /** Clients of whom it holds something else than at the beginning. */
  get size(): number {
    return this.#leases.size;
  }

  take(key: string, part = 1): number {
    let lease = this.#leases.get(key);
    if (!lease) {
      lease = { left: this.#unasked, isAsking: false, askAt: 0, isUsed: true };
      this.#leases.set(key, lease);
    }
    lease.isUsed = true;
    const isAllowed = lease.left >= part;
    if (isAllowed) lease.left -= part;
    if (lease.left < this.#unasked * ASK_BELOW)
      this.#ask(key, lease, Math.max(1, Math.floor(this.#pace.burst * BLOCK)));
    return isAllowed ? 0 : this.#pace.every * part;
  }

  /**
   * Of clients who have not tried since the last call, gives back what it was lent, or asks for what it had at the beginning.
   * To be called from time to time.
   */
  settle(): void {
    for (const [key, lease] of this.#leases.entries()) {
      const missing = this.#unasked - lease.left;
      if (lease.isUsed || lease.isAsking) lease.isUsed = false;
      else if (missing === 0) this.#leases.delete(key);
      else if (missing > 0) this.#ask(key, lease, missing);
      else {
        lease.left = this.#unasked;
        this.#push(lease, [key, lease.left, missing]);
      }
    }
  }

  #ask(key: string, lease: Lease, wanted: number): void {
    if (lease.isAsking || this.#now() < lease.askAt) return;
    this.#push(lease, [key, lease.left, wanted]);
  }

  #push(lease: Lease, ask: Ask): void {
    lease.isAsking = true;
    this.#asking.push({ lease, ask });
    if (this.#asking.length === 1) setImmediate(() => this.#askNow());
  }

  async #askNow(): Promise<void> {
    const asking = this.#asking;
    this.#asking = [];
    // Held are those that are left now, and not when it was decided to ask.
    const asks = asking.map(({ lease, ask: [key, , wanted] }): Ask => [key, lease.left, wanted]);
    const lent = await this.#lend(asks).catch(() => []);
    for (const [index, { lease, ask }] of asking.entries()) {
      const got = lent[index] ?? 0;
      lease.isAsking = false;
      lease.left += got;
      if (got < ask[2]) lease.askAt = this.#now() + ASK_AGAIN_MS;
    }
  }
}
