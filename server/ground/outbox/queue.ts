import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../database/client.ts';
import { doEach } from '../jobs/each.ts';

/** Rows of a table that wait for a job, in SQL. One process takes each for a time, and what fails is due again later. */
export interface Queue<Row = object> {
  table: RawBuilder<unknown>;
  /** A unique column. */
  key: RawBuilder<string>;
  /** The moment that orders rows; null for those that wait for nothing any more. */
  at: RawBuilder<Date>;
  /** Which rows are due, in the words of an index. */
  due: RawBuilder<unknown>;
  /** What is set when a row is taken: it is due again afterwards, also when its process dies. */
  taking: RawBuilder<unknown>;
  /** What is set when a taken row was not tried. */
  untried: RawBuilder<unknown>;
  /** What is read of a row, beside its key as `id`. */
  columns?: RawBuilder<Row>;
  /** How many rows are taken at once. */
  limit: number;
}

/** Takes rows that are due, those that wait longest, and returns them in no order. Rows that others have locked are left to them. */
export async function takeDue<Row>(
  db: Queryable,
  { table, key, at, due, taking, columns, limit }: Omit<Queue<Row>, 'untried'>,
): Promise<(Row & { id: string })[]> {
  const { rows } = await sql<Row & { id: string }>`
    update ${table} set ${taking}
    where ${key} = any(array(
      select ${key} from ${table} where ${due} order by ${at} limit ${limit} for update skip locked
    ))
    returning ${key} as id${columns ? sql`, ${columns}` : sql``}`.execute(db);
  return rows;
}

/**
 * Takes rows that are due and does the work for one after the other. After a failure that all would share, the others are given
 * back, but for those that wait for nothing any more. Throws at the end what failed.
 */
export async function workOff<Row>(
  db: Queryable,
  queue: Queue<Row>,
  work: (row: Row & { id: string }) => Promise<unknown>,
  isShared: (error: unknown) => boolean,
): Promise<void> {
  const { table, key, at } = queue;
  const untried = (rows: { id: string }[]) =>
    sql`update ${table} set ${queue.untried}
      where ${key} = any(${rows.map(({ id }) => id)}) and ${at} is not null`.execute(db);
  await doEach(await takeDue(db, queue), work, { at: isShared, untried });
}

/** When a row is due again that was tried so many times before: in 15 seconds, 30, 60 ... an hour at most. */
export function backOff(triedBefore: RawBuilder<number>): RawBuilder<Date> {
  return sql`now() + make_interval(secs => least(3600, 15 * 2 ^ least(${triedBefore}, 10)))`;
}
