/** Younger than this a row may still be on its way: written by a slow transaction, or under an id of another clock. */
const SETTLED_AFTER_MS = 10 * 60_000;
/** After this everything is counted anew, in case somebody has changed rows by hand. */
const RECOUNT_AFTER_MS = 60 * 60_000;

/** Counts rows that came in from one moment up to, and without, another; without a moment there is no such bound. */
export type CountBetween = (from: Date | undefined, until: Date | undefined) => Promise<number>;

interface Settled {
  until: Date;
  count: number;
  countedAt: number;
}

/**
 * How many rows there are of a kind that only ever comes in, without counting them all each time: what is settled is
 * counted once, what came since then each time. Exact as long as no transaction takes, and no process's clock differs by,
 * ten minutes.
 */
export class Tally {
  readonly #countBetween: CountBetween;
  #settled: Settled | undefined;

  constructor(countBetween: CountBetween) {
    this.#countBetween = countBetween;
  }

  async total(now: number = Date.now()): Promise<number> {
    const settled = await this.#settle(now);
    return settled.count + (await this.#countBetween(settled.until, undefined));
  }

  /** What is settled, at most twice as long ago as a row takes to settle. */
  async #settle(now: number): Promise<Settled> {
    const known =
      this.#settled && now - this.#settled.countedAt < RECOUNT_AFTER_MS ? this.#settled : undefined;
    if (known && now - known.until.getTime() < 2 * SETTLED_AFTER_MS) return known;
    const until = new Date(now - SETTLED_AFTER_MS);
    const more = await this.#countBetween(known?.until, until);
    this.#settled = { until, count: (known?.count ?? 0) + more, countedAt: known?.countedAt ?? now };
    return this.#settled;
  }
}
