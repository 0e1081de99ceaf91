import type { SelectQueryBuilder } from 'kysely';
import { withinPatience } from '../patience.ts';
import type { Schema } from './schema.ts';
import { timeOf } from './uuid.ts';

/** Younger than this a row may still be on its way: written by a slow transaction, or under an id of another clock. */
const SETTLED_AFTER_MS = 10 * 60_000;
/** After this everything is counted anew, in case somebody has changed rows by hand. */
const RECOUNT_AFTER_MS = 24 * 60 * 60_000;
/** What is counted in one statement: of a table of a hundred million rows still seconds less than a statement may take. */
const MONTH_MS = 30 * 24 * 60 * 60_000;
/** How long a list waits until it is known how many entries it has. */
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

/**
 * How many rows there are of a kind that only ever comes in, without counting them all each time: what is settled is
 * counted once, month by month, what came since then each time. Exact as long as no transaction takes, and no process's clock
 * differs by, ten minutes.
 */
export class Tally {
  readonly #counted: Counted;
  #settled: Settled | undefined;
  /** The count of everything that is under way. */
  #counting: Promise<Settled> | undefined;
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
  known(patience: number = PATIENCE_MS): Promise<number | undefined> {
    return withinPatience(this.total(), patience, undefined);
  }

  /** What is settled, at most twice as long ago as a row takes to settle. */
  async #settle(now: number): Promise<Settled> {
    const known = this.#settled;
    if (!known) return this.#countAll(now);
    // What is known counts until everything is counted anew.
    if (now >= this.#recountAt) this.#countAll(now).catch(() => {});
    if (now - known.until.getTime() < 2 * SETTLED_AFTER_MS) return known;
    const until = new Date(now - SETTLED_AFTER_MS);
    const count = known.count + (await this.#counted.between(known.until, until));
    // Unless everything was counted anew meanwhile.
    if (this.#settled === known) this.#settled = { until, count };
    return { until, count };
  }

  #countAll(now: number): Promise<Settled> {
    // Also where it fails.
    this.#recountAt = now + RECOUNT_AFTER_MS;
    this.#counting ??= this.#countMonths(now).finally(() => {
      this.#counting = undefined;
    });
    return this.#counting;
  }

  async #countMonths(now: number): Promise<Settled> {
    const until = new Date(now - SETTLED_AFTER_MS);
    const first = await this.#counted.first();
    let from: Date | undefined;
    let count = 0;
    for (let at = (first ? timeOf(first) : Infinity) + MONTH_MS; at < until.getTime(); at += MONTH_MS) {
      const to = new Date(at);
      count += await this.#counted.between(from, to);
      from = to;
    }
    count += await this.#counted.between(from, until);
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
