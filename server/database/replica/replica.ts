import type pg from 'pg';
import type { Queryable } from '../client.ts';
import { isBehind } from './position.ts';
import { HISTORY, readingFrom } from './reading.ts';
import { positionOfWrites } from './writes.ts';

/** Why a replica is not used. */
export type ReplicaProblem = 'unreachable' | 'not_a_standby' | 'another_database' | 'other_schema' | 'late';

export interface ReplicaParts {
  primary: pg.Pool;
  replica: pg.Pool;
  /** One connection to the replica, which statements of requests cannot keep busy. */
  watch: pg.Pool;
  /** The primary answers when the data of the replica may be older than this many milliseconds. */
  mostLagMs: number;
}

/** Reads that a replica answers, and how old what they find may be. */
export interface Reading {
  db: Queryable;
  asOf: Date;
}

/** The primary's position in the WAL at a moment: all that was committed before it is in front of it. */
interface Sample {
  at: number;
  position: string;
  history: string;
  schema: string;
}

/** What a replica said of itself. */
interface Found {
  is_standby: boolean;
  position: string | null;
  history: string;
  schema: string;
}

const SCHEMA = '(select max(name) from migrations) as schema';
const OF_PRIMARY = `select pg_current_wal_flush_lsn()::text as position, ${HISTORY} as history, ${SCHEMA}`;
const OF_REPLICA = `select pg_is_in_recovery() as is_standby, pg_last_wal_replay_lsn()::text as position, ${HISTORY} as history, ${SCHEMA}`;

/**
 * A streaming replica for reports. How old its data is follows from positions in the WAL alone, which the primary is asked for
 * again and again: it has all that was committed before the latest moment whose position it has replayed. No clock of another
 * machine, and nothing that a replica says of its own lag, is believed (decision 41).
 */
export class Replica {
  readonly #parts: ReplicaParts;
  #samples: Sample[] = [];
  /** The latest sample whose position the replica has replayed. */
  #proven: Sample | undefined;
  #problem: ReplicaProblem | undefined = 'unreachable';
  #told: ReplicaProblem | undefined;
  #changed: (problem: ReplicaProblem | undefined) => void = () => {};
  readonly #waiting = new Set<(error: Error) => void>();
  readonly answered = { replica: 0, primary: 0 };

  constructor(parts: ReplicaParts) {
    this.#parts = parts;
  }

  /** Why reports come from the primary now; undefined: they come from the replica. */
  get problem(): ReplicaProblem | undefined {
    return this.#problem ?? (this.lagMs > this.#parts.mostLagMs ? 'late' : undefined);
  }

  /** How old its data may be, in milliseconds; infinite as long as nothing is known of it. */
  get lagMs(): number {
    return this.#proven ? performance.now() - this.#proven.at : Number.POSITIVE_INFINITY;
  }

  /** Sets what is told why the replica is not used, and (undefined) that it is used again. */
  onChange(changed: (problem: ReplicaProblem | undefined) => void): void {
    this.#changed = changed;
    this.#tell();
  }

  /** Asks the primary where it is, and the replica how far it has come. Never throws. */
  async look(): Promise<void> {
    await this.#sample().catch(() => {});
    const found = await this.#parts.watch.query<Found>(OF_REPLICA).catch(() => undefined);
    this.#problem = found ? this.#judge(found.rows[0]!) : 'unreachable';
    if (!found) this.#giveUpWaiting();
    this.#tell();
  }

  /** Reads of the replica for a report that somebody asks for; undefined: the primary is to answer. */
  async reading(userId: string): Promise<Reading | undefined> {
    const proven = this.#proven;
    if (!proven || this.problem) return undefined;
    const asOf = new Date(Date.now() - this.lagMs);
    const written = await positionOfWrites(this.#parts.primary, userId);
    const position = written && isBehind(proven.position, written) ? written : proven.position;
    const db = readingFrom({
      primary: this.#parts.primary,
      replica: this.#parts.replica,
      requirement: { position, history: proven.history },
      whileThere: (work) => this.#whileThere(work),
      answered: (by) => {
        this.answered[by] += 1;
      },
    });
    return { db, asOf };
  }

  async #sample(): Promise<void> {
    // Before the question: the answer may be of any later moment.
    const at = performance.now();
    const { rows } = await this.#parts.primary.query<Omit<Sample, 'at'>>(OF_PRIMARY);
    const sample = { at, ...rows[0]! };
    const isAnother = this.#samples.at(-1)?.history !== sample.history;
    if (isAnother) this.#proven = undefined;
    // Older ones could prove only what is too late.
    const known = isAnother ? [] : this.#samples.filter(({ at }) => sample.at - at <= this.#parts.mostLagMs);
    this.#samples = [...known, sample];
  }

  #judge({ is_standby, position, history, schema }: Found): ReplicaProblem | undefined {
    const last = this.#samples.at(-1);
    if (!is_standby || position === null) return 'not_a_standby';
    if (last?.history !== history) return 'another_database';
    const proven = this.#samples.findLast((sample) => !isBehind(position, sample.position));
    if (proven && (!this.#proven || proven.at > this.#proven.at)) this.#proven = proven;
    return last.schema === schema ? undefined : 'other_schema';
  }

  #tell(): void {
    if (this.problem === this.#told) return;
    this.#told = this.problem;
    this.#changed(this.#told);
  }

  #whileThere<T>(work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    this.#waiting.add(reject);
    return Promise.race([work, promise]).finally(() => this.#waiting.delete(reject));
  }

  /** What was sent to a replica that is gone is not waited for: the network may never say that it is. */
  #giveUpWaiting(): void {
    for (const reject of this.#waiting) reject(new Error('the replica cannot be reached'));
  }
}
