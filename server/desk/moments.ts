import { type RawBuilder, sql } from 'kysely';

/** By how much the time in an id and the database's time of its row may differ: clocks differ, and transactions take time. */
export const SLACK = sql`interval '10 minutes'`;

/** SQL for an id that is not above any that was made at a moment or later: `firstIdAt` of a `timestamptz`. */
export function sqlFirstIdAt(moment: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
}
