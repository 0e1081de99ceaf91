import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reach } from '#contract/kernel/reach.ts';

/** The condition that rows of a table with a buyer are in reach. */
export function ownedBy(reach: Reach, table = 'purchases'): RawBuilder<SqlBool> {
  return reach === 'all' ? sql`true` : sql`${sql.ref(`${table}.buyer_id`)} = ${reach.buyerId}`;
}
