import { Problem } from './problem.ts';

/**
 * Bounds how much is in work at once. More work at once makes nothing faster: it would wait for the processor or for a
 * database connection, each request longer than the one before, until clients give up and all of it was in vain.
 */
export class Gate {
  readonly #most: number;
  #inWork = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get inWork(): number {
    return this.#inWork;
  }

  /** Whether there is as much in work as there may be. */
  get isFull(): boolean {
    return this.#inWork >= this.#most;
  }

  /** Throws 503 while it is full: for requests for which nothing has been done yet. */
  admit(): void {
    if (this.isFull) throw OVERLOADED;
  }

  /**
   * Does a piece of work and counts it until it is done. Throws 503 beyond twice the bound only: what has been admitted
   * and has read its body is rather finished than thrown away.
   */
  async run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#inWork >= 2 * this.#most) throw OVERLOADED;
    this.#inWork += 1;
    try {
      return await work();
    } finally {
      this.#inWork -= 1;
    }
  }

  /** Waits for something that takes no work, as a part of what is in work: meanwhile it is not counted. */
  async rest<T>(wait: () => Promise<T>): Promise<T> {
    this.#inWork -= 1;
    try {
      return await wait();
    } finally {
      this.#inWork += 1;
    }
  }
}

/** 503: the shop is well and has too much to do. */
export function overloaded(retryAfter = 1): Problem {
  return new Problem('overloaded', undefined, { retryAfter });
}

/** One for all refusals: making an error with its stack costs more than the rest of a refusal. */
export const OVERLOADED = overloaded();
