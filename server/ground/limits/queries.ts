import { sql } from 'kysely';
import type { Queryable } from '../database/client.ts';
import type { Pace } from './rules.ts';

export interface StoredCounter extends Pace {
  key: Buffer;
  /** As many attempts as this are counted; 1 where nothing else is said. */
  cost?: number;
}

/**
 * Counts an attempt in each counter, in one statement and by the database's clock, so that all processes count together. When
 * one refuses it, it is counted in none. Of attempts at the same moment, one that a later counter refuses may have been
 * counted in those before it: what others could use up stands last. Returns 0, or the seconds until the refusing counter would
 * allow it.
 */
export async function spend(db: Queryable, counters: StoredCounter[]): Promise<number> {
  const nextOf = ({ every, cost = 1 }: StoredCounter) =>
    sql`greatest(l.empty_at, now()) + make_interval(secs => ${cost * every}::float8)`;
  const fullAt = ({ burst, every }: StoredCounter) =>
    sql`now() + make_interval(secs => ${burst * every}::float8)`;
  const isFull = counters.map(
    (counter) =>
      sql`exists (select from rate_limits l where l.key = ${counter.key}::bytea and ${nextOf(counter)} > ${fullAt(counter)})`,
  );
  const steps = counters.map((counter, index) => {
    const { key, every, cost = 1 } = counter;
    return sql`${sql.raw(`step${index}`)} as (
      insert into rate_limits as l (key, empty_at)
      select ${key}::bytea, now() + make_interval(secs => ${cost * every}::float8)
      where ${index === 0 ? sql`not (${sql.join(isFull, sql` or `)})` : sql.raw(`exists (select from step${index - 1})`)}
      on conflict (key) do update set empty_at = ${nextOf(counter)} where ${nextOf(counter)} <= ${fullAt(counter)}
      returning 1
    )`;
  });
  const outcomes = counters.map(
    ({ key }, index) => sql`exists (select from ${sql.raw(`step${index}`)}) as ${sql.raw(`passed${index}`)},
      (select extract(epoch from empty_at - now())::float8 from rate_limits where key = ${key}::bytea)
        as ${sql.raw(`left${index}`)}`,
  );
  const { rows } = await sql<Record<string, boolean | number | null>>`
    with ${sql.join(steps)} select ${sql.join(outcomes)}`.execute(db);
  const row = rows[0]!;
  const refusing = counters.findIndex((_, index) => !row[`passed${index}`]);
  if (refusing < 0) return 0;
  // By the levels before this statement; a counter that another statement has just filled gives none.
  const waits = counters.map(
    ({ burst, every, cost = 1 }, index) => Number(row[`left${index}`] ?? 0) + (cost - burst) * every,
  );
  const wait = Math.max(...waits);
  return wait > 0 ? wait : counters[refusing]!.every;
}

/** Counts up to `most` attempts in a counter. Returns how many it allowed. */
export async function spendUpTo(db: Queryable, counter: StoredCounter, most: number): Promise<number> {
  let passed = 0;
  while (passed < most && (await spend(db, [counter])) === 0) passed += 1;
  return passed;
}

/** Subtracts attempts that were counted and then not made. */
export async function unspend(db: Queryable, { key, every }: StoredCounter, tries: number): Promise<void> {
  await sql`
    update rate_limits set empty_at = empty_at - make_interval(secs => ${tries * every}::float8)
    where key = ${key}::bytea`.execute(db);
}

/** Deletes counters that are empty. */
export async function forgetCounters(db: Queryable): Promise<void> {
  await sql`delete from rate_limits where empty_at < now()`.execute(db);
}
