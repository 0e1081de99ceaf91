import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reach } from '#contract/kernel/reach.ts';

/** The condition that rows of a table with a buyer, and who acted for it, are in reach. */
export function ownedBy(reach: Reach, table = 'purchases'): RawBuilder<SqlBool> {
  if (reach === 'all') return sql`true`;
  const isOfBuyer = sql<SqlBool>`${sql.ref(`${table}.buyer_id`)} = ${reach.buyerId}`;
  if (!reach.isMineOnly) return isOfBuyer;
  return sql`(${isOfBuyer} and ${sql.ref(`${table}.user_id`)} = ${reach.userId})`;
}
