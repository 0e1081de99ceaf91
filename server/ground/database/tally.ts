import type { SelectQueryBuilder } from 'kysely';
import { withinPatience } from '../patience.ts';
import type { Schema } from './schema.ts';
import { timeOf } from './uuid.ts';

/** Younger than this a row may still be on its way: written by a slow transaction, or under an id of another clock. */
const SETTLED_AFTER_MS = 10 * 60_000;
/** After this everything is counted anew, in case somebody has changed rows by hand. */
const RECOUNT_AFTER_MS = 60 * 60_000;
/** Counting anew takes at most this part of the time. */
const RECOUNT_SHARE = 1 / 1_000;
/** What is counted in one statement: of a table of a hundred million rows still seconds less than a statement may take. */
const MONTH_MS = 30 * 24 * 60 * 60_000;
/** How long lists wait, all together, until it is known how many entries they have. */
const PATIENCE_MS = 5_000;

export interface Counted {
  /** The first row's id, by which counting begins; undefined where there is none. */
  first: () => Promise<string | undefined>;
  /** Counts rows that came in from one moment up to, and without, another; without a moment there is no such bound. */
  between: (from: Date | undefined, until: Date | undefined) => Promise<number>;
}

interface Settled {
  until: Date;
  count: number;
}

/** Everything is counted for one tally after another, so that many of them keep one connection. */
let turn: Promise<unknown> = Promise.resolve();
/** How many of them wait for their turn, or have it. */
let waiting = 0;
/** Lists of filters beyond these come without a number: whoever asks for many holds up nobody's else for long. */
const MOST_WAITING = 20;

/**
 * How many rows there are of a kind that only ever comes in, without counting them all each time: what is settled is
 * counted once, month by month, what came since then each time. Exact as long as no transaction takes, and no process's clock
 * differs by, ten minutes.
 */
export class Tally {
  readonly #counted: Counted;
  #settled: Settled | undefined;
  /** The count of everything that is under way, and since when. */
  #counting: { done: Promise<Settled>; since: number } | undefined;
  /** The months that such a count has finished: the next goes on with them where one fails. */
  #months: { until: Date | undefined; count: number } = { until: undefined, count: 0 };
  #recountAt = 0;

  constructor(counted: Counted) {
    this.#counted = counted;
  }

  /** Waits for as long as counting takes. */
  async total(now: number = Date.now()): Promise<number> {
    const settled = await this.#settle(now);
    return settled.count + (await this.#counted.between(settled.until, undefined));
  }

  /** The total; undefined where counting fails, or takes longer than pages should wait. It goes on, for those who ask later. */
  async known(patience: number = PATIENCE_MS): Promise<number | undefined> {
    if (this.#settled) return this.total();
    if (!this.#counting && waiting >= MOST_WAITING) return undefined;
    const total = this.total();
    const waited = performance.now() - (this.#counting?.since ?? performance.now());
    return withinPatience(total, Math.max(0, patience - waited), undefined);
  }

  /** What is settled, at most twice as long ago as a row takes to settle. */
  async #settle(now: number): Promise<Settled> {
    const known = this.#settled;
    if (!known) return this.#countAll(now);
    // What is known counts until there is news.
    if (now >= this.#recountAt) this.#countAll(now).catch(() => {});
    if (now - known.until.getTime() < 2 * SETTLED_AFTER_MS) return known;
    const until = new Date(now - SETTLED_AFTER_MS);
    const count = known.count + (await this.#counted.between(known.until, until));
    // Unless everything was counted anew meanwhile.
    if (this.#settled === known) this.#settled = { until, count };
    return { until, count };
  }

  #countAll(now: number): Promise<Settled> {
    if (this.#counting) return this.#counting.done;
    // Also where it fails.
    this.#recountAt = now + RECOUNT_AFTER_MS;
    waiting += 1;
    const done = turn
      .then(() => this.#countMonths(now))
      .finally(() => {
        waiting -= 1;
        this.#counting = undefined;
      });
    turn = done.catch(() => {});
    this.#counting = { done, since: performance.now() };
    return done;
  }

  async #countMonths(now: number): Promise<Settled> {
    const begun = performance.now();
    const until = new Date(now - SETTLED_AFTER_MS);
    const first = await this.#counted.first();
    const begin = this.#months.until?.getTime() ?? (first ? timeOf(first) : Infinity);
    for (let at = begin + MONTH_MS; at < until.getTime(); at += MONTH_MS) {
      const to = new Date(at);
      const count = await this.#counted.between(this.#months.until, to);
      this.#months = { until: to, count: this.#months.count + count };
    }
    const count = this.#months.count + (await this.#counted.between(this.#months.until, until));
    this.#months = { until: undefined, count: 0 };
    this.#recountAt = now + Math.max(RECOUNT_AFTER_MS, (performance.now() - begun) / RECOUNT_SHARE);
    this.#settled = { until, count };
    return this.#settled;
  }
}

/** The id of the first row of a query. */
export async function firstId<T extends keyof Schema>(
  rows: SelectQueryBuilder<Schema, T, { id: string }>,
): Promise<string | undefined> {
  const first = await rows.orderBy('id').limit(1).executeTakeFirst();
  return first?.id;
}
